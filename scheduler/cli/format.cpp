#include "scheduler/cli/format.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "scheduler/wire/rfc3339.hpp"

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

std::string age_of(const std::string& since, std::chrono::system_clock::time_point now) {
  const std::optional<std::int64_t> then = wire::read_rfc3339(since);
  if (!then) return "-";
  const std::int64_t seconds =
      std::max<std::int64_t>(std::chrono::system_clock::to_time_t(now) - *then, 0);
  const std::int64_t minutes = seconds / 60;
  const std::int64_t hours = minutes / 60;
  const std::int64_t days = hours / 24;
  if (minutes < 2) return fmt::format("{}s", seconds);
  if (minutes < 10) return fmt::format("{}m{}s", minutes, seconds % 60);
  if (hours < 3) return fmt::format("{}m", minutes);
  if (hours < 8) return fmt::format("{}h{}m", hours, minutes % 60);
  if (days < 2) return fmt::format("{}h", hours);
  return days < 8 ? fmt::format("{}d{}h", days, hours % 24) : fmt::format("{}d", days);
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
