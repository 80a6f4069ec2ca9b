#include "scheduler/backends/node_inventory.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include "scheduler/backends/keys.hpp"
#include "scheduler/backends/quoted.hpp"
#include "scheduler/backends/register_list.hpp"
#include "scheduler/wire/quantity.hpp"

namespace npushare::backends {
namespace {

constexpr std::int64_t kFullPercent = 100;
constexpr std::string_view kArchLabel = "kubernetes.io/arch";

Mode mode_of(const Catalogue& catalogue, const wire::Node& node) {
  const auto said = node.annotations.find(kSoftNodeKey);
  const bool is_soft =
      said == node.annotations.end() ? catalogue.soft_by_default : said->second == "true";
  return is_soft ? Mode::kSoft : Mode::kHard;
}

/// The library that enforces soft split is built for arm64 alone.
bool is_foreign_host(const wire::Node& node) {
  const auto arch = node.labels.find(kArchLabel);
  return arch != node.labels.end() && arch->second != "arm64";
}

/// Kubelet is offered at least one chip of the model: the only sign that its plugin is there.
bool is_served(const wire::Node& node, const ChipModel& model) {
  const auto offered = node.allocatable.find(model.count_resource);
  if (offered == node.allocatable.end()) return false;
  const std::optional<wire::Quantity> count = wire::read_quantity(offered->second);
  return count && count->rounded_up > 0;
}

std::optional<std::string> fault_of(const RegisteredChip& chip, const ChipModel& model) {
  if (chip.uuid.empty()) return "has no id";
  if (chip.uuid.find_first_of(",:;") != std::string::npos)
    return "id " + quoted(chip.uuid) + " contains a separator of the pod's annotations";
  if (!chip.type.empty() && chip.type != model.name.text())
    return "is of type " + quoted(chip.type) + ", not " + model.name.text();
  if (chip.memory == 0) return "has no devmem";
  return std::nullopt;
}

class InventoryReader {
 public:
  InventoryReader(const wire::Node& node, Mode mode, MiB reserved,
                  std::vector<std::string>* complaints)
      : node_(node), mode_(mode), reserved_(reserved), complaints_(complaints) {}

  void read(const ChipModel& model);
  Inventory finish() &&;

 private:
  std::vector<RegisteredChip> usable(const ChipModel& model, std::string_view text);
  void add(const ChipModel& model, const RegisteredChip& chip, bool is_served);
  Amount capacity_of(const ChipModel& model, const RegisteredChip& chip) const;
  void complain(const std::string& where, const std::string& what) {
    if (complaints_ != nullptr) complaints_->push_back(where + ": " + what);
  }

  const wire::Node& node_;
  Mode mode_;
  MiB reserved_;
  std::vector<std::string>* complaints_;
  Inventory inventory_;
  std::set<std::string> uuids_;
  std::size_t first_index_ = 0;  // of the model being read
  std::size_t next_index_ = 0;
  bool any_served_ = false;
};

std::vector<RegisteredChip> InventoryReader::usable(const ChipModel& model, std::string_view text) {
  const std::string key = register_key(model.name);
  const auto elements = read_register_list(text);
  if (!elements) {
    complain(key, elements.error().message);
    return {};
  }
  std::vector<RegisteredChip> chips;
  for (std::size_t i = 0; i < elements->size(); ++i) {
    const std::string where = key + "[" + std::to_string(i) + "]";
    const Result<RegisteredChip>& chip = (*elements)[i];
    if (!chip) {
      complain(where, chip.error().message);
    } else if (const auto fault = fault_of(*chip, model)) {
      complain(where, *fault);
    } else if (!uuids_.insert(chip->uuid).second) {
      complain(where, "id " + quoted(chip->uuid) + " is there twice");
    } else {
      chips.push_back(*chip);
    }
  }
  return chips;
}

Amount InventoryReader::capacity_of(const ChipModel& model, const RegisteredChip& chip) const {
  const MiB left = MiB{chip.memory} - reserved_;
  const std::int64_t cores = mode_ == Mode::kSoft ? std::max(chip.cores, kFullPercent) : chip.cores;
  return {.memory = std::max(left, MiB{0}),
          .cores = Cores{cores},
          .cpus = model.ai_cpus,
          .slots = Slots{chip.count}};
}

void InventoryReader::add(const ChipModel& model, const RegisteredChip& chip, bool is_served) {
  if (MiB{chip.memory} != model.allocatable) {
    complain(register_key(model.name),
             quoted(chip.uuid) + " has devmem " + std::to_string(chip.memory) +
                 ", but memoryAllocatable is " + std::to_string(model.allocatable.value()) +
                 ": node plugin and scheduler read different device-config.yaml");
  }
  next_index_ = std::max(next_index_, first_index_ + static_cast<std::size_t>(chip.index));
  inventory_.chips.push_back({.uuid = ChipUuid{chip.uuid},
                              .index = next_index_++,
                              .model = model.name,
                              .mode = mode_,
                              .capacity = capacity_of(model, chip),
                              .device_memory = MiB{chip.memory},
                              .healthy = chip.healthy && is_served,
                              .network_id = chip.network_id});
}

void InventoryReader::read(const ChipModel& model) {
  const auto text = node_.annotations.find(register_key(model.name));
  if (text == node_.annotations.end()) return;
  std::vector<RegisteredChip> chips = usable(model, text->second);
  std::ranges::stable_sort(chips, {}, &RegisteredChip::index);
  const bool served = is_served(node_, model);
  first_index_ = next_index_;
  for (const RegisteredChip& chip : chips) add(model, chip, served);
  any_served_ = any_served_ || (served && !chips.empty());
}

Inventory InventoryReader::finish() && {
  const bool is_unsupported = mode_ == Mode::kSoft && is_foreign_host(node_);
  if (any_served_) {
    inventory_.registration =
        is_unsupported ? Registration::kUnsupportedHost : Registration::kFresh;
  }
  return std::move(inventory_);
}

}  // namespace

Inventory read_inventory(const Catalogue& catalogue, MiB reserved, const wire::Node& node,
                         std::vector<std::string>* complaints) {
  InventoryReader reader(node, mode_of(catalogue, node), reserved, complaints);
  for (const ChipModel& model : catalogue.models) reader.read(model);
  return std::move(reader).finish();
}

}  // namespace npushare::backends
