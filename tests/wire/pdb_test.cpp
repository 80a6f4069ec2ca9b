#include "scheduler/wire/pdb.hpp"

#include <gtest/gtest.h>

namespace npushare::wire {
namespace {

std::string budget_with(const std::string& selector) {
  return R"({"kind":"PodDisruptionBudget","metadata":{"name":"keep","namespace":"ai",)"
         R"("resourceVersion":"7"},"spec":{"minAvailable":1,"selector":)" +
         selector + R"(},"status":{"disruptionsAllowed":2,"disruptedPods":{"gone":"2026-01-01"}}})";
}

Labels labels_of(std::initializer_list<std::pair<const char*, const char*>> pairs) {
  Labels labels;
  for (const auto& [key, value] : pairs) labels.add(key, value);
  return labels;
}

struct SelectorCase {
  const char* name;
  const char* selector;
  bool covers;  // a pod with app=web, tier=front
};

class BudgetSelector : public testing::TestWithParam<SelectorCase> {};

TEST_P(BudgetSelector, CoversAsKubernetesSays) {
  const Result<DisruptionBudget> budget = read_budget(budget_with(GetParam().selector));

  ASSERT_TRUE(budget) << budget.error().message;
  EXPECT_EQ(budget->covers({"ai", "p"}, labels_of({{"app", "web"}, {"tier", "front"}})),
            GetParam().covers);
}

INSTANTIATE_TEST_SUITE_P(
    Selectors, BudgetSelector,
    testing::Values(
        SelectorCase{"none", "null", false}, SelectorCase{"empty", "{}", true},
        SelectorCase{"label", R"({"matchLabels":{"app":"web"}})", true},
        SelectorCase{"other_label", R"({"matchLabels":{"app":"web","tier":"back"}})", false},
        SelectorCase{"in",
                     R"({"matchExpressions":[{"key":"app","operator":"In","values":["a","web"]}]})",
                     true},
        SelectorCase{"not_in",
                     R"({"matchExpressions":[{"key":"app","operator":"NotIn","values":["web"]}]})",
                     false},
        SelectorCase{"not_in_of_a_missing_key",
                     R"({"matchExpressions":[{"key":"x","operator":"NotIn","values":["web"]}]})",
                     true},
        SelectorCase{"exists", R"({"matchExpressions":[{"key":"tier","operator":"Exists"}]})",
                     true},
        SelectorCase{"does_not_exist",
                     R"({"matchExpressions":[{"key":"tier","operator":"DoesNotExist"}]})", false},
        SelectorCase{"both",
                     R"({"matchLabels":{"app":"web"},
                         "matchExpressions":[{"key":"x","operator":"Exists"}]})",
                     false}),
    [](const auto& test) { return std::string(test.param.name); });

TEST(Budget, CoversOnlyPodsOfItsNamespaceThatAreNotCountedAlready) {
  const Result<DisruptionBudget> budget = read_budget(budget_with("{}"));

  ASSERT_TRUE(budget) << budget.error().message;
  EXPECT_TRUE(budget->covers({"ai", "p"}, {}));
  EXPECT_FALSE(budget->covers({"other", "p"}, {}));
  EXPECT_FALSE(budget->covers({"ai", "gone"}, {}));
  EXPECT_EQ(budget->allowed, 2);
  EXPECT_EQ(budget->resource_version, "7");
}

TEST(Budget, NamesWhatIsWrong) {
  const auto complaint = [](const std::string& text) {
    const Result<DisruptionBudget> budget = read_budget(text);
    return budget ? std::string() : budget.error().message;
  };

  EXPECT_EQ(complaint(budget_with(R"({"matchExpressions":[{"key":"a","operator":"Like"}]})")),
            "spec.selector.matchExpressions[0].operator: one of In, NotIn, Exists, DoesNotExist "
            "is expected");
  EXPECT_EQ(complaint(R"({"kind":"Pod"})"),
            R"(kind: "Pod" where a PodDisruptionBudget is expected)");
  EXPECT_EQ(complaint("[]"), "an object is expected");
  EXPECT_NE(complaint("{"), "");
  EXPECT_EQ(read_budget(R"({"status":{"disruptionsAllowed":-9}})")->allowed, 0);
}

TEST(BudgetList, IsReadItemByItem) {
  std::vector<std::string> names;
  const auto each = [&](DisruptionBudget&& budget) { names.push_back(budget.name); };

  const Result<ListMeta> meta = read_budget_list(
      R"({"kind":"PodDisruptionBudgetList","metadata":{"resourceVersion":"9","continue":"c"},)"
      R"("items":[{"metadata":{"name":"a"}},{"metadata":{"name":"b"}}]})",
      each);

  ASSERT_TRUE(meta) << meta.error().message;
  EXPECT_EQ(meta->resource_version, "9");
  EXPECT_EQ(meta->continue_token, "c");
  EXPECT_EQ(names, (std::vector<std::string>{"a", "b"}));
  EXPECT_TRUE(read_budget_list(R"({"items":null})", each));
  EXPECT_FALSE(read_budget_list("{}", each));
  EXPECT_FALSE(read_budget_list(R"({"kind":"Status","items":[]})", each));
  EXPECT_EQ(read_budget_list(R"({"items":[{}]})", each).error().message,
            "items[0]: metadata.name is missing");
}

TEST(BudgetEvent, IsReadWithItsType) {
  const Result<WatchEvent<DisruptionBudget>> event =
      read_budget_event(R"({"type":"MODIFIED","object":)" + budget_with("{}") + "}");

  ASSERT_TRUE(event) << event.error().message;
  EXPECT_EQ(event->type, EventType::kModified);
  EXPECT_EQ(event->object.name, "keep");

  const auto bookmark = read_budget_event(
      R"({"type":"BOOKMARK","object":{"kind":"PodDisruptionBudget","metadata":
          {"resourceVersion":"12","annotations":{"k8s.io/initial-events-end":"true"}}}})");
  ASSERT_TRUE(bookmark) << bookmark.error().message;
  EXPECT_TRUE(bookmark->initial_end);
  EXPECT_EQ(bookmark->object.resource_version, "12");

  const auto expired = read_budget_event(
      R"({"type":"ERROR","object":{"kind":"Status","code":410,"reason":"Expired"}})");
  ASSERT_TRUE(expired) << expired.error().message;
  EXPECT_EQ(expired->status.code, 410);

  EXPECT_FALSE(read_budget_event(R"({"type":"ADDED","object":{"kind":"PodDisruptionBudget"}})"));
  EXPECT_FALSE(read_budget_event(R"({"type":"ELSE","object":{}})"));
  EXPECT_FALSE(read_budget_event(R"({"type":"ADDED"})"));
}

TEST(Labels, KeepTheLastOfEqualKeys) {
  const Labels labels = labels_of({{"a", "1"}, {"empty", ""}, {"a", "2"}});

  EXPECT_EQ(labels.find("a"), "2");
  EXPECT_EQ(labels.find("empty"), "");
  EXPECT_EQ(labels.find("2"), std::nullopt);
  EXPECT_EQ(Labels{}.find("a"), std::nullopt);
}

}  // namespace
}  // namespace npushare::wire
