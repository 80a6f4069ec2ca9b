/// The labs as chapters: lab 13, lab 20 asked for with annotations, lab 20 as it was played, with
/// claims.
///
/// Source: spec/node-plugin-contract.md 3.9 E5 (lab 13); spec/dra-accounting.md 6 (lab 20).
#pragma once

#include "scheduler/cli/demo_player.hpp"

namespace npushare::cli {

Chapter lab_13();
Chapter lab_20();
/// On a cluster whose node has a DRA driver: examples/cluster-dra.yaml.
Chapter lab_20_with_claims();

}  // namespace npushare::cli
