#include "tests/soak/grants.hpp"

#include <algorithm>
#include <charconv>

namespace npushare::soak {

using wire::Json;

namespace {

const std::string kCount = "huawei.com/Ascend310P";
const std::string kGranted = "hami.io/Ascend310P-devices-allocated";

enum class Kind { kInit, kSidecar, kApp };

std::vector<std::string> cut(const std::string& text, char at) {
  std::vector<std::string> pieces(1);
  for (const char letter : text) {
    if (letter == at) {
      pieces.emplace_back();
    } else {
      pieces.back() += letter;
    }
  }
  return pieces;
}

std::int64_t number_in(const std::string& text) {
  std::int64_t value = -1;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

Use larger(const Use& a, const Use& b) {
  return {std::max(a.memory, b.memory), std::max(a.cores, b.cores), std::max(a.cpus, b.cpus),
          std::max(a.slots, b.slots)};
}

Use hard_use(const std::string& split, std::int64_t memory) {
  if (split == "vir01") return {3072, 1, 1, 1};
  if (split == "vir02") return {6144, 2, 2, 1};
  if (split == "vir04") return {12288, 4, 4, 1};
  return {memory, 0, 0, 1};
}

std::string split_of(const Json& pod, const std::string& uuid) {
  const Result<Json> list = Json::parse(annotation_of(pod, kCount).string());
  if (!list) return {};
  for (const Json& entry : list->items())
    if (entry["UUID"].string() == uuid) return entry["temp"].string();
  return {};
}

std::vector<Kind> kinds_of(const Json& pod) {
  std::vector<Kind> kinds;
  for (const Json& init : pod.at("spec", "initContainers").items())
    kinds.push_back(init["restartPolicy"].string() == "Always" ? Kind::kSidecar : Kind::kInit);
  kinds.resize(kinds.size() + pod.at("spec", "containers").items().size(), Kind::kApp);
  return kinds;
}

/// Every ordinary init container has ended, and they say so.
bool are_inits_over(const Json& pod) {
  for (const Json& init : pod.at("spec", "initContainers").items()) {
    if (init["restartPolicy"].string() == "Always") continue;
    const Json::Array& states = pod.at("status", "initContainerStatuses").items();
    const auto own = std::ranges::find_if(
        states, [&](const Json& state) { return state["name"] == init["name"]; });
    if (own == states.end() || !own->at("state", "terminated").is_object()) return false;
  }
  return true;
}

/// One chip's use by one pod, from what each container has of it.
Use charge(const std::map<std::size_t, Use>& parts, const std::vector<Kind>& kinds, bool is_over) {
  Use steady;
  Use peak;
  Use sidecars;
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    const auto part = parts.find(k);
    const Use own = part == parts.end() ? Use{} : part->second;
    if (kinds[k] != Kind::kInit) steady += own;
    if (kinds[k] == Kind::kSidecar) sidecars += own;
    if (kinds[k] != Kind::kInit) continue;
    Use now = sidecars;
    now += own;
    peak = larger(peak, now);
  }
  return is_over ? steady : larger(steady, peak);
}

}  // namespace

Use& Use::operator+=(const Use& other) {
  memory += other.memory;
  cores += other.cores;
  cpus += other.cpus;
  slots += other.slots;
  return *this;
}

std::string Use::text() const {
  return std::to_string(memory) + " MiB " + std::to_string(cores) + " cores " +
         std::to_string(cpus) + " cpus " + std::to_string(slots) + " slots";
}

std::optional<PodGrants> read_grants(const Json& pod) {
  const Json& written = annotation_of(pod, kGranted);
  if (!written.is_string()) return std::nullopt;
  PodGrants grants;
  grants.is_soft = annotation_of(pod, "huawei.com/vnpu-mode").string() == "hami-core";
  const std::vector<Kind> kinds = kinds_of(pod);
  grants.per_container.resize(kinds.size());
  std::map<std::string, std::map<std::size_t, Use>> parts;  // uuid, container
  std::size_t segment = 0;
  for (const std::string& devices : cut(written.string(), ';')) {
    for (const std::string& device : cut(devices, ':')) {
      if (device.empty()) continue;
      const std::vector<std::string> fields = cut(device, ',');
      const bool is_sound = fields.size() == 4 && number_in(fields[2]) > 0 &&
                            number_in(fields[3]) >= 0 && segment < kinds.size();
      if (!is_sound) {
        grants.mistakes.push_back("\"" + device + "\" in container " + std::to_string(segment));
        continue;
      }
      const std::int64_t memory = number_in(fields[2]);
      grants.has_whole = grants.has_whole || memory >= kChipMemory;
      parts[fields[0]][segment] += grants.is_soft ? Use{memory, number_in(fields[3]), 0, 1}
                                                  : hard_use(split_of(pod, fields[0]), memory);
      ++grants.per_container[segment];
    }
    ++segment;
  }
  const bool is_over = are_inits_over(pod);
  for (const auto& [uuid, of_container] : parts)
    grants.chips[uuid] = charge(of_container, kinds, is_over);
  return grants;
}

std::vector<std::size_t> asked_chips(const Json& pod) {
  std::vector<std::size_t> asked;
  for (const char* list : {"initContainers", "containers"})
    for (const Json& container : pod.at("spec", list).items())
      asked.push_back(static_cast<std::size_t>(std::max<std::int64_t>(
          0, number_in(container.at("resources", "limits")[kCount].string()))));
  return asked;
}

bool is_live(const Json& pod) {
  const std::string& phase = pod.at("status", "phase").string();
  return !pod.at("spec", "nodeName").string().empty() && phase != "Succeeded" && phase != "Failed";
}

std::string name_of(const Json& object) {
  return object.at("metadata", "name").string();
}

const Json& annotation_of(const Json& object, const std::string& key) {
  return object.at("metadata", "annotations")[key];
}

}  // namespace npushare::soak
