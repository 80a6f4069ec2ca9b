#include "scheduler/dra/claim_fit.hpp"

#include <algorithm>

#include "scheduler/dra/consumption.hpp"
#include "scheduler/dra/selectors.hpp"

namespace npushare::dra {
namespace {

using Found = std::optional<DeviceFinding>;

Found found(DeviceCheck check, std::string detail = {}) {
  return DeviceFinding{.check = check, .detail = std::move(detail)};
}

Found check_pool(const OfferedDevice& offer) {
  switch (offer.pool) {
    case PoolState::kWhole: return std::nullopt;
    case PoolState::kIncomplete: return found(DeviceCheck::kPoolIncomplete, offer.name.pool);
    case PoolState::kInvalid: return found(DeviceCheck::kPoolInvalid, offer.name.pool);
  }
  __builtin_unreachable();
}

Found check_selectors(const std::vector<std::string>& selectors, const OfferedDevice& offer,
                      DeviceCheck refusal) {
  for (const std::string& selector : selectors) {
    const Selection selection = select(selector, offer.name.driver, *offer.device);
    switch (selection.answer) {
      case Selects::kYes: break;
      case Selects::kNo: return found(refusal, selector);
      case Selects::kFails:
        return found(DeviceCheck::kSelectorFails, selection.why + ": " + selector);
      case Selects::kNotUnderstood:
        return found(DeviceCheck::kSelectorNotUnderstood, selection.why + ": " + selector);
    }
  }
  return std::nullopt;
}

Found check_selection(const wire::DeviceAsk& ask, const OfferedDevice& offer,
                      const ClassSelectors& classes) {
  const auto known = classes.find(ask.device_class);
  if (known == classes.end()) return found(DeviceCheck::kClassUnknown, ask.device_class);
  if (Found refused = check_selectors(known->second, offer, DeviceCheck::kNotInClass))
    return refused;
  return check_selectors(ask.selectors, offer, DeviceCheck::kNotSelected);
}

Found check_use(const DeviceUse& use) {
  for (const DeviceHolder& holder : use.holders)
    if (holder.is_alone) return found(DeviceCheck::kHeldAlone, holder.claim);
  for (const DeviceHolder& holder : use.holders)
    if (holder.is_uncountable) return found(DeviceCheck::kUncountable, holder.claim);
  return std::nullopt;
}

/// What is asked of each capacity, or what is wrong with it.
Found read_asked(const wire::DeviceAsk& ask, const wire::SliceDevice& device, Amounts& into) {
  for (const auto& [key, text] : ask.capacity) {
    if (!device.capacity.contains(key)) return found(DeviceCheck::kCapacityUndefined, key);
    const auto amount = wire::read_exact_quantity(text);
    if (!amount || amount->is_overflow)
      return found(DeviceCheck::kRequestInvalid, key + ": \"" + text + "\"");
    into.insert_or_assign(key, *amount);
  }
  return std::nullopt;
}

/// One capacity of a device that is shared, or of one that is taken whole.
Found check_capacity(const std::string& key, const std::optional<wire::ExactQuantity>& asked,
                     const Capacity& capacity, bool is_shared, const DeviceUse& use,
                     DeviceFinding& into) {
  const auto taken = use.taken.find(key);
  wire::ExactQuantity free = capacity.value;
  if (taken != use.taken.end()) free.nanos -= taken->second.nanos;
  into.free.insert_or_assign(key, free);

  const Consumption need = is_shared ? consumed(asked, capacity)
                                     : Consumption{.amount = asked.value_or(wire::ExactQuantity{})};
  if (need.is_poisoned) return found(DeviceCheck::kRequestInvalid, key + ": " + need.amount.text());
  into.need.insert_or_assign(key, need.amount);
  if (is_shared && violates(need.amount, capacity))
    return found(DeviceCheck::kAgainstRule, key + ": " + need.amount.text());
  if (need.amount > free) into.shortages.push_back({.key = key, .need = need.amount, .free = free});
  return std::nullopt;
}

/// Every capacity of the device counts, asked for or not.
void check_capacities(const wire::DeviceAsk& ask, const wire::SliceDevice& device,
                      const DeviceUse& use, DeviceFinding& into) {
  Amounts asked;
  Found refused = read_asked(ask, device, asked);
  for (const auto& [key, written] : device.capacity) {
    const Result<Capacity> capacity = read_capacity(written);
    if (!capacity) {
      if (!refused)
        refused = found(DeviceCheck::kCapacityInvalid, key + "." + capacity.error().message);
      continue;
    }
    const auto wanted = asked.find(key);
    Found failed =
        check_capacity(key, wanted == asked.end() ? std::nullopt : std::optional(wanted->second),
                       *capacity, device.is_shareable, use, into);
    if (!refused) refused = std::move(failed);
  }
  if (!refused && !into.shortages.empty()) refused = found(DeviceCheck::kShort);
  if (!refused) return;
  into.check = refused->check;
  into.detail = std::move(refused->detail);
}

Found check_taints(const wire::SliceDevice& device) {
  for (const wire::DeviceTaint& taint : device.taints)
    if (taint.effect == "NoSchedule" || taint.effect == "NoExecute")
      return found(DeviceCheck::kTainted, taint.key + "=" + taint.value + ":" + taint.effect);
  return std::nullopt;
}

}  // namespace

std::string_view text_of(DeviceCheck check) {
  switch (check) {
    case DeviceCheck::kFits: return "fits";
    case DeviceCheck::kPoolIncomplete: return "slices of its pool are missing";
    case DeviceCheck::kPoolInvalid: return "two devices of its pool have one name";
    case DeviceCheck::kClassUnknown: return "device class not found";
    case DeviceCheck::kSelectorNotUnderstood: return "selector not understood";
    case DeviceCheck::kSelectorFails: return "selector fails, which ends the pod's allocation";
    case DeviceCheck::kNotInClass: return "not of the device class";
    case DeviceCheck::kNotSelected: return "excluded by a selector";
    case DeviceCheck::kHeldAlone: return "held whole by a claim";
    case DeviceCheck::kUncountable: return "a claim's consumption cannot be counted";
    case DeviceCheck::kRequestInvalid: return "the request's amount is not valid";
    case DeviceCheck::kCapacityUndefined: return "the device has no such capacity";
    case DeviceCheck::kCapacityInvalid: return "the device's capacity cannot be read";
    case DeviceCheck::kAgainstRule: return "more than one share may take";
    case DeviceCheck::kShort: return "insufficient capacity";
    case DeviceCheck::kTainted: return "tainted";
  }
  __builtin_unreachable();
}

DeviceFinding check_device(const wire::DeviceAsk& ask, const OfferedDevice& offer,
                           const DeviceUse& use, const ClassSelectors& classes) {
  DeviceFinding finding;
  check_capacities(ask, *offer.device, use, finding);
  Found earlier = check_pool(offer);
  if (!earlier) earlier = check_selection(ask, offer, classes);
  if (!earlier) earlier = check_use(use);
  if (!earlier && !offer.device->is_shareable && !use.holders.empty())
    earlier = found(DeviceCheck::kHeldAlone, use.holders.front().claim);
  if (!earlier && finding.fits()) earlier = check_taints(*offer.device);
  if (!earlier) return finding;
  finding.check = earlier->check;
  finding.detail = std::move(earlier->detail);
  finding.shortages.clear();
  return finding;
}

}  // namespace npushare::dra
