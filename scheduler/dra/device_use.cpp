#include "scheduler/dra/device_use.hpp"

#include <utility>

namespace npushare::dra {
namespace {

DeviceHolder holder_of(const wire::ResourceClaim& claim, const wire::DeviceResult& result) {
  DeviceHolder holder{.claim = identity_of(claim), .is_alone = !result.share_id.has_value()};
  if (holder.is_alone || !result.consumed) return holder;
  for (const auto& [key, text] : *result.consumed) {
    const auto amount = wire::read_exact_quantity(text);
    if (amount && !amount->is_overflow && !amount->is_negative()) {
      holder.amounts.insert_or_assign(key, *amount);
    } else {
      holder.is_uncountable = true;
    }
  }
  return holder;
}

}  // namespace

void add_holder(DeviceUse& use, DeviceHolder holder) {
  for (const auto& [key, amount] : holder.amounts) use.taken[key].nanos += amount.nanos;
  use.is_alone |= holder.is_alone;
  use.is_uncountable |= holder.is_uncountable;
  use.holders.push_back(std::move(holder));
}

DeviceUses uses_of(Claims claims) {
  DeviceUses uses;
  for (const wire::ResourceClaim* claim : claims) {
    if (!claim->allocation) continue;
    for (const wire::DeviceResult& result : claim->allocation->results) {
      if (result.admin_access) continue;
      add_holder(uses[{result.driver, result.pool, result.device}], holder_of(*claim, result));
    }
  }
  return uses;
}

}  // namespace npushare::dra
