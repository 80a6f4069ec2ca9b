#include "accounting/name_order.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace npushare {
namespace {

const std::vector<std::string_view> kQuoted{"\"a\"", "\"bb\"", "\"bbb\""};

TEST(NameOrder, KnowsNamesAndWhereTheyStand) {
  const NameOrder order(kQuoted);

  EXPECT_EQ(order.size(), 3U);
  EXPECT_EQ(order.quoted(0), "\"a\"");
  EXPECT_EQ(order.quoted(2), "\"bbb\"");
  EXPECT_EQ(order.length(1, 2), 4U);
  EXPECT_EQ(order.length(0, 3), std::string_view(R"("a","bb","bbb")").size());
  EXPECT_EQ(order.distance(0, 0), 0U);
  EXPECT_EQ(order.distance(0, 2), std::string_view(R"("a","bb",)").size());
}

TEST(NameOrder, CountsTheNamesThatATextBeginsWith) {
  const NameOrder order(kQuoted);

  EXPECT_EQ(order.count_at(0, R"("a","bb","bbb"])"), 3U);
  EXPECT_EQ(order.count_at(0, R"("a","bb"])"), 2U);
  EXPECT_EQ(order.count_at(1, R"("bb","bbb","a")"), 2U);
  EXPECT_EQ(order.count_at(0, R"("a")"), 1U);
  EXPECT_EQ(order.count_at(0, R"("a)"), 0U);
  EXPECT_EQ(order.count_at(0, R"("aa","bb")"), 0U);
  EXPECT_EQ(order.count_at(0, R"("a", "bb")"), 1U);
  EXPECT_EQ(order.count_at(2, ""), 0U);
  EXPECT_EQ(order.count_at(3, R"("a")"), 0U);
}

TEST(NameOrder, OfNoNodesIsEmpty) {
  EXPECT_EQ(NameOrder({}).size(), 0U);
}

RC_GTEST_PROP(NameOrderProperty, CountsAsManyNamesAsAgree, ()) {
  const auto names = *rc::gen::unique<std::vector<std::string>>(
      rc::gen::container<std::string>(rc::gen::element('a', 'b', 'c', 'd')));
  std::vector<std::string> quoted;
  for (const std::string& name : names) quoted.push_back('"' + name + '"');
  RC_PRE(!quoted.empty());
  const NameOrder order(std::vector<std::string_view>(quoted.begin(), quoted.end()));
  const auto start = *rc::gen::inRange<std::size_t>(0, quoted.size());
  const auto count = *rc::gen::inRange<std::size_t>(0, quoted.size() - start + 1);

  std::string text;
  for (std::size_t i = start; i < start + count; ++i) text += quoted[i] + ",";
  text += "\"not a name\"";

  RC_ASSERT(order.count_at(start, text) == count);
}

}  // namespace
}  // namespace npushare
