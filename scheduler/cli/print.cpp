#include "scheduler/cli/print.hpp"

#include <unistd.h>

#include <ostream>
#include <thread>

#include "scheduler/cli/yaml_text.hpp"

namespace npushare::cli {
namespace {

constexpr std::chrono::seconds kWatchStep{2};
constexpr std::size_t kWideColumns = 160;

/// Moves to the top left corner and clears what is below.
constexpr const char* kClear = "\x1b[H\x1b[J";

std::string text_of(const Printout& what, Output output) {
  switch (output) {
    case Output::kJson: return what.answer.pretty();
    case Output::kYaml: return yaml_of(what.answer);
    case Output::kTable:
    case Output::kWide: return what.tables;
  }
  __builtin_unreachable();
}

}  // namespace

void print(const Printout& what, PrintForm form, const Screen& screen) {
  const bool is_for_people = form.output == Output::kTable || form.output == Output::kWide;
  if (form.is_redrawn && is_for_people && ::isatty(STDOUT_FILENO) == 1) screen.out << kClear;
  if (form.is_redrawn && form.output == Output::kYaml) screen.out << "---\n";
  screen.out << text_of(what, form.output) << std::flush;
}

Canvas canvas_for(Output output, const Screen& screen) {
  Canvas canvas = screen.canvas;
  if (output != Output::kWide) return canvas;
  canvas.columns = kWideColumns;
  canvas.width = Width::kWide;
  return canvas;
}

int again_and_again(bool keeps_watching, const Screen& screen,
                    const std::function<Look(const Screen&)>& look) {
  while (true) {
    Screen now = screen;
    now.canvas.now = std::chrono::system_clock::now();
    const Look seen = look(now);
    if (!keeps_watching || seen.has_failed || !screen.out) return seen.exit_code;
    std::this_thread::sleep_for(kWatchStep);
  }
}

}  // namespace npushare::cli
