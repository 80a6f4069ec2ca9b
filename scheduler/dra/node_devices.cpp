#include "scheduler/dra/node_devices.hpp"

#include <algorithm>
#include <cctype>
#include <set>

#include "scheduler/backends/split.hpp"

namespace npushare::dra {
namespace {

ChipUuid spelled(std::string_view text) {
  std::string uuid(backends::trimmed(text));
  std::ranges::transform(uuid, uuid.begin(),
                         [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return ChipUuid{std::move(uuid)};
}

}  // namespace

NodeDevices devices_by_chip(std::span<const OfferedDevice> offers, const std::string& driver) {
  NodeDevices devices;
  std::set<ChipUuid> doubtful;
  std::map<ChipUuid, NodeName> homes;
  for (const OfferedDevice& offer : offers) {
    if (offer.name.driver != driver || offer.node.empty()) continue;
    ChipDevices& here = devices[offer.node];
    const auto* said = find_own(offer.device->attributes, driver, "uuid");
    const auto* text = said == nullptr ? nullptr : std::get_if<std::string>(said);
    if (text == nullptr || backends::trimmed(*text).empty()) continue;
    const ChipUuid chip = spelled(*text);
    if (!homes.emplace(chip, offer.node).second) doubtful.insert(chip);
    here.emplace(chip, offer.name);
  }
  for (auto& [node, chips] : devices)
    std::erase_if(chips, [&](const auto& entry) { return doubtful.contains(entry.first); });
  return devices;
}

std::optional<DeviceName> device_of(const NodeDevices& devices, const NodeName& node,
                                    const ChipUuid& chip) {
  const auto here = devices.find(node);
  if (here == devices.end()) return std::nullopt;
  const auto known = here->second.find(spelled(chip.text()));
  return known == here->second.end() ? std::nullopt : std::optional(known->second);
}

}  // namespace npushare::dra
