// Rows in, columns out, in pieces of any size.
#include "scheduler/metrics/table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "tests/support/metrics_page.hpp"

namespace npushare::metrics {
namespace {

constexpr std::array kTwo{Family{Kind::kGauge, "a_bytes", "One."},
                          Family{Kind::kCounter, "b_total", "Two."}};

Table a_table(int rows) {
  Table table(kTwo);
  for (int i = 0; i < rows; ++i)
    table.add(Labels().add("row", std::to_string(i)), std::array{i * 1.0, i + 0.25});
  return table;
}

std::string all_of(Table table, std::size_t piece) {
  std::string page;
  for (bool is_more = true; is_more;) {
    std::string out;
    is_more = table.write(out, piece);
    page += out;
  }
  return page;
}

TEST(Table, PutsTheSamplesOfAFamilyTogether) {
  EXPECT_EQ(all_of(a_table(2), 1 << 20),
            "# HELP a_bytes One.\n# TYPE a_bytes gauge\n"
            "a_bytes{row=\"0\"} 0\na_bytes{row=\"1\"} 1\n"
            "# HELP b_total Two.\n# TYPE b_total counter\n"
            "b_total{row=\"0\"} 0.25\nb_total{row=\"1\"} 1.25\n");
}

TEST(Table, IsTheSamePageInPiecesOfAnySize) {
  const std::string whole = all_of(a_table(5), 1 << 20);

  for (std::size_t piece = 0; piece < whole.size() + 2; ++piece)
    ASSERT_EQ(all_of(a_table(5), piece), whole) << piece;
}

TEST(Table, SaysNothingOfFamiliesWithoutARow) {
  EXPECT_EQ(all_of(a_table(0), 1), "");
}

// case-C152: no NaN, and a broken sample is left out and counted.
TEST(Table, LeavesOutWhatCannotBeWritten) {
  Table table(kTwo);
  table.add(Labels().add("row", "ok"), std::array{Table::kAbsent, 1.0});
  table.add(Labels().add("row", "\xFF"), std::array{1.0, 1.0});

  EXPECT_EQ(table.skipped(), 1U);
  const metrics_test::ReadPage page(all_of(std::move(table), 1 << 20));
  EXPECT_EQ(page.samples.size(), 1U);
  EXPECT_EQ(page.value(R"(b_total{row="ok"})"), 1);
  EXPECT_THAT(page.complaints, testing::IsEmpty());
}

struct NumberCase {
  double value;
  const char* written;
};

class Numbers : public testing::TestWithParam<NumberCase> {};

TEST_P(Numbers, AreWrittenExactly) {
  std::string out;
  PageWriter(out).one(kTwo[0], GetParam().value);

  EXPECT_THAT(out, testing::EndsWith(std::string("a_bytes ") + GetParam().written + "\n"));
}

INSTANTIATE_TEST_SUITE_P(Table, Numbers,
                         testing::Values(NumberCase{0, "0"}, NumberCase{-1, "-1"},
                                         NumberCase{22572695552, "22572695552"},
                                         NumberCase{9007199254740991, "9007199254740991"},
                                         NumberCase{9007199254740992, "9007199254740992"},
                                         NumberCase{0.25, "0.25"}, NumberCase{-0.05, "-0.05"},
                                         NumberCase{1e300, "1e+300"}, NumberCase{HUGE_VAL, "inf"}));

}  // namespace
}  // namespace npushare::metrics
