#include "scheduler/cli/demo_player.hpp"

#include <algorithm>

namespace npushare::cli {
namespace {

Result<> show_chips(const std::string& label, Stage& stage, DemoPrinter& printer) {
  const Result<LedgersView> nodes = stage.ledgers();
  if (!nodes) return nodes.error();
  printer.ledgers(label, *nodes);
  return {};
}

Result<> run(const Step& step, Stage& stage, DemoPrinter& printer) {
  if (step.chips == Chips::kLeftOut) return step.play(stage);
  if (Result<> shown = show_chips("before", stage, printer); !shown) return shown;
  if (Result<> played = step.play(stage); !played) return played;
  return show_chips("after", stage, printer);
}

/// False when the play cannot go on.
bool play_step(const Step& step, World& world, DemoPrinter& printer, Tally& tally) {
  ++tally.steps;
  printer.step(tally.steps, step.title, step.text);
  Stage stage(world, printer);
  const Result<> done = run(step, stage, printer);
  printer.comparisons(stage.comparisons());
  if (!done) printer.failure(done.error().message);
  const bool is_good =
      done.has_value() && std::ranges::all_of(stage.comparisons(), &Comparison::holds);
  if (!is_good) ++tally.differing;
  printer.step_end(tally.steps, step.title, is_good);
  return done.has_value();
}

}  // namespace

Tally play(const std::vector<Chapter>& chapters, World& world, DemoPrinter& printer, Tally so_far) {
  Tally tally = so_far;
  for (const Chapter& chapter : chapters) {
    printer.chapter(chapter.title, chapter.text);
    for (const Step& step : chapter.steps) {
      if (play_step(step, world, printer, tally)) continue;
      tally.is_complete = false;
      return tally;
    }
  }
  return tally;
}

}  // namespace npushare::cli
