// Who leaves a node so that a pod fits: tables, and a property against trying every set.
#include "policies/victims.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <tuple>

#include "tests/support/policies_generators.hpp"

namespace npushare::test {
namespace {

/// Everyone of lower priority on the node, in order of uid; nobody has a budget.
std::vector<Tenant> lower_tenants(const NodeLedger& node, std::int64_t priority) {
  std::map<PodUid, HolderPtr> holders;
  for (const DeviceLedger& chip : node.chips())
    for (const auto& [id, share] : chip.shares())
      if (share.holder->priority < priority) holders.emplace(share.holder->uid, share.holder);
  std::vector<Tenant> tenants;
  for (const auto& [uid, holder] : holders) tenants.push_back({holder, {}});
  return tenants;
}

/// "lo-2,lo-1 broken=1"; "nobody"; "-" when nothing helps.
std::string text(const VictimQuestion& question) {
  const std::optional<Victims> victims = choose_victims(question);
  if (!victims) return "-";
  std::string names;
  for (const std::size_t at : victims->tenants)
    names += (names.empty() ? "" : ",") + question.tenants[at].holder->uid.text();
  if (names.empty()) names = "nobody";
  if (victims->broken_budgets > 0) names += " broken=" + std::to_string(victims->broken_budgets);
  return names;
}

std::string victims_of(const NodeLedger& node, const Request& request) {
  return text({.node = node,
               .request = request,
               .tenants = lower_tenants(node, request.holder->priority),
               .allowed = {}});
}

TEST(Victims, AreNobodyWhereThePodFitsAlready) {
  const ANode node = a_node().hard("A").share("A", hard(6144), "lo", 0);

  EXPECT_EQ(victims_of(node, pod(hard(6144), "p", 10)), "nobody");
}

TEST(Victims, AreNoneWhenEvenAllOfThemWouldNotDo) {
  const ANode node =
      a_node().hard("A").share("A", whole(), "hi", 10).hard("B").share("B", hard(3072), "lo", 0);

  EXPECT_EQ(victims_of(node, pod(whole(2), "p", 10)), "-");
}

TEST(Victims, AreTheLeastImportantThatDo) {
  const ANode node =
      a_node().hard("A").share("A", hard(6144), "lo-1", 0).share("A", hard(6144), "lo-2", 10);

  EXPECT_EQ(victims_of(node, pod(hard(12288), "p", 1000)), "lo-1");
  EXPECT_EQ(victims_of(node, pod(whole(), "p", 1000)), "lo-2,lo-1");
}

TEST(Victims, AreFewOfOnePriorityRatherThanMany) {
  const ANode node = a_node()
                         .soft("A")
                         .share("A", soft(7000, 0), "small-1")
                         .share("A", soft(7000, 0), "small-2")
                         .share("A", soft(7000, 0), "small-3")
                         .soft("B")
                         .share("B", soft(15000, 0), "big");

  EXPECT_EQ(victims_of(node, pod(soft(21000, 0), "p", 1)), "big");
}

TEST(Victims, AreManyOfLowPriorityRatherThanOneOfHigh) {
  const ANode node = a_node()
                         .soft("A")
                         .share("A", soft(7000, 0), "small-1", 1)
                         .share("A", soft(7000, 0), "small-2", 1)
                         .soft("B")
                         .share("B", soft(15000, 0), "big", 2);

  EXPECT_EQ(victims_of(node, pod(soft(21000, 0), "p", 9)), "small-2,small-1");
}

TEST(Victims, BreakNoBudgetIfAnotherWillDo) {
  const ANode node =
      a_node().hard("A").share("A", whole(), "kept", 0).hard("B").share("B", whole(), "free", 5);
  const Request request = pod(whole(), "p", 9);
  VictimQuestion question{
      .node = node, .request = request, .tenants = lower_tenants(node, 9), .allowed = {0}};
  for (Tenant& tenant : question.tenants)
    if (tenant.holder->uid == PodUid{"kept"}) tenant.budgets = {0};

  EXPECT_EQ(text(question), "free");
  question.allowed = {1};
  EXPECT_EQ(text(question), "kept");
}

TEST(Victims, CountWhatABudgetDoesNotBear) {
  const ANode node =
      a_node().hard("A").share("A", hard(6144), "lo-1", 0).share("A", hard(6144), "lo-2", 10);
  const Request request = pod(whole(), "p", 1000);
  VictimQuestion question{
      .node = node, .request = request, .tenants = lower_tenants(node, 1000), .allowed = {1}};
  for (Tenant& tenant : question.tenants) tenant.budgets = {0};

  EXPECT_EQ(text(question), "lo-2,lo-1 broken=1");
}

TEST(Victims, MakeRoomForAllContainersOfThePod) {
  const ANode node = a_node()
                         .hard("A")
                         .share("A", whole(), "a", 0)
                         .hard("B")
                         .share("B", whole(), "b", 1)
                         .hard("C")
                         .share("C", whole(), "c", 2);

  EXPECT_EQ(victims_of(node, APod("p", 9).app(whole()).app(whole())), "b,a");
}

/// A node full of equal small pods, of which many sets would do: the bound on plans holds, and the
/// answer is right all the same.
TEST(Victims, AreFoundOnACrowdedNode) {
  ANode node = a_node();
  for (int chip = 0; chip < 8; ++chip) {
    const std::string uuid(1, static_cast<char>('A' + chip));
    node.soft(uuid);
    for (int k = 0; k < 7; ++k)
      node.share(uuid, soft(3000, 10), uuid + std::to_string(k), chip + 1);
  }

  EXPECT_EQ(victims_of(node, pod(soft(12000, 40), "p", 100)), "A3,A2,A1,A0");
  EXPECT_EQ(victims_of(node, pod(whole(), "p", 1)), "-");
}

using Set = std::vector<std::size_t>;

/// What makes one set worse than another, by the words of victims.hpp.
auto cost_of(const VictimQuestion& question, Set set) {
  const auto holder = [&](std::size_t at) -> const Holder& { return *question.tenants[at].holder; };
  const auto importance = [&](std::size_t at) {
    MiB memory;
    for (const DeviceLedger& chip : question.node.chips())
      for (const auto& [id, share] : chip.shares())
        if (share.holder->uid == holder(at).uid) memory = memory + share.amount.memory;
    return std::tuple(holder(at).priority, -holder(at).since, memory, holder(at).uid);
  };
  std::ranges::sort(set, std::ranges::greater{}, importance);
  std::vector<std::int64_t> left = question.allowed;
  std::int64_t broken = 0;
  std::vector<decltype(importance(0))> importances;
  for (const std::size_t at : set) {
    bool is_broken = false;
    for (const std::size_t budget : question.tenants[at].budgets)
      if (--left[budget] < 0) is_broken = true;
    broken += is_broken ? 1 : 0;
    importances.push_back(importance(at));
  }
  return std::tuple(broken, holder(set.front()).priority, set.size(), importances);
}

bool fits_without(const VictimQuestion& question, const Set& set) {
  NodeLedger node = question.node;
  for (const std::size_t at : set) node.release(question.tenants[at].holder->uid);
  return plan_on(node, question.request, policy("binpack")).fits();
}

std::vector<Set> subsets(std::size_t size) {
  std::vector<Set> all;
  for (std::size_t bits = 1; bits < (std::size_t{1} << size); ++bits) {
    Set& set = all.emplace_back();
    for (std::size_t at = 0; at < size; ++at)
      if ((bits >> at & 1) != 0) set.push_back(at);
  }
  return all;
}

RC_GTEST_PROP(Victims, AreTheBestOfAllSetsOfTenants, ()) {
  const ANode drawn = draw_node(3, {Mode::kSoft, Mode::kHard});
  const NodeLedger& node = drawn;
  APod asker("p", 3);
  const int containers = draw(1, 2);
  for (int i = 0; i < containers; ++i) asker.app(draw_of<Ask>({draw_ask(2), whole()}));
  const Request request = asker;
  VictimQuestion question{.node = node,
                          .request = request,
                          .tenants = lower_tenants(node, 3),
                          .allowed = {draw(0, 2), draw(0, 2)}};
  for (Tenant& tenant : question.tenants)
    for (const std::size_t budget : {0U, 1U})
      if (rarely(3)) tenant.budgets.push_back(budget);

  const std::optional<Victims> victims = choose_victims(question);

  if (fits_without(question, {})) {
    RC_ASSERT(victims && victims->tenants.empty());
    return;
  }
  const std::vector<Set> all = subsets(question.tenants.size());
  const bool helps =
      std::ranges::any_of(all, [&](const Set& s) { return fits_without(question, s); });
  RC_ASSERT(victims.has_value() == helps);
  if (!helps) return;
  RC_TAG("with victims");
  RC_ASSERT(fits_without(question, victims->tenants));
  const auto cost = cost_of(question, victims->tenants);
  RC_ASSERT(std::get<0>(cost) == victims->broken_budgets);
  for (const Set& set : all)
    if (cost_of(question, set) < cost) RC_ASSERT(!fits_without(question, set));
}

}  // namespace
}  // namespace npushare::test
