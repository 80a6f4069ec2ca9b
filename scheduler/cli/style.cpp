#include "scheduler/cli/style.hpp"

#include <unistd.h>

#include <cstdlib>

namespace npushare::cli {
namespace {

std::string_view code_of(Tone tone) {
  switch (tone) {
    case Tone::kPlain: return "";
    case Tone::kStrong: return "1";
    case Tone::kQuiet: return "2";
    case Tone::kGood: return "32";
    case Tone::kWarning: return "33";
    case Tone::kBad: return "31";
  }
  __builtin_unreachable();
}

}  // namespace

Colour colour_for(const Terminal& terminal) {
  if (!terminal.is_terminal) return Colour::kOff;
  if (terminal.no_color != nullptr && *terminal.no_color != '\0') return Colour::kOff;
  if (terminal.term != nullptr && std::string_view(terminal.term) == "dumb") return Colour::kOff;
  return Colour::kOn;
}

Colour colour_of_stdout() {
  return colour_for({.is_terminal = ::isatty(STDOUT_FILENO) == 1,
                     .no_color = std::getenv("NO_COLOR"),
                     .term = std::getenv("TERM")});
}

std::string Style::paint(Tone tone, std::string_view text) const {
  const std::string_view code = code_of(tone);
  if (colour_ == Colour::kOff || code.empty() || text.empty()) return std::string(text);
  return "\x1b[" + std::string(code) + "m" + std::string(text) + "\x1b[0m";
}

}  // namespace npushare::cli
