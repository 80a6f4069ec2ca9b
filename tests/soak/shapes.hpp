/// Pods of random shapes.
#pragma once

#include <string>

#include "scheduler/wire/json.hpp"
#include "tests/soak/dice.hpp"

namespace npushare::soak {

wire::Json a_pod(const std::string& name, Dice& dice);
/// One that fits wherever there is a little room: soft, 600 MiB.
wire::Json a_small_pod(const std::string& name);

}  // namespace npushare::soak
