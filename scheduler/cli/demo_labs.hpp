/// The two labs as chapters.
///
/// Source: spec/node-plugin-contract.md 3.9 E5 (lab 13); spec/dra-accounting.md 6 (lab 20), its
/// pods with
///         annotations instead of claims.
#pragma once

#include "scheduler/cli/demo_player.hpp"

namespace npushare::cli {

Chapter lab_13();
Chapter lab_20();

}  // namespace npushare::cli
