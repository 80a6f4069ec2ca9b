#include "scheduler/metrics/page_writer.hpp"

#include <array>
#include <charconv>
#include <cmath>

namespace npushare::metrics {
namespace {

constexpr double kExactIntegers = 9007199254740992.0;  // 2^53

void append_number(std::string& out, double value) {
  std::array<char, 32> digits{};
  char* const end = digits.data() + digits.size();
  // Nearly all values are whole, and an integer is written five times as fast.
  const bool is_whole = std::abs(value) < kExactIntegers && std::trunc(value) == value;
  const std::to_chars_result done =
      is_whole ? std::to_chars(digits.data(), end, static_cast<std::int64_t>(value))
               : std::to_chars(digits.data(), end, value);
  out.append(digits.data(), done.ptr);
}

}  // namespace

void PageWriter::begin(const Family& family) {
  name_ = family.name;
  out_.append("# HELP ").append(family.name).append(" ").append(family.help);
  out_.append("\n# TYPE ").append(family.name);
  out_.append(family.kind == Kind::kCounter ? " counter\n" : " gauge\n");
}

void PageWriter::sample(std::string_view labels, double value) {
  out_ += name_;
  if (!labels.empty()) {
    out_ += '{';
    out_ += labels;
    out_ += '}';
  }
  out_ += ' ';
  append_number(out_, value);
  out_ += '\n';
}

}  // namespace npushare::metrics
