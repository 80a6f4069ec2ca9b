#include "scheduler/dra/chip_map.hpp"

#include <algorithm>
#include <cctype>
#include <set>
#include <utility>

#include "scheduler/wire/quantity.hpp"

namespace npushare::dra {
namespace {

constexpr std::size_t kGroups = 5;
constexpr std::size_t kDigits = 8;
constexpr std::int64_t kMiB = std::int64_t{1} << 20U;

std::string text_attribute(const OfferedDevice& offer, const std::string& key) {
  const wire::DeviceAttribute* found = find_own(offer.device->attributes, offer.name.driver, key);
  const std::string* text = found == nullptr ? nullptr : std::get_if<std::string>(found);
  return text == nullptr ? std::string{} : *text;
}

std::int64_t whole_capacity(const OfferedDevice& offer, const std::string& key) {
  const wire::DeviceCapacity* found = find_own(offer.device->capacity, offer.name.driver, key);
  if (found == nullptr) return 0;
  const std::optional<wire::Quantity> value = wire::read_quantity(found->value);
  return value ? std::max<std::int64_t>(0, value->rounded_up) : 0;
}

Amount capacity_of(const OfferedDevice& offer) {
  return {.memory = MiB{whole_capacity(offer, "memory") / kMiB},
          .cores = Cores{whole_capacity(offer, "cores")}};
}

std::int64_t index_of(const OfferedDevice& offer) {
  const wire::DeviceAttribute* found =
      find_own(offer.device->attributes, offer.name.driver, "index");
  const std::int64_t* index = found == nullptr ? nullptr : std::get_if<std::int64_t>(found);
  return index == nullptr ? 0 : *index;
}

ModelName model_of(const std::string& product, const Catalogue& catalogue) {
  const auto same = std::ranges::find(catalogue.models, product, &ChipModel::chip_name);
  return same == catalogue.models.end() ? ModelName{product} : same->name;
}

}  // namespace

std::optional<ChipUuid> physical_uuid(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(kBlank);
  if (begin == std::string_view::npos) return std::nullopt;
  text = text.substr(begin, text.find_last_not_of(kBlank) + 1 - begin);
  if (text.size() != kGroups * (kDigits + 1) - 1) return std::nullopt;
  std::string upper;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool is_dash = at % (kDigits + 1) == kDigits;
    const auto sign = static_cast<unsigned char>(text[at]);
    if (is_dash ? text[at] != '-' : std::isxdigit(sign) == 0) return std::nullopt;
    upper += static_cast<char>(std::toupper(sign));
  }
  return ChipUuid{upper};
}

void ChipMap::remember(const OfferedDevice& offer, const InUse& in_use) {
  MappedDevice& device = devices_[offer.name];
  device.node = offer.node.text().empty() ? NodeName{offer.name.pool} : offer.node;
  device.said_uuid = text_attribute(offer, "uuid");
  device.product = text_attribute(offer, "productName");
  device.index = index_of(offer);
  device.is_shareable = offer.device->is_shareable;
  device.capacity = capacity_of(offer);
  device.is_published = true;

  const std::optional<ChipUuid> now = physical_uuid(device.said_uuid);
  if (!in_use(offer.name)) device.chips.clear();
  if (!now) return;
  std::erase(device.chips, *now);
  device.chips.insert(device.chips.begin(), *now);
  if (!device.is_shareable || device.capacity.memory == MiB{}) return;
  const auto [known, is_new] = smallest_.try_emplace(*now, device.capacity.memory);
  known->second = std::min(known->second, device.capacity.memory);
}

void ChipMap::forget_unpublished(const InUse& in_use) {
  std::erase_if(devices_, [&in_use](const auto& entry) {
    return !entry.second.is_published && !in_use(entry.first);
  });
}

void ChipMap::find_owners() {
  owners_.clear();
  for (const auto& [name, device] : devices_)
    for (const ChipUuid& chip : device.chips) owners_[chip].push_back(name);
}

std::string ChipMap::quarantine_of(const ChipUuid& chip) const {
  const auto owners = owners_.find(chip);
  if (owners == owners_.end()) return {};
  const DeviceName& first = owners->second.front();
  if (owners->second.size() > 1)
    return "is that of " + first.text() + " and of " + owners->second[1].text();
  const auto registered = registered_.find(chip);
  if (registered == registered_.end() || registered->second == devices_.at(first).node) return {};
  return "is that of " + first.text() + ", and node " + registered->second.text() +
         " has registered it too";
}

void ChipMap::take(const std::vector<OfferedDevice>& offers, const InUse& in_use) {
  for (auto& [name, device] : devices_) device.is_published = false;
  for (const OfferedDevice& offer : offers) remember(offer, in_use);
  forget_unpublished(in_use);
  find_owners();
}

const MappedDevice* ChipMap::find(const DeviceName& name) const {
  const auto found = devices_.find(name);
  return found == devices_.end() ? nullptr : &found->second;
}

std::vector<NodeName> ChipMap::nodes() const {
  std::set<NodeName> nodes;
  for (const auto& [name, device] : devices_) nodes.insert(device.node);
  return {nodes.begin(), nodes.end()};
}

std::optional<MiB> ChipMap::memory_of(const ChipUuid& chip) const {
  const auto known = smallest_.find(chip);
  if (known == smallest_.end()) return std::nullopt;
  return known->second;
}

/// The operator's reserve, which the annotations' capacity lacks already, is kept.
void ChipMap::lower(const NodeName& node, Chip& chip) {
  registered_.insert_or_assign(chip.uuid, node);
  const std::optional<MiB> memory = memory_of(chip.uuid);
  if (!memory || chip.mode != Mode::kSoft || *memory >= chip.device_memory) return;
  chip.largest_ask = chip.capacity.memory;
  chip.capacity.memory -= chip.device_memory - *memory;
  chip.capacity.memory = std::max(chip.capacity.memory, MiB{});
}

/// The node plugin does not know them, so it could not serve a pod there.
void ChipMap::add_unregistered(const NodeName& node, Inventory& inventory,
                               const Catalogue& catalogue) const {
  std::map<std::pair<std::int64_t, DeviceName>, const MappedDevice*> in_order;
  for (const auto& [name, device] : devices_)
    if (device.node == node && device.is_published && device.is_mapped())
      in_order.emplace(std::pair{device.index, name}, &device);
  for (const auto& [place, device] : in_order) {
    const ChipUuid& uuid = device->chips.front();
    if (std::ranges::find(inventory.chips, uuid, &Chip::uuid) != inventory.chips.end()) continue;
    Amount capacity = device->capacity;
    if (const std::optional<MiB> memory = memory_of(uuid))
      capacity.memory = std::min(capacity.memory, *memory);
    inventory.chips.push_back({.uuid = uuid,
                               .index = inventory.chips.size(),
                               .model = model_of(device->product, catalogue),
                               .mode = Mode::kSoft,
                               .capacity = capacity,
                               .device_memory = capacity.memory,
                               .healthy = true,
                               .block = Block::kKeptForClaims});
  }
}

void ChipMap::complete(const NodeName& node, Inventory& inventory, const Catalogue& catalogue) {
  for (Chip& chip : inventory.chips) lower(node, chip);
  add_unregistered(node, inventory, catalogue);
  for (Chip& chip : inventory.chips)
    if (!quarantine_of(chip.uuid).empty()) chip.block = first_of(chip.block, Block::kQuarantined);
}

std::vector<DeviceTrouble> ChipMap::troubles() const {
  std::vector<DeviceTrouble> troubles;
  for (const auto& [name, device] : devices_) {
    if (!device.is_mapped())
      troubles.push_back({"unmapped-device", name.text(),
                          "its uuid \"" + device.said_uuid + "\" is none of a chip"});
    if (device.chips.size() > 1)
      troubles.push_back({"changed-device", name.text(),
                          "was chip " + device.chips.back().text() + " and is chip " +
                              device.chips.front().text() + " now, while claims hold it"});
  }
  for (const auto& [chip, owners] : owners_)
    if (std::string why = quarantine_of(chip); !why.empty())
      troubles.push_back({"duplicate-device", chip.text(), std::move(why)});
  std::ranges::sort(troubles);
  return troubles;
}

}  // namespace npushare::dra
