#include "scheduler/dra/claim_shares.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "scheduler/wire/quantity.hpp"

namespace npushare::dra {
namespace {

constexpr std::int64_t kMiB = std::int64_t{1} << 20U;
constexpr const char* kUnnamed = "claim";  // in place of a container's name

DeviceName name_of(const wire::DeviceResult& result) {
  return {.driver = result.driver, .pool = result.pool, .device = result.device};
}

/// One component of what a share consumes.
struct Taken {
  std::int64_t value = 0;
  bool is_countable = false;
};

Taken taken_of(const wire::DeviceResult& result, const std::string& key) {
  if (!result.consumed) return {};
  const std::string* text = find_own(*result.consumed, result.driver, key);
  if (text == nullptr) return {};
  const std::optional<wire::Quantity> amount = wire::read_quantity(*text);
  if (!amount || amount->rounded_up < 0) return {};
  return {.value = amount->rounded_up, .is_countable = true};
}

std::int64_t mib_of(std::int64_t bytes) {
  return bytes / kMiB + (bytes % kMiB == 0 ? 0 : 1);
}

struct Reading {
  Amount amount;
  bool is_countable = true;
};

Reading amount_of(const wire::DeviceResult& result, const Amount& capacity) {
  const Taken memory = taken_of(result, "memory");
  const Taken cores = taken_of(result, "cores");
  Reading reading;
  reading.amount.memory = memory.is_countable ? MiB{mib_of(memory.value)} : capacity.memory;
  reading.amount.cores = cores.is_countable ? Cores{cores.value} : capacity.cores;
  reading.is_countable = memory.is_countable && cores.is_countable;
  return reading;
}

ShareId id_of(const wire::ResourceClaim& claim, const wire::DeviceResult& result,
              std::size_t place) {
  if (result.share_id)
    if (const std::optional<ShareId> id = ShareId::parse(*result.share_id)) return *id;
  return ShareId::of_container(PodUid{claim.uid}, kUnnamed, place);
}

NodeName node_of(const wire::ResourceClaim& claim, const DeviceName& name,
                 const MappedDevice* device) {
  if (device != nullptr) return device->node;
  if (claim.allocation->nodes.size() == 1) return NodeName{claim.allocation->nodes.front()};
  return NodeName{name.pool};
}

void add(ClaimShares& into, const wire::DeviceResult& result, const MappedDevice* device,
         Charge charge) {
  const Reading reading = amount_of(result, device == nullptr ? Amount{} : device->capacity);
  charge.share.amount = reading.amount;
  if (!result.share_id) charge.share.hold = Hold::kWhole;
  const bool is_mapped = device != nullptr && device->is_mapped();
  into.is_unmapped |= !is_mapped;
  const std::vector<ChipUuid> chips =
      is_mapped ? device->chips : std::vector{ChipUuid{name_of(result).text()}};
  for (const ChipUuid& chip : chips) {
    charge.chip = chip;
    if (result.share_id && !reading.is_countable) into.uncountable.insert(chip);
    into.charges.push_back(charge);
  }
}

}  // namespace

HolderPtr holder_of(const wire::ResourceClaim& claim) {
  return std::make_shared<const Holder>(
      Holder{.uid = PodUid{claim.uid}, .pod = {claim.space, claim.name}});
}

std::vector<DeviceName> devices_of(const wire::ResourceClaim& claim, const std::string& driver) {
  std::vector<DeviceName> devices;
  if (!claim.allocation) return devices;
  for (const wire::DeviceResult& result : claim.allocation->results)
    if (result.driver == driver && !result.admin_access) devices.push_back(name_of(result));
  return devices;
}

SharesByNode shares_of(const wire::ResourceClaim& claim, const ChipMap& chips,
                       const std::string& driver) {
  SharesByNode shares;
  if (!claim.allocation) return shares;
  const HolderPtr holder = holder_of(claim);
  std::size_t place = 0;
  for (const wire::DeviceResult& result : claim.allocation->results) {
    const std::size_t here = place++;
    if (result.driver != driver || result.admin_access) continue;
    const MappedDevice* device = chips.find(name_of(result));
    Charge charge{.chip = {},
                  .id = id_of(claim, result, here),
                  .share = {.holder = holder,
                            .container = static_cast<std::uint16_t>(here),
                            .mode = Mode::kSoft,
                            .source = Source::kClaim},
                  .model = {}};
    add(shares[node_of(claim, name_of(result), device)], result, device, std::move(charge));
  }
  return shares;
}

}  // namespace npushare::dra
