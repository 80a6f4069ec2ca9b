#include <algorithm>
#include <array>
#include <utility>

#include "config/mapping_reader.hpp"
#include "config/readers.hpp"
#include "config/text_values.hpp"

namespace npushare::config {
namespace {

constexpr std::int64_t kMostNodes = 10'000;
constexpr std::int64_t kMostChips = 64;
constexpr std::int64_t kMostSlots = 1'000;
constexpr std::int64_t kMostCards = 1'000'000;
constexpr std::int64_t kMostMemory = 1'000'000'000;
constexpr std::size_t kLongestUuid = 64;
constexpr std::size_t kLongestModel = 43;

/// FNV-1a, 32 bits: the same uuids on every machine and in every run.
std::uint32_t hash_of(std::string_view text, std::uint32_t seed) {
  std::uint32_t hash = 2166136261U ^ seed;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
  return hash;
}

void append_group(std::string& out, std::uint32_t value) {
  static constexpr std::string_view kDigits = "0123456789ABCDEF";
  for (int shift = 28; shift >= 0; shift -= 4) {
    out += kDigits[(value >> static_cast<unsigned>(shift)) & 0xFU];
  }
}

/// Five groups of eight upper-case hex digits, as the driver writes a die's id. The last group is
/// the chip's position and the ones before depend on the node's name.
std::string made_up_uuid(const std::string& node, std::size_t chip) {
  std::string uuid;
  for (std::uint32_t group = 0; group < 4; ++group) {
    append_group(uuid, hash_of(node, group * 0x9E3779B9U));
    uuid += '-';
  }
  append_group(uuid, static_cast<std::uint32_t>(chip));
  return uuid;
}

ClusterChip chip_of(const YamlNode& node, const std::string& path, std::size_t position,
                    Report& report) {
  MappingReader from(&node, path, report);
  ClusterChip chip;
  chip.card = static_cast<std::int64_t>(position);
  chip.physical_id = chip.card;
  take(from.text("uuid", Presence::kRequired), chip.uuid);
  if (!chip.uuid.empty() && !is_plain_name(chip.uuid, kLongestUuid)) {
    from.refuse("uuid", "\"" + chip.uuid + "\" cannot be a uuid",
                "use at most 64 letters, digits and '-'");
  }
  take(from.boolean("healthy"), chip.healthy);
  take(from.integer("card", {0, kMostCards}), chip.card);
  take(from.integer("physicalId", {0, kMostCards}), chip.physical_id);
  from.refuse_unknown();
  return chip;
}

void read_chips(MappingReader& from, ClusterNode& node) {
  const std::vector<YamlPtr> items = from.list("chips");
  if (items.size() > static_cast<std::size_t>(kMostChips)) {
    return from.refuse("chips", "are more than 64", "split the node");
  }
  for (std::size_t k = 0; k < items.size(); ++k) {
    const std::string path = from.path_of("chips") + "[" + std::to_string(k) + "]";
    node.chips.push_back(chip_of(*items[k], path, k, from.report()));
  }
}

void read_mode(MappingReader& from, ClusterNode& node) {
  const std::optional<std::string> mode = from.text("mode");
  if (!mode) return;
  if (*mode != "soft" && *mode != "hard") {
    return from.refuse("mode", "\"" + *mode + "\" is unknown", "write soft or hard");
  }
  node.mode = *mode == "soft" ? Mode::kSoft : Mode::kHard;
}

void read_driver(MappingReader& from, ClusterNode& node) {
  if (from.find("dra") == nullptr) return;
  MappingReader section = from.section("dra");
  ClusterDriver& driver = node.driver.emplace();
  if (const auto memory = section.integer("memory", {1, kMostMemory})) driver.memory = MiB{*memory};
  section.refuse_unknown();
}

void read_model(MappingReader& from, ClusterNode& node) {
  const std::optional<std::string> model = from.text("model");
  if (!model) return;
  node.model = ModelName(*model);
  if (is_plain_name(*model, kLongestModel)) return;
  from.refuse("model", "\"" + *model + "\" cannot be a model",
              "write a commonWord of the device config, e.g. Ascend310P");
}

/// NAME-000, NAME-001, ...; wider numbers when there are more than 1000.
std::string numbered(const std::string& name, std::int64_t position, std::int64_t count) {
  const std::size_t width = std::max<std::size_t>(3, std::to_string(count - 1).size());
  const std::string digits = std::to_string(position);
  const std::string joined = name.ends_with('-') ? name : name + "-";
  return joined + std::string(width - digits.size(), '0') + digits;
}

void check_name(MappingReader& from, const std::string& written, const std::string& name) {
  if (written.empty() || is_node_name(name)) return;
  from.refuse("name", "\"" + name + "\" cannot name a node",
              "use lower-case letters, digits, '-' and '.'");
}

void make_up_chips(ClusterNode& node, std::int64_t chips) {
  for (std::size_t k = 0; k < static_cast<std::size_t>(chips); ++k) {
    const auto position = static_cast<std::int64_t>(k);
    node.chips.push_back({made_up_uuid(node.name, k), true, position, position});
  }
}

std::vector<ClusterNode> multiply(const ClusterNode& like, std::int64_t count, std::int64_t chips) {
  std::vector<ClusterNode> nodes;
  for (std::int64_t k = 0; k < count; ++k) {
    ClusterNode node = like;
    node.name = numbered(like.name, k, count);
    make_up_chips(node, chips);
    nodes.push_back(std::move(node));
  }
  return nodes;
}

}  // namespace

std::vector<ClusterNode> cluster_nodes_of(const YamlNode& node, const std::string& path,
                                          Report& report) {
  MappingReader from(&node, path, report);
  ClusterNode like;
  take(from.text("name", Presence::kRequired), like.name);
  read_model(from, like);
  read_mode(from, like);
  take(from.integer("slots", {1, kMostSlots}), like.slots);
  read_driver(from, like);
  read_chips(from, like);
  const std::optional<std::int64_t> count = from.integer("count", {1, kMostNodes});
  const std::optional<std::int64_t> chips = from.integer("chipCount", {1, kMostChips});
  if (like.chips.empty() != chips.has_value()) {
    from.refuse("chips", "must be given, or else chipCount, and not both", "e.g. chipCount: 2");
  }
  if (count && *count > 1 && !chips) {
    from.refuse("count", "needs chipCount", "chips with uuids of their own are for one node");
  }
  check_name(from, like.name, count ? numbered(like.name, 0, *count) : like.name);
  from.refuse_unknown();
  if (report.has_errors()) return {};
  if (count) return multiply(like, *count, chips.value_or(0));
  make_up_chips(like, chips.value_or(0));
  return {std::move(like)};
}

}  // namespace npushare::config
