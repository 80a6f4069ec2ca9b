#include "scheduler/kube/line_splitter.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <vector>

namespace npushare::kube {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

using Lines = std::vector<std::string>;

Lines split(const std::vector<std::string>& pieces, std::size_t longest = 100) {
  LineSplitter splitter(longest);
  Lines lines;
  for (const std::string& piece : pieces)
    splitter.feed(piece, [&](std::string_view line) { lines.emplace_back(line); });
  return lines;
}

TEST(LineSplitter, DeliversALineWhenItsEndHasCome) {
  EXPECT_THAT(split({"one\n"}), ElementsAre("one"));
  EXPECT_THAT(split({"one"}), IsEmpty());
  EXPECT_THAT(split({"on", "e\ntw", "o\n"}), ElementsAre("one", "two"));
  EXPECT_THAT(split({"one", "\n", "two\nthree\nfo"}), ElementsAre("one", "two", "three"));
}

TEST(LineSplitter, LeavesEmptyLinesOut) {
  EXPECT_THAT(split({"\n\none\n\n", "\n"}), ElementsAre("one"));
}

TEST(LineSplitter, CutsALineAtItsLimitAndGoesOn) {
  EXPECT_THAT(split({"12345\n", "x\n"}, 5), ElementsAre("12345", "x"));
  EXPECT_THAT(split({"123456\n", "x\n"}, 5), ElementsAre("12345", "x"));
  EXPECT_THAT(split({"1234", "5678", "9\nx\n"}, 5), ElementsAre("12345", "x"));
}

RC_GTEST_PROP(LineSplitter, DoesNotCareWhereTheChunksEnd, (const std::vector<bool>& cuts)) {
  const std::string text = "{\"a\":1}\n\n{\"b\":\"two\"}\nlast\nunfinished";
  std::vector<std::string> pieces(1);
  for (std::size_t i = 0; i < text.size(); ++i) {
    pieces.back() += text[i];
    if (i < cuts.size() && cuts[i]) pieces.emplace_back();
  }

  RC_ASSERT(split(pieces) == (Lines{"{\"a\":1}", "{\"b\":\"two\"}", "last"}));
}

}  // namespace
}  // namespace npushare::kube
