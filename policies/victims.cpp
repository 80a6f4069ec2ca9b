#include "policies/victims.hpp"

#include <algorithm>
#include <compare>
#include <numeric>
#include <tuple>
#include <utility>

#include "policies/draft.hpp"
#include "policies/planner.hpp"
#include "policies/search.hpp"

namespace npushare {
namespace {

/// Tenants are numbered by importance from here on: rank 0 is the least important.
using Ranks = std::vector<std::size_t>;

struct Cost {
  std::int64_t broken = 0;
  std::int64_t top = 0;  // priority of the most important victim
  std::size_t count = 0;
  Ranks ranks;  // most important first

  friend auto operator<=>(const Cost&, const Cost&) = default;
};

MiB memory_of(const NodeLedger& node, const PodUid& pod) {
  MiB sum;
  for (const DeviceLedger& chip : node.chips())
    for (const auto& [id, share] : chip.shares())
      if (share.holder->uid == pod) sum = sum + share.amount.memory;
  return sum;
}

Ranks ranked(const VictimQuestion& question) {
  const auto key = [&](std::size_t at) {
    const Holder& holder = *question.tenants[at].holder;
    return std::tuple(holder.priority, -holder.since, memory_of(question.node, holder.uid),
                      holder.uid);
  };
  Ranks order(question.tenants.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, key);
  return order;
}

/// For the question whether any choice of chips fits, when it does not matter which.
class NoPreference final : public Policy {
  Score rate_chip(const DeviceLedger&, const Amount&) const override { return Score{}; }
  Score rate_node(const NodeLedger&, const Allocation&) const override { return Score{}; }
};

class VictimSearch {
 public:
  explicit VictimSearch(const VictimQuestion& question)
      : question_(question), order_(ranked(question)), bare_(question.node) {
    bare_.release(question.request.holder->uid);  // a pod does not stand in its own way
  }

  std::optional<Victims> run() {
    if (fits(bare_)) return Victims{};
    Ranks all(order_.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    if (!fits(without(bare_, all))) return std::nullopt;
    best_ = cost_of(first_guess());
    lowest_top_ = lowest_top();
    for (std::size_t most = 1; most <= order_.size() && may_improve(most); ++most)
      improve(0, bare_, {}, most);
    return answer();
  }

 private:
  const Tenant& tenant(std::size_t rank) const { return question_.tenants[order_[rank]]; }
  std::int64_t priority(std::size_t rank) const { return tenant(rank).holder->priority; }

  bool fits(const NodeLedger& node) {
    ++plans_;
    Draft draft(node, question_.request, Standing::kEveryone);
    return Search(draft, any_).run();
  }

  NodeLedger without(NodeLedger node, const Ranks& ranks) const {
    for (const std::size_t rank : ranks) node.release(tenant(rank).holder->uid);
    return node;
  }

  /// `ranks` in rising order.
  Cost cost_of(const Ranks& ranks) const {
    Cost cost{.broken = 0,
              .top = priority(ranks.back()),
              .count = ranks.size(),
              .ranks = {ranks.rbegin(), ranks.rend()}};
    std::vector<std::int64_t> allowed = question_.allowed;
    for (const std::size_t rank : cost.ranks) {
      bool is_broken = false;
      for (const std::size_t budget : tenant(rank).budgets)
        is_broken = --allowed[budget] < 0 || is_broken;
      if (is_broken) ++cost.broken;
    }
    return cost;
  }

  bool is_protected(std::size_t rank) const {
    return std::ranges::any_of(tenant(rank).budgets, [this](std::size_t budget) {
      return question_.allowed[budget] <= 0;
    });
  }

  /// Takes the least important away until the pod fits, the protected last, and lets everyone stay
  /// who can, the most important first.
  Ranks first_guess() {
    Ranks order(order_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_partition(order, [this](std::size_t rank) { return !is_protected(rank); });
    Ranks leaving;
    NodeLedger node = bare_;
    do {
      leaving.push_back(order[leaving.size()]);
      node.release(tenant(leaving.back()).holder->uid);
    } while (leaving.size() < order.size() && !fits(node));
    for (std::size_t at = leaving.size(); at-- > 0;) {
      Ranks fewer = leaving;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(at));
      if (fits(without(bare_, fewer))) leaving = std::move(fewer);
    }
    std::ranges::sort(leaving);
    return leaving;
  }

  /// No set of victims that all are below this would do.
  std::int64_t lowest_top() {
    NodeLedger node = bare_;
    for (std::size_t rank = 0; rank < order_.size(); ++rank) {
      node.release(tenant(rank).holder->uid);
      const bool is_last = rank + 1 == order_.size() || priority(rank + 1) != priority(rank);
      if (is_last && fits(node)) return priority(rank);
    }
    return priority(order_.size() - 1);
  }

  /// Whether a set of `most` victims could still be better than the best.
  bool may_improve(std::size_t most) const {
    const bool is_tight = best_.broken == 0 && best_.top == lowest_top_;
    return plans_ < kMostPlans && (!is_tight || most <= best_.count);
  }

  bool is_hopeless(const Cost& cost) const {
    return std::tie(cost.broken, cost.top, cost.count) >
           std::tie(best_.broken, best_.top, best_.count);
  }

  /// Whether the pod fits if, of the tenants from this one on, all leave who may.
  bool can_fit(std::size_t from, NodeLedger node) {
    for (std::size_t rank = from; rank < order_.size(); ++rank) {
      const bool is_within = best_.broken > 0 || priority(rank) <= best_.top;
      if (is_within) node.release(tenant(rank).holder->uid);
    }
    return fits(node);
  }

  /// Tries the sets of `most` victims that begin with `chosen`; the smaller ones are done.
  void improve(std::size_t from, const NodeLedger& node, const Ranks& chosen, std::size_t most) {
    if (plans_ >= kMostPlans || !can_fit(from, node)) return;
    for (std::size_t rank = from; rank < order_.size() && plans_ < kMostPlans; ++rank) {
      Ranks more = chosen;
      more.push_back(rank);
      Cost cost = cost_of(more);
      if (is_hopeless(cost)) continue;
      NodeLedger next = node;
      next.release(tenant(rank).holder->uid);
      if (more.size() < most) {
        improve(rank + 1, next, more, most);
      } else if (cost < best_ && fits(next)) {
        best_ = std::move(cost);
      }
    }
  }

  Victims answer() const {
    Victims victims{.tenants = {}, .broken_budgets = best_.broken};
    for (const std::size_t rank : best_.ranks) victims.tenants.push_back(order_[rank]);
    return victims;
  }

  const VictimQuestion& question_;
  const Ranks order_;  // by rank, the tenant's position in the question
  NodeLedger bare_;
  const NoPreference any_;
  Cost best_;
  std::int64_t lowest_top_ = 0;
  std::size_t plans_ = 0;
};

}  // namespace

std::optional<Victims> choose_victims(const VictimQuestion& question) {
  return VictimSearch(question).run();
}

}  // namespace npushare
