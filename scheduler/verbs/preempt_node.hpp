/// One node's victims: those given and those that must leave too.
///
/// Nominated pods count as judge.hpp has it. A share whose Binding is not known to have happened is
/// nobody's to evict: the scheduler may not show its pod on the node. Neither is a pod that ends
/// already.
/// Threads: one call's own; asks the ports, changes nothing.
/// Source:  spec/kube-scheduler-extender.md 2.3.
#pragma once

#include <map>
#include <optional>

#include "policies/victims.hpp"
#include "scheduler/verbs/judge.hpp"
#include "scheduler/verbs/preempt.hpp"
#include "scheduler/wire/preempt.hpp"

namespace npushare::verbs {

class PreemptNode {
 public:
  /// All must outlive this.
  PreemptNode(const Question& question, const Services& with, const Budgets& budgets)
      : question_(question), with_(with), budgets_(budgets), judge_(question, with) {}

  /// Nothing: the node is to be left out.
  std::optional<wire::NodeVictims> victims_on(const NodeName& node,
                                              const wire::GivenVictims& given) const;

 private:
  using Holders = std::map<PodUid, HolderPtr>;

  Tenant tenant_of(const HolderPtr& holder) const;
  std::vector<Tenant> tenants_of(const NodeLedger& rest) const;
  bool may_be_evicted(const NodeLedger& rest, const Holder& holder) const;
  std::vector<std::size_t> budgets_of(const PodKey& pod, const wire::Labels& labels) const;
  std::vector<std::int64_t> allowed_after(const wire::GivenVictims& given,
                                          const Holders& known) const;

  const Question& question_;
  const Services& with_;
  const Budgets& budgets_;
  Judge judge_;
};

}  // namespace npushare::verbs
