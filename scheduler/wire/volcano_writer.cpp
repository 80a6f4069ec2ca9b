#include <array>
#include <charconv>

#include "scheduler/wire/object_writer.hpp"
#include "scheduler/wire/volcano.hpp"

namespace npushare::wire {
namespace {

void append_number(std::string& out, double number) {
  std::array<char, 32> digits{};
  const auto [end, failure] = std::to_chars(digits.data(), digits.data() + digits.size(), number);
  out.append(digits.data(), end);
}

}  // namespace

std::string write_volcano_verdict(std::string_view reason, int code) {
  std::string out = R"({"status":)";
  append_quoted(out, reason);
  return out + R"(,"code":)" + std::to_string(code) + "}";
}

std::string write_volcano_scores(std::span<const VolcanoScore> scores) {
  std::string out = R"({"nodeScore":{)";
  for (std::size_t at = 0; at < scores.size(); ++at) {
    if (at > 0) out += ',';
    append_quoted(out, scores[at].node);
    out += ':';
    append_number(out, scores[at].score);
  }
  return out + R"(},"errorMessage":""})";
}

std::string write_volcano_no_scores(std::string_view error) {
  std::string out = R"({"nodeScore":null,"errorMessage":)";
  append_quoted(out, error);
  return out + "}";
}

std::string write_volcano_event(std::string_view error) {
  std::string out = R"({"errorMessage":)";
  append_quoted(out, error);
  return out + "}";
}

}  // namespace npushare::wire
