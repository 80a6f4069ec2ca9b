// For random states and pods: explain and filter give one verdict, and the short answer from the
// scan row is the verdict of a plan.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "scheduler/verbs/explain.hpp"
#include "tests/support/verbs_quotas.hpp"

namespace npushare::verbs_test {
namespace {

const std::vector<std::string> kMemories{"", "100", "3072", "6144", "9000", "12288", "21527"};
const std::vector<std::string> kCores{"", "5", "30", "100"};

wire::Pod any_pod(const std::string& name) {
  const auto memory = *rc::gen::elementOf(kMemories);
  const auto chips = *rc::gen::element<std::string>("1", "1", "1", "2");
  const bool is_soft = *rc::gen::arbitrary<bool>();
  wire::Pod pod = is_soft ? a_soft_pod(name, memory.empty() ? "500" : memory,
                                       *rc::gen::elementOf(kCores), chips)
                          : a_hard_pod(name, chips == "1" ? memory : "", 0, chips);
  pod.priority = *rc::gen::element(0, 0, 10, 1000);
  return pod;
}

void fill(World& world, const std::string& node) {
  const int pods = *rc::gen::inRange(0, 10);
  for (int i = 0; i < pods; ++i) {
    const wire::Pod pod = any_pod(node + "-" + std::to_string(i));
    const Result<Request> request = world.rules.load()->dialect.read_request(pod);
    if (!request) continue;
    const Plan plan =
        plan_on(*world.book.snapshot(NodeName{node}), *request, *world.rules.load()->chip_policy);
    if (plan.fits()) world.book.observe(*plan.allocation, InitPhase::kDone);
  }
}

std::string verdict_in(const FilterReply& reply, const std::string& node) {
  if (const auto failed = reply.failed.find(node); failed != reply.failed.end())
    return "resolvable " + failed->second;
  if (const auto failed = reply.unresolvable.find(node); failed != reply.unresolvable.end())
    return "unresolvable " + failed->second;
  return std::ranges::find(reply.names, node) != reply.names.end() ? "fits" : "nowhere";
}

std::string verdict_in(const Json& node) {
  if (node["fits"].boolean()) return "fits";
  return (node["resolvable"].boolean() ? "resolvable " : "unresolvable ") +
         node["reason"]["text"].string();
}

/// With any of its chips cordoned, or none.
wire::Node any_node(const std::string& name, Mode mode, const std::vector<std::string>& uuids) {
  wire::Node node = a_wire_node(name, mode, uuids);
  std::string cordoned;
  for (const std::string& uuid : uuids)
    if (*rc::gen::inRange(0, 4) == 0) cordoned += (cordoned.empty() ? "" : ",") + uuid;
  if (!cordoned.empty()) node.annotations[std::string(backends::kCordonKey)] = cordoned;
  return node;
}

/// Half of the namespaces have quotas: spent, nearly spent, or wide.
void limit(QuotaWorld& world) {
  if (*rc::gen::arbitrary<bool>()) return;
  world.limit({{kMemoryKey, *rc::gen::element<std::string>("0", "12288", "40000", "900000")},
               {kCoresKey, *rc::gen::element<std::string>("5", "60", "10000")},
               {kSharesKey, *rc::gen::element<std::string>("1", "6", "100")}});
}

RC_GTEST_PROP(ExplainProperty, SaysWhatFilterSays, ()) {
  QuotaWorld world;
  const std::vector<std::string> names{"h1", "h2", "s1"};
  world.node(any_node("h1", Mode::kHard, {"A", "B"}))
      .node(any_node("h2", Mode::kHard, {"C"}))
      .node(any_node("s1", Mode::kSoft, {"D", "E"}));
  limit(world);
  for (const std::string& name : names) fill(world, name);
  const wire::Pod pod = any_pod("asker");
  world.waiting(pod);

  const FilterReply reply = world.filter(pod, names);
  const Json explained = *verbs::explain(pod.key, world.services);

  for (const Json& node : explained["nodes"].items())
    RC_ASSERT(verdict_in(node) == verdict_in(reply, node["name"].string()));
  const bool is_spent = std::ranges::any_of(explained["nodes"].items(), [](const Json& node) {
    return node["reason"]["code"].string() == "quota-spent";
  });
  RC_ASSERT(is_spent ==
            (explained["summary"].string().find("of quota \"npu\"") != std::string::npos));
  if (explained["state"].string() == "waiting") RC_ASSERT(explained["nodes"].items().size() == 3U);
}

}  // namespace
}  // namespace npushare::verbs_test
