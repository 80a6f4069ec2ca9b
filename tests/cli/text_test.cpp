#include "scheduler/cli/text.hpp"

#include <gtest/gtest.h>

#include "scheduler/cli/style.hpp"

namespace npushare::cli {
namespace {

TEST(Text, CountsColumnsByCodePoint) {
  EXPECT_EQ(columns_of(""), 0U);
  EXPECT_EQ(columns_of("chip"), 4U);
  EXPECT_EQ(columns_of("█▒·…"), 4U);
}

struct Cut {
  std::string text;
  std::size_t columns;
  std::string expected;
};

TEST(Text, ShortensWithAnEllipsisOnlyWhatIsTooLong) {
  for (const Cut& cut : {Cut{"chip", 5, "chip"}, Cut{"chip", 4, "chip"}, Cut{"chip", 3, "ch…"},
                         Cut{"chip", 1, "…"}, Cut{"chip", 0, ""}, Cut{"██████", 4, "███…"}})
    EXPECT_EQ(shortened(cut.text, cut.columns), cut.expected) << cut.text << cut.columns;
}

TEST(Text, FitsExactly) {
  EXPECT_EQ(fitted("ab", 4), "ab  ");
  EXPECT_EQ(fitted("ab", 4, Align::kRight), "  ab");
  EXPECT_EQ(fitted("abcde", 4, Align::kRight), "abc…");
}

TEST(Text, ReplacesWhatATerminalWouldObey) {
  EXPECT_EQ(printable("plain · text…"), "plain · text…");
  EXPECT_EQ(printable("\x1b[31mred\x7f\t\n"), "?[31mred???");
  EXPECT_EQ(printable("\xC2\x9B"
                      "31m"),
            "?31m");
}

TEST(Text, ReplacesBrokenUtf8ByteByByte) {
  EXPECT_EQ(printable("\xFF"
                      "a\x80"),
            "?a?");
  EXPECT_EQ(printable("\xE2\x80"), "??");
  EXPECT_EQ(printable("\xC0\xAF"), "??");
}

TEST(Text, WrapsAtSpacesAndKeepsLongWordsWhole) {
  EXPECT_EQ(wrapped("one two three", 2, 9), "  one two\n  three\n");
  EXPECT_EQ(wrapped("one two three", 2, 8), "  one\n  two\n  three\n");
  EXPECT_EQ(wrapped("a  incomprehensibilities", 1, 6), " a\n incomprehensibilities\n");
  EXPECT_EQ(wrapped("", 2, 8), "");
}

TEST(Style, PaintsOnlyOnATerminalThatWantsIt) {
  const auto colour = [](bool is_terminal, const char* no_color, const char* term) {
    return colour_for({.is_terminal = is_terminal, .no_color = no_color, .term = term});
  };

  EXPECT_EQ(colour(true, nullptr, "xterm"), Colour::kOn);
  EXPECT_EQ(colour(true, "", "xterm"), Colour::kOn);
  EXPECT_EQ(colour(true, nullptr, nullptr), Colour::kOn);
  EXPECT_EQ(colour(false, nullptr, "xterm"), Colour::kOff);
  EXPECT_EQ(colour(true, "1", "xterm"), Colour::kOff);
  EXPECT_EQ(colour(true, nullptr, "dumb"), Colour::kOff);
}

TEST(Style, LeavesTextAloneWithoutColour) {
  EXPECT_EQ(Style(Colour::kOff).paint(Tone::kBad, "no"), "no");
  EXPECT_EQ(Style(Colour::kOn).paint(Tone::kPlain, "no"), "no");
  EXPECT_EQ(Style(Colour::kOn).paint(Tone::kBad, ""), "");
  EXPECT_EQ(Style(Colour::kOn).paint(Tone::kBad, "no"), "\x1b[31mno\x1b[0m");
}

}  // namespace
}  // namespace npushare::cli
