#include "config/yaml_scalar.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <string_view>

namespace npushare::config {
namespace {

constexpr std::string_view kTagRoot = "tag:yaml.org,2002:";

bool is_one_of(std::string_view text, const auto& words) {
  return std::ranges::find(words, text) != words.end();
}

bool is_true(std::string_view text) {
  static constexpr std::array<std::string_view, 11> kWords = {
      "y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"};
  return is_one_of(text, kWords);
}

bool is_false(std::string_view text) {
  static constexpr std::array<std::string_view, 11> kWords = {
      "n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"};
  return is_one_of(text, kWords);
}

bool is_null(std::string_view text) {
  static constexpr std::array<std::string_view, 5> kWords = {"", "~", "null", "Null", "NULL"};
  return is_one_of(text, kWords);
}

/// The radix that the digits announce; takes the announcement away.
int take_radix(std::string_view& digits) {
  if (digits.size() < 2 || digits[0] != '0') return 10;
  const char mark = digits[1];
  digits.remove_prefix(
      mark == 'x' || mark == 'X' || mark == 'b' || mark == 'B' || mark == 'o' || mark == 'O' ? 2
                                                                                             : 1);
  if (mark == 'x' || mark == 'X') return 16;
  return mark == 'b' || mark == 'B' ? 2 : 8;
}

std::optional<std::int64_t> signed_value(bool negative, std::uint64_t magnitude) {
  constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  if (magnitude > kMost + (negative ? 1 : 0)) return std::nullopt;
  if (!negative) return static_cast<std::int64_t>(magnitude);
  return static_cast<std::int64_t>(~magnitude + 1);
}

std::optional<std::int64_t> integer_in(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  const int radix = take_radix(text);
  std::uint64_t magnitude = 0;
  const char* begin = text.data();
  const char* end = begin + text.size();
  const auto [stop, failure] = std::from_chars(begin, end, magnitude, radix);
  if (text.empty() || failure != std::errc{} || stop != end) return std::nullopt;
  return signed_value(negative, magnitude);
}

/// Digits, a point and an exponent: keeps out the words and hexadecimal forms that from_chars also
/// reads.
bool looks_decimal(std::string_view text) {
  const bool has_digit = std::ranges::any_of(text, [](char c) { return c >= '0' && c <= '9'; });
  return has_digit && text.find_first_not_of("0123456789.eE+-") == std::string_view::npos &&
         text.find_first_of("eE") != 0;
}

std::optional<double> fraction_in(std::string_view text) {
  const bool has_plus = text.starts_with('+');
  if (has_plus) text.remove_prefix(1);
  if (!looks_decimal(text) || (has_plus && text.starts_with('-'))) return std::nullopt;
  double value = 0;
  const char* begin = text.data();
  const char* end = begin + text.size();
  const auto [stop, failure] = std::from_chars(begin, end, value);
  if (failure != std::errc{} || stop != end) return std::nullopt;
  return value;
}

std::optional<double> special_in(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  static constexpr std::array<std::string_view, 3> kInfinite = {".inf", ".Inf", ".INF"};
  static constexpr std::array<std::string_view, 3> kNotANumber = {".nan", ".NaN", ".NAN"};
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (is_one_of(text, kInfinite)) return negative ? -kInfinity : kInfinity;
  if (is_one_of(text, kNotANumber)) return std::numeric_limits<double>::quiet_NaN();
  return std::nullopt;
}

Scalar number_or_text(std::string text) {
  if (const auto special = special_in(text)) return {ScalarKind::kNumber, false, 0, *special};
  const std::string_view starts = "+-.0123456789";
  if (text.empty() || starts.find(text[0]) == std::string_view::npos) return {};
  std::erase(text, '_');
  if (const auto whole = integer_in(text)) {
    return {ScalarKind::kInteger, false, *whole, static_cast<double>(*whole)};
  }
  if (const auto fraction = fraction_in(text)) return {ScalarKind::kNumber, false, 0, *fraction};
  return {};
}

Scalar plain_value(const std::string& text) {
  if (is_null(text)) return {ScalarKind::kNull};
  if (is_true(text)) return {ScalarKind::kBoolean, true};
  if (is_false(text)) return {ScalarKind::kBoolean, false};
  return number_or_text(text);
}

bool fits_tag(std::string_view tag, ScalarKind kind) {
  if (tag == "int") return kind == ScalarKind::kInteger;
  if (tag == "float") return kind == ScalarKind::kInteger || kind == ScalarKind::kNumber;
  if (tag == "bool") return kind == ScalarKind::kBoolean;
  return tag == "null" && kind == ScalarKind::kNull;
}

}  // namespace

Scalar scalar_of(const YamlNode& node) {
  if (node.kind == YamlKind::kNull) return {ScalarKind::kNull};
  if (node.tag == "?") return plain_value(node.text);
  if (node.tag == "!") return {};
  std::string_view tag = node.tag;
  if (!tag.starts_with(kTagRoot)) return {ScalarKind::kUnknown};
  tag.remove_prefix(kTagRoot.size());
  if (tag == "str") return {};
  const Scalar value = plain_value(node.text);
  return fits_tag(tag, value.kind) ? value : Scalar{ScalarKind::kUnknown};
}

std::optional<std::int64_t> whole_number(const YamlNode& node) {
  constexpr double kLimit = 9'223'372'036'854'775'808.0;  // 2^63
  if (node.kind != YamlKind::kScalar) return std::nullopt;
  const Scalar value = scalar_of(node);
  if (value.kind == ScalarKind::kInteger) return value.integer;
  const bool fits = value.kind == ScalarKind::kNumber && std::trunc(value.number) == value.number &&
                    value.number >= -kLimit && value.number < kLimit;
  if (!fits) return std::nullopt;
  return static_cast<std::int64_t>(value.number);
}

std::optional<bool> truth_of(const YamlNode& node) {
  if (node.kind != YamlKind::kScalar) return std::nullopt;
  const Scalar value = scalar_of(node);
  if (value.kind != ScalarKind::kBoolean) return std::nullopt;
  return value.truth;
}

}  // namespace npushare::config
