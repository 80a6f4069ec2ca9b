// How names from outside become labels, and which never do.
#include "scheduler/metrics/labels.hpp"

#include <gtest/gtest.h>

namespace npushare::metrics {
namespace {

struct LabelCase {
  const char* name;
  std::string value;
  std::string written;  // empty: not written at all
};

class LabelValues : public testing::TestWithParam<LabelCase> {};

TEST_P(LabelValues, AreEscapedOrRefused) {
  const Labels labels = Labels().add("node", "n1").add("pod", GetParam().value);

  EXPECT_EQ(labels.is_sound(), !GetParam().written.empty());
  if (!labels.is_sound()) return;
  EXPECT_EQ(labels.text(), R"(node="n1",pod=")" + GetParam().written + '"');
}

// case-C152: a label that is not UTF-8. U+0080, U+0800 and U+10000 are the first of their lengths.
INSTANTIATE_TEST_SUITE_P(
    Table, LabelValues,
    testing::Values(
        LabelCase{"plain", "infer-0", "infer-0"}, LabelCase{"quote", R"(a"b)", R"(a\"b)"},
        LabelCase{"backslash", R"(a\b)", R"(a\\b)"}, LabelCase{"line_end", "a\nb", R"(a\nb)"},
        LabelCase{"closes_the_braces", R"(x"} 1)", R"(x\"} 1)"},
        LabelCase{"markup", "<script>", "<script>"}, LabelCase{"two_bytes", "\xC2\x80", "\xC2\x80"},
        LabelCase{"two_bytes_too_many", "\xC1\xBF", ""},
        LabelCase{"three_bytes", "\xE0\xA0\x80", "\xE0\xA0\x80"},
        LabelCase{"three_bytes_too_many", "\xE0\x9F\xBF", ""},
        LabelCase{"before_the_surrogates", "\xED\x9F\xBF", "\xED\x9F\xBF"},
        LabelCase{"surrogate", "\xED\xA0\x80", ""},
        LabelCase{"four_bytes", "\xF0\x90\x80\x80", "\xF0\x90\x80\x80"},
        LabelCase{"the_last", "\xF4\x8F\xBF\xBF", "\xF4\x8F\xBF\xBF"},
        LabelCase{"past_the_last", "\xF4\x90\x80\x80", ""}, LabelCase{"cut_short", "a\xE2\x82", ""},
        LabelCase{"follows_nothing", "\x80", ""}, LabelCase{"never_a_byte_of_text", "\xFF", ""},
        LabelCase{"zero_byte", std::string("a\0b", 3), std::string("a\0b", 3)}),
    [](const auto& test) { return std::string(test.param.name); });

TEST(Labels, AreAsGoodAsNewOnceCleared) {
  Labels labels;
  labels.add("pod", "\xFF");

  labels.clear();
  labels.add("pod", "p");

  EXPECT_TRUE(labels.is_sound());
  EXPECT_EQ(labels.text(), R"(pod="p")");
}

}  // namespace
}  // namespace npushare::metrics
