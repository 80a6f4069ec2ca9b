/// The planner's answer by trying everything, for small instances: each moment of a pod's life is
/// added up by itself, without peaks.
#pragma once

#include <set>
#include <vector>

#include "policies/fit.hpp"
#include "policies/planner.hpp"

namespace npushare::test {

class BruteForce {
 public:
  /// `request` must be on the node with nothing.
  BruteForce(const NodeLedger& node, const Request& request) : node_(node), request_(request) {}

  bool fits() { return place(0, 0); }

 private:
  using Picks = std::vector<std::set<std::size_t>>;  // ask by ask, the chips

  /// Asks before `ask` are placed; chips before `from` are decided for `ask`.
  bool place(std::size_t ask, std::size_t from) {
    if (ask == request_.asks.size()) return is_lawful();
    if (picks_.size() <= ask) picks_.resize(ask + 1);
    if (picks_[ask].size() == request_.asks[ask].chips) return place(ask + 1, 0);
    for (std::size_t chip = from; chip < node_.chips().size(); ++chip) {
      if (!fits_alone(ask, chip)) continue;
      picks_[ask].insert(chip);
      if (place(ask, chip + 1)) return true;
      picks_[ask].erase(chip);
    }
    if (picks_.size() > ask + 1) picks_.resize(ask + 1);
    return false;
  }

  bool fits_alone(std::size_t ask, std::size_t chip) const {
    const UuidList* list = request_.uuid_lists.empty() ? nullptr : &request_.uuid_lists.front();
    return !first_obstacle(node_, node_.chips()[chip], request_.asks[ask], list);
  }

  bool is_lawful() const {
    for (std::size_t chip = 0; chip < node_.chips().size(); ++chip) {
      if (!is_of_one_size(chip)) return false;
      for (const std::set<std::size_t>& moment : moments())
        if (!holds(chip, moment)) return false;
    }
    return true;
  }

  /// The asks whose containers run at the same time: each ordinary init container in turn with the
  /// sidecars before it, then all that stay.
  std::vector<std::set<std::size_t>> moments() const {
    std::vector<std::set<std::size_t>> all;
    const auto kind = [&](std::size_t ask) {
      return request_.containers[request_.asks[ask].container].kind;
    };
    std::set<std::size_t> started;
    for (std::size_t ask = 0; ask < request_.asks.size(); ++ask) {
      if (kind(ask) == ContainerKind::kSidecar) started.insert(ask);
      if (kind(ask) != ContainerKind::kInit) continue;
      std::set<std::size_t> now = started;
      now.insert(ask);
      all.push_back(now);
    }
    for (std::size_t ask = 0; ask < request_.asks.size(); ++ask)
      if (kind(ask) == ContainerKind::kApp) started.insert(ask);
    all.push_back(started);
    return all;
  }

  std::vector<std::size_t> on(std::size_t chip, const std::set<std::size_t>& asks) const {
    std::vector<std::size_t> result;
    for (const std::size_t ask : asks)
      if (picks_[ask].contains(chip)) result.push_back(ask);
    return result;
  }

  bool holds(std::size_t chip, const std::set<std::size_t>& moment) const {
    const DeviceLedger& ledger = node_.chips()[chip];
    const std::vector<std::size_t> here = on(chip, moment);
    Amount sum;
    for (const std::size_t ask : here) {
      if (here.size() > 1 && wants_alone(ledger.chip(), request_.asks[ask])) return false;
      sum += charge_on(ledger, request_.asks[ask]);
    }
    return here.empty() || sum.within(ledger.free());
  }

  bool is_of_one_size(std::size_t chip) const {
    const Ask* first = nullptr;
    for (std::size_t ask = 0; ask < request_.asks.size(); ++ask) {
      if (!picks_[ask].contains(chip)) continue;
      const Ask& here = request_.asks[ask];
      if (first == nullptr) first = &here;
      const bool is_whole = here.hold == Hold::kWhole;
      if (is_whole != (first->hold == Hold::kWhole)) return false;
      if (is_whole) continue;
      if (here.quota != first->quota || here.template_name != first->template_name) return false;
    }
    return true;
  }

  const NodeLedger& node_;
  const Request& request_;
  Picks picks_;
};

}  // namespace npushare::test
