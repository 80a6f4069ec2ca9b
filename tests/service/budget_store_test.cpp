#include "scheduler/app/budget_store.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace npushare {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

wire::DisruptionBudget a_budget(const std::string& name, std::int64_t allowed) {
  wire::DisruptionBudget budget;
  budget.space = "ai";
  budget.name = name;
  budget.allowed = allowed;
  return budget;
}

std::vector<std::string> names_in(const BudgetStore& store) {
  std::vector<std::string> names;
  for (const wire::DisruptionBudget& budget : *store.all())
    names.push_back(budget.name + "=" + std::to_string(budget.allowed));
  return names;
}

TEST(BudgetStore, FollowsTheWatch) {
  BudgetStore store;
  EXPECT_THAT(names_in(store), IsEmpty());

  store.list_started();
  store.item(a_budget("a", 1));
  store.item(a_budget("b", 2));
  EXPECT_THAT(names_in(store), IsEmpty());  // not before the list is whole
  store.list_done();
  EXPECT_THAT(names_in(store), ElementsAre("a=1", "b=2"));

  store.changed(a_budget("a", 0));
  store.changed(a_budget("c", 3));
  store.removed(a_budget("b", 2));
  EXPECT_THAT(names_in(store), ElementsAre("a=0", "c=3"));
}

TEST(BudgetStore, ForgetsWhatTheNextListDoesNotShow) {
  BudgetStore store;
  store.changed(a_budget("old", 1));
  const auto before = store.all();

  store.list_started();
  store.item(a_budget("half", 1));
  store.list_started();  // the list before has failed
  store.item(a_budget("new", 1));
  store.list_done();

  EXPECT_THAT(names_in(store), ElementsAre("new=1"));
  EXPECT_EQ(before->size(), 1U);  // who still reads it is not disturbed
}

}  // namespace
}  // namespace npushare
