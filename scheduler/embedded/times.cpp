#include "scheduler/embedded/times.hpp"

#include <array>
#include <ctime>

namespace npushare::embedded {
namespace {

using Wall = std::chrono::system_clock::time_point;

std::string formatted(Wall when, const char* format) {
  const std::time_t seconds = std::chrono::system_clock::to_time_t(when);
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  std::array<char, 64> text{};
  const std::size_t size = std::strftime(text.data(), text.size(), format, &parts);
  return {text.data(), size};
}

bool is_digit(char byte) {
  return byte >= '0' && byte <= '9';
}

/// Reads two digits at `at`; -1 when they are not there.
int two_digits(std::string_view text, std::size_t at) {
  if (at + 2 > text.size() || !is_digit(text[at]) || !is_digit(text[at + 1])) return -1;
  return (text[at] - '0') * 10 + (text[at + 1] - '0');
}

bool in_range(int value, int low, int high) {
  return value >= low && value <= high;
}

int days_in(int year, int month) {
  constexpr std::array<int, 12> kDays{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  return kDays[static_cast<std::size_t>(month - 1)] + (month == 2 && leap ? 1 : 0);
}

bool is_date(std::string_view text) {
  const int century = two_digits(text, 0);
  const int year = two_digits(text, 2);
  const int month = two_digits(text, 5);
  const int day = two_digits(text, 8);
  if (century < 0 || year < 0 || text[4] != '-' || text[7] != '-') return false;
  return in_range(month, 1, 12) && in_range(day, 1, days_in(century * 100 + year, month));
}

bool is_clock(std::string_view text) {
  return text[2] == ':' && text[5] == ':' && in_range(two_digits(text, 0), 0, 23) &&
         in_range(two_digits(text, 3), 0, 59) && in_range(two_digits(text, 6), 0, 59);
}

bool is_zone(std::string_view text) {
  if (text == "Z") return true;
  return text.size() == 6 && (text[0] == '+' || text[0] == '-') && text[3] == ':' &&
         in_range(two_digits(text, 1), 0, 24) && in_range(two_digits(text, 4), 0, 60);
}

std::string_view without_fraction(std::string_view text) {
  if (text.size() < 2 || text[0] != '.' || !is_digit(text[1])) return text;
  std::size_t end = 1;
  while (end < text.size() && is_digit(text[end])) ++end;
  return text.substr(end);
}

}  // namespace

std::string rfc3339(Wall when) {
  return formatted(when, "%Y-%m-%dT%H:%M:%SZ");
}

std::string reported_text(Wall when) {
  return formatted(when, "Reported_%Y.%m.%d %H:%M:%S");
}

bool is_rfc3339(std::string_view text) {
  if (text.size() < 20 || text[10] != 'T') return false;
  return is_date(text.substr(0, 10)) && is_clock(text.substr(11, 8)) &&
         is_zone(without_fraction(text.substr(19)));
}

}  // namespace npushare::embedded
