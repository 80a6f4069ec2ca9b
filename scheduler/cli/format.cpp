#include "scheduler/cli/format.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace npushare::cli {

std::string percent_of(std::int64_t part, std::int64_t whole) {
  if (whole <= 0) return "-";
  return fmt::format("{:.0f} %",
                     std::round(100.0 * static_cast<double>(part) / static_cast<double>(whole)));
}

std::string duration(std::chrono::milliseconds time) {
  const std::int64_t ms = std::max<std::int64_t>(time.count(), 0);
  if (ms < 1000) return fmt::format("{} ms", ms);
  // Rounded to tenths first, so that 59.96 s reads as a minute and never as "60.0 s".
  const std::int64_t tenths = ms / 100 + (ms % 100 >= 50 ? 1 : 0);
  if (tenths < 600) return fmt::format("{}.{} s", tenths / 10, tenths % 10);
  const std::int64_t seconds = tenths / 10;
  if (seconds < 3600) return fmt::format("{} min {} s", seconds / 60, seconds % 60);
  return fmt::format("{} h {} min", seconds / 3600, seconds % 3600 / 60);
}

std::string memory(MiB amount) {
  return fmt::format("{} MiB", amount.value());
}

std::string cores(Cores amount, Mode mode) {
  const bool is_one = mode == Mode::kHard && amount.value() == 1;
  return fmt::format("{} {}", amount.value(), is_one ? "AI core" : core_unit(mode));
}

std::string core_unit(Mode mode) {
  return mode == Mode::kSoft ? "%" : "AI cores";
}

std::string counted(std::size_t count, const std::string& noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

}  // namespace npushare::cli
