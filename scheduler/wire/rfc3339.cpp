#include "scheduler/wire/rfc3339.hpp"

#include <algorithm>

namespace npushare::wire {
namespace {

namespace chrono = std::chrono;

constexpr std::string_view kDigits = "0123456789";

void append_padded(std::string& out, std::int64_t value, std::size_t width) {
  const std::string digits = std::to_string(value);
  out.append(width - std::min(width, digits.size()), '0');
  out += digits;
}

/// Reads a time from its front to its end; the first thing that does not fit makes it bad for good.
class TimeText {
 public:
  explicit TimeText(std::string_view text) : rest_(text) {}

  int digits(std::size_t width, int most) {
    const std::size_t found = std::min(rest_.find_first_not_of(kDigits), rest_.size());
    if (found < width) return fail();
    int value = 0;
    for (const char digit : rest_.substr(0, width)) value = value * 10 + (digit - '0');
    rest_.remove_prefix(width);
    return value <= most ? value : fail();
  }

  void letter(char wanted) {
    if (!take(wanted)) fail();
  }

  bool take(char wanted) {
    if (!rest_.starts_with(wanted)) return false;
    rest_.remove_prefix(1);
    return true;
  }

  void fraction() {
    if (!take('.')) return;
    const std::size_t found = std::min(rest_.find_first_not_of(kDigits), rest_.size());
    if (found == 0) fail();
    rest_.remove_prefix(found);
  }

  /// Seconds east of Greenwich.
  int offset() {
    if (take('Z')) return 0;
    const int sign = take('-') ? -1 : 1;
    if (sign == 1) letter('+');
    const int hours = digits(2, 23);
    letter(':');
    return sign * (hours * 3600 + digits(2, 59) * 60);
  }

  bool is_good_to_the_end() const { return is_good_ && rest_.empty(); }

 private:
  int fail() {
    is_good_ = false;
    return 0;
  }

  std::string_view rest_;
  bool is_good_ = true;
};

}  // namespace

std::string write_rfc3339(std::int64_t unix_seconds) {
  const chrono::sys_seconds time{chrono::seconds{unix_seconds}};
  const chrono::sys_days day = chrono::floor<chrono::days>(time);
  const chrono::year_month_day date{day};
  const chrono::hh_mm_ss clock{time - day};
  std::string text;
  append_padded(text, static_cast<int>(date.year()), 4);
  text += '-';
  append_padded(text, static_cast<unsigned>(date.month()), 2);
  text += '-';
  append_padded(text, static_cast<unsigned>(date.day()), 2);
  text += 'T';
  append_padded(text, clock.hours().count(), 2);
  text += ':';
  append_padded(text, clock.minutes().count(), 2);
  text += ':';
  append_padded(text, clock.seconds().count(), 2);
  return text + 'Z';
}

std::string write_rfc3339(chrono::system_clock::time_point time) {
  return write_rfc3339(chrono::floor<chrono::seconds>(time).time_since_epoch().count());
}

std::string micro_time(chrono::system_clock::time_point time) {
  const auto fraction =
      chrono::floor<chrono::microseconds>(time) - chrono::floor<chrono::seconds>(time);
  std::string text = write_rfc3339(time);
  text.back() = '.';  // in the place of the Z
  append_padded(text, fraction.count(), 6);
  return text + 'Z';
}

std::optional<std::int64_t> read_rfc3339(std::string_view text) {
  TimeText left(text);
  const chrono::year year{left.digits(4, 9999)};
  left.letter('-');
  const chrono::month month{static_cast<unsigned>(left.digits(2, 12))};
  left.letter('-');
  const chrono::day day{static_cast<unsigned>(left.digits(2, 31))};
  left.letter('T');
  const chrono::hours hours{left.digits(2, 23)};
  left.letter(':');
  const chrono::minutes minutes{left.digits(2, 59)};
  left.letter(':');
  const chrono::seconds seconds{left.digits(2, 59)};
  left.fraction();
  const chrono::seconds offset{left.offset()};
  const chrono::year_month_day date{year, month, day};
  if (!left.is_good_to_the_end() || !date.ok()) return std::nullopt;
  const chrono::sys_seconds time = chrono::sys_days{date} + hours + minutes + seconds - offset;
  return time.time_since_epoch().count();
}

}  // namespace npushare::wire
