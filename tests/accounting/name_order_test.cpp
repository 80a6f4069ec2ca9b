#include "accounting/name_order.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace npushare {
namespace {

const std::vector<std::string_view> kQuoted{"\"a\"", "\"bb\"", "\"bbb\""};

TEST(NameOrder, KnowsPlacesNumbersAndNames) {
  const NameOrder order(kQuoted, {2, 0, 1});

  EXPECT_EQ(order.size(), 3U);
  EXPECT_EQ(order.number(0), 2U);
  EXPECT_EQ(order.place_of(1), 2U);
  EXPECT_EQ(order.quoted(1), "\"a\"");
  EXPECT_EQ(order.length(0), 5U);
}

TEST(NameOrder, CountsTheNamesThatATextBeginsWith) {
  const NameOrder order(kQuoted, {0, 1, 2});

  EXPECT_EQ(order.count_at(0, R"("a","bb","bbb"])"), 3U);
  EXPECT_EQ(order.count_at(0, R"("a","bb"])"), 2U);
  EXPECT_EQ(order.count_at(1, R"("bb","bbb","a")"), 2U);
  EXPECT_EQ(order.count_at(0, R"("a")"), 1U);
  EXPECT_EQ(order.count_at(0, R"("a)"), 0U);
  EXPECT_EQ(order.count_at(0, R"("aa","bb")"), 0U);
  EXPECT_EQ(order.count_at(0, R"("a", "bb")"), 1U);
  EXPECT_EQ(order.count_at(2, ""), 0U);
}

TEST(NameOrder, OfNoNodesIsEmpty) {
  EXPECT_EQ(NameOrder({}, {}).size(), 0U);
}

RC_GTEST_PROP(NameOrderProperty, CountsAsManyNamesAsAgree, ()) {
  const auto names = *rc::gen::unique<std::vector<std::string>>(
      rc::gen::container<std::string>(rc::gen::element('a', 'b', 'c', 'd')));
  std::vector<std::string> quoted;
  for (const std::string& name : names) quoted.push_back('"' + name + '"');
  std::vector<std::uint32_t> numbers(quoted.size());
  for (std::uint32_t i = 0; i < numbers.size(); ++i) numbers[i] = i;
  RC_PRE(!quoted.empty());
  const NameOrder order(std::vector<std::string_view>(quoted.begin(), quoted.end()), numbers);
  const auto start = *rc::gen::inRange<std::size_t>(0, quoted.size());
  const auto count = *rc::gen::inRange<std::size_t>(0, quoted.size() - start + 1);

  std::string text;
  for (std::size_t i = start; i < start + count; ++i) text += quoted[i] + ",";
  text += "\"not a name\"";

  RC_ASSERT(order.count_at(start, text) == count);
}

}  // namespace
}  // namespace npushare
