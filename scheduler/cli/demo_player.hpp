/// Plays steps in order and counts those that came out differently than claimed.
///
/// A claim that does not hold is shown and the play goes on. Something that could not be done at
/// all (no answer, a wait without end) ends the play: what follows would only repeat it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "scheduler/cli/demo_stage.hpp"

namespace npushare::cli {

/// Whether the chips are worth showing before and after.
enum class Chips { kShown, kLeftOut };

struct Step {
  std::string title;
  std::string text;
  std::function<Result<>(Stage&)> play;
  Chips chips = Chips::kShown;
};

struct Chapter {
  std::string title;
  std::string text;
  std::vector<Step> steps;
};

/// Goes on counting from `so_far`.
Tally play(const std::vector<Chapter>& chapters, World& world, DemoPrinter& printer,
           Tally so_far = {});

}  // namespace npushare::cli
