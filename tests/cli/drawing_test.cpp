#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <numeric>

#include "scheduler/cli/bars.hpp"
#include "scheduler/cli/format.hpp"
#include "scheduler/cli/table.hpp"
#include "tests/support/cli_golden.hpp"

namespace npushare::cli {
namespace {

TEST(Bars, ShareOutTheCellsByLargestRemainder) {
  using Cells = std::vector<std::size_t>;
  EXPECT_EQ(shared_out({}, 100, 10), (Cells{10}));
  EXPECT_EQ(shared_out({50}, 100, 10), (Cells{5, 5}));
  EXPECT_EQ(shared_out({8192, 8192}, 21527, 40), (Cells{15, 15, 10}));
  EXPECT_EQ(shared_out({100}, 100, 10), (Cells{10, 0}));
}

TEST(Bars, GiveTheSmallestShareACell) {
  using Cells = std::vector<std::size_t>;
  EXPECT_EQ(shared_out({1}, 100'000, 10), (Cells{1, 9}));
  EXPECT_EQ(shared_out({0}, 100, 10), (Cells{0, 10}));
}

TEST(Bars, FillUpWhenMoreIsTakenThanThereIs) {
  using Cells = std::vector<std::size_t>;
  EXPECT_EQ(shared_out({150}, 100, 10), (Cells{10, 0}));
  EXPECT_EQ(shared_out({100, 100}, 100, 10), (Cells{5, 5, 0}));
  EXPECT_EQ(shared_out({0}, 0, 10), (Cells{0, 10}));
  EXPECT_EQ(shared_out({-5}, 100, 10), (Cells{0, 10}));
}

RC_GTEST_PROP(Bars, AlwaysUseEveryCell,
              (const std::vector<std::int64_t>& parts, std::int64_t whole)) {
  const std::size_t cells = *rc::gen::inRange<std::size_t>(0, 80);

  const std::vector<std::size_t> given = shared_out(parts, whole, cells);

  RC_ASSERT(given.size() == parts.size() + 1);
  RC_ASSERT(std::accumulate(given.begin(), given.end(), std::size_t{0}) == cells);
}

TEST(Bars, TellNeighboursApartWithoutColour) {
  EXPECT_EQ(bar({2, 2, 2}, 10, 10, Style()), "██▒▒██····");
}

TEST(Table, AlignsAndTrims) {
  Table table({{.title = "POD"}, {.title = "MEMORY", .align = Align::kRight}, {.title = "WHY"}}, 2);
  table.add({{"ai/a"}, {"8192"}, {"no room"}});
  table.add({{"ai/long-name"}, {"7"}});

  EXPECT_EQ(table.draw({.style = Style(), .columns = 60}),
            "  POD           MEMORY  WHY\n"
            "  ai/a            8192  no room\n"
            "  ai/long-name       7\n");
}

TEST(Table, ShrinksTheWidestColumnThatMay) {
  Table table({{.title = "A", .squeeze = Squeeze::kMayShrink},
               {.title = "B", .squeeze = Squeeze::kMayShrink},
               {.title = "C"}},
              0);
  table.add({{std::string(30, 'a')}, {std::string(12, 'b')}, {std::string(10, 'c')}});

  const std::string page = table.draw({.style = Style(), .columns = 40});

  expect_tidy(page, 40);
  EXPECT_NE(page.find(std::string(13, 'a') + "…  " + std::string(12, 'b')), std::string::npos)
      << page;
}

TEST(Table, DrawsNothingWithoutRows) {
  EXPECT_EQ(Table({{.title = "A"}}, 0).draw(Canvas{}), "");
}

TEST(Table, KeepsSpacesOutsideOfThePaint) {
  Table table({{.title = "N", .align = Align::kRight}}, 0);
  table.add({{"1", Tone::kBad}});
  table.add({{"10"}});

  EXPECT_EQ(table.draw({.style = Style(Colour::kOn), .columns = 20}),
            " \x1b[2mN\x1b[0m\n \x1b[31m1\x1b[0m\n10\n");
}

TEST(Format, RoundsPercentToTheNearest) {
  EXPECT_EQ(percent_of(0, 100), "0 %");
  EXPECT_EQ(percent_of(16384, 21527), "76 %");
  EXPECT_EQ(percent_of(995, 1000), "100 %");
  EXPECT_EQ(percent_of(994, 1000), "99 %");
  EXPECT_EQ(percent_of(24384, 21527), "113 %");
  EXPECT_EQ(percent_of(5, 0), "-");
}

TEST(Format, WritesDurationsInTheUnitThatFits) {
  const auto text = [](std::int64_t ms) { return duration(std::chrono::milliseconds(ms)); };
  EXPECT_EQ(text(-1), "0 ms");
  EXPECT_EQ(text(999), "999 ms");
  EXPECT_EQ(text(1000), "1.0 s");
  EXPECT_EQ(text(1249), "1.2 s");
  EXPECT_EQ(text(1250), "1.3 s");
  EXPECT_EQ(text(59'949), "59.9 s");
  EXPECT_EQ(text(59'950), "1 min 0 s");
  EXPECT_EQ(text(3'599'000), "59 min 59 s");
  EXPECT_EQ(text(3'600'000), "1 h 0 min");
}

TEST(Format, NamesUnits) {
  EXPECT_EQ(memory(MiB{8192}), "8192 MiB");
  EXPECT_EQ(cores(Cores{50}, Mode::kSoft), "50 %");
  EXPECT_EQ(cores(Cores{1}, Mode::kHard), "1 AI core");
  EXPECT_EQ(cores(Cores{2}, Mode::kHard), "2 AI cores");
  EXPECT_EQ(counted(1, "chip"), "1 chip");
  EXPECT_EQ(counted(0, "chip"), "0 chips");
}

}  // namespace
}  // namespace npushare::cli
