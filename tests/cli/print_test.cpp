#include "scheduler/cli/print.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace npushare::cli {
namespace {

class Printing : public testing::Test {
 protected:
  std::string printed(Output output) {
    print({.answer = answer, .tables = tables}, {.output = output}, screen);
    return out.str();
  }

  std::ostringstream out;
  std::ostringstream err;
  Screen screen{.out = out, .err = err, .canvas = {}};
  wire::Json answer = wire::Json::Object{{"a", 1}};
  std::string tables = "A\n1\n";
};

TEST_F(Printing, OfATableIsTheTable) {
  EXPECT_EQ(printed(Output::kTable), "A\n1\n");
}

TEST_F(Printing, AsYamlIsTheWholeAnswer) {
  EXPECT_EQ(printed(Output::kYaml), "a: 1\n");
}

TEST_F(Printing, AsJsonIsTheWholeAnswer) {
  EXPECT_EQ(printed(Output::kJson), "{\n  \"a\": 1\n}\n");
}

TEST_F(Printing, OfAWideTableHasMoreColumns) {
  EXPECT_EQ(canvas_for(Output::kTable, screen).columns, 100U);
  EXPECT_EQ(canvas_for(Output::kWide, screen).columns, 160U);
  EXPECT_EQ(canvas_for(Output::kWide, screen).width, Width::kWide);
}

TEST_F(Printing, OfAWatchEndsWithTheFirstFailure) {
  int looks = 0;
  const int code = again_and_again(true, screen, [&](const Screen&) {
    ++looks;
    return Look{kExitUnreachable, true};
  });

  EXPECT_EQ(code, kExitUnreachable);
  EXPECT_EQ(looks, 1);
}

TEST_F(Printing, OfAWatchEndsWhenNobodyReadsAnyMore) {
  const int code = again_and_again(true, screen, [&](const Screen& now) {
    now.out.setstate(std::ios::badbit);
    return Look{kExitDiffers, false};
  });

  EXPECT_EQ(code, kExitDiffers);
}

TEST_F(Printing, WithoutAWatchLooksOnce) {
  int looks = 0;
  again_and_again(false, screen, [&](const Screen&) {
    ++looks;
    return Look{};
  });

  EXPECT_EQ(looks, 1);
}

}  // namespace
}  // namespace npushare::cli
