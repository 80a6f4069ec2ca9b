#include "accounting/allocation.hpp"

#include <algorithm>
#include <map>

namespace npushare {
namespace {

ContainerKind kind_of(const std::vector<Container>& containers, const Grant& grant) {
  return containers[grant.container].kind;
}

/// Sidecars and apps, which run together to the end.
Amount steady_of(const std::vector<Container>& containers,
                 const std::vector<const Grant*>& grants) {
  Amount sum;
  for (const Grant* grant : grants)
    if (kind_of(containers, *grant) != ContainerKind::kInit) sum += grant->amount;
  return sum;
}

/// The worst moment of the start: one init container with the sidecars declared before it.
Amount init_peak_of(const std::vector<Container>& containers,
                    const std::vector<const Grant*>& grants) {
  Amount peak;
  for (std::size_t now = 0; now < containers.size(); ++now) {
    if (containers[now].kind != ContainerKind::kInit) continue;
    Amount running;
    for (const Grant* grant : grants) {
      const bool is_sidecar_before =
          grant->container < now && kind_of(containers, *grant) == ContainerKind::kSidecar;
      if (grant->container == now || is_sidecar_before) running += grant->amount;
    }
    peak = larger_of(peak, running);
  }
  return peak;
}

std::map<ChipUuid, std::vector<const Grant*>> by_chip(const std::vector<Grant>& grants) {
  std::map<ChipUuid, std::vector<const Grant*>> chips;
  for (const Grant& grant : grants) chips[grant.chip].push_back(&grant);
  return chips;
}

Share share_of(const Allocation& allocation, const Grant& grant, const Amount& amount) {
  return {.holder = allocation.holder,
          .amount = amount,
          .container = grant.container,
          .hold = grant.hold,
          .mode = grant.mode};
}

/// The share an init container adds to a chip; it is whole or exclusive when any init grant is.
Charge init_charge(const Allocation& allocation, const ChipUuid& chip,
                   const std::vector<const Grant*>& grants, const Amount& extra) {
  Share share = share_of(allocation, *grants.front(), extra);
  for (const Grant* grant : grants) {
    if (kind_of(allocation.containers, *grant) != ContainerKind::kInit) continue;
    share.hold = std::max(share.hold, grant->hold);
    share.container = grant->container;
    share.mode = grant->mode;
  }
  return {chip, ShareId::of_init_peak(allocation.holder->uid, chip), share, grants.front()->model};
}

/// An init container adds nothing where another container already has all of the chip.
bool adds_init_share(const Allocation& allocation, const std::vector<const Grant*>& grants) {
  bool has_init = false;
  for (const Grant* grant : grants) {
    const bool is_init = kind_of(allocation.containers, *grant) == ContainerKind::kInit;
    if (!is_init && grant->hold == Hold::kWhole) return false;
    has_init = has_init || is_init;
  }
  return has_init;
}

}  // namespace

Amount peak_of(const std::vector<Container>& containers, const std::vector<const Grant*>& grants) {
  return larger_of(steady_of(containers, grants), init_peak_of(containers, grants));
}

std::vector<Charge> charges_of(const Allocation& allocation, InitPhase phase) {
  std::vector<Charge> charges;
  std::size_t ordinal = 0;
  for (std::size_t i = 0; i < allocation.grants.size(); ++i) {
    const Grant& grant = allocation.grants[i];
    ordinal = i > 0 && allocation.grants[i - 1].container == grant.container ? ordinal + 1 : 0;
    const Container& container = allocation.containers[grant.container];
    if (container.kind == ContainerKind::kInit) continue;
    charges.push_back({grant.chip,
                       ShareId::of_container(allocation.holder->uid, container.name, ordinal),
                       share_of(allocation, grant, grant.amount), grant.model});
  }
  if (phase == InitPhase::kDone) return charges;

  for (const auto& [chip, grants] : by_chip(allocation.grants)) {
    if (!adds_init_share(allocation, grants)) continue;
    const Amount extra =
        peak_of(allocation.containers, grants) - steady_of(allocation.containers, grants);
    charges.push_back(init_charge(allocation, chip, grants, extra));
  }
  return charges;
}

}  // namespace npushare
