/// Colours and weights, only where a person looks at a terminal.
///
/// The eight plain colours, so that the terminal's own scheme keeps them readable on dark and on
/// light. Source: no-color.org: NO_COLOR, when set to anything but nothing, switches colours off.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

namespace npushare::cli {

enum class Colour { kOff, kOn };

/// How a piece of text is meant.
enum class Tone { kPlain, kStrong, kQuiet, kGood, kWarning, kBad };

/// What decides on colours. `no_color` and `term` are the environment's values or null.
struct Terminal {
  bool is_terminal = false;
  const char* no_color = nullptr;
  const char* term = nullptr;
};

Colour colour_for(const Terminal& terminal);

/// Standard output and the environment as they are.
Colour colour_of_stdout();

/// Paints whole pieces of text; escape sequences have no width, so pad first and paint after.
class Style {
 public:
  Style() = default;
  explicit Style(Colour colour) : colour_(colour) {}

  std::string paint(Tone tone, std::string_view text) const;

 private:
  Colour colour_ = Colour::kOff;
};

/// How much of each thing is shown.
enum class Width { kNarrow, kWide };

/// Where a page is drawn.
struct Canvas {
  Style style;
  std::size_t columns = 100;
  Width width = Width::kNarrow;
  std::chrono::system_clock::time_point now{};  // for ages
};

}  // namespace npushare::cli
