#include "tests/soak/auditor.hpp"

#include <utility>

namespace npushare::soak {

using embedded::Object;
using wire::Json;

namespace {

const std::string kRegister = "hami.io/node-register-Ascend310P";

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += " " + name;
  return text;
}

}  // namespace

Use Auditor::Chip::total() const {
  if (has_whole) return capacity;
  Use sum = soft;
  sum += hard;
  return sum;
}

void Auditor::look() {
  learn_chips();
  for (auto& [uuid, chip] : chips_) {
    chip.soft = {};
    chip.hard = {};
    chip.holders.clear();
    chip.has_whole = false;
  }
  for (const Object& pod : store_.snapshot(embedded::pods()).objects)
    if (is_live(*pod)) add(*pod);
  note_changes();
  for (const auto& [uuid, chip] : chips_) check_chip(uuid, chip);
  findings_.count("audits");
}

void Auditor::note_changes() {
  for (const auto& [pod, holds] : live_)
    if (!before_.contains(pod)) findings_.note("live " + pod + " has" + holds);
  for (const auto& [pod, holds] : before_)
    if (!live_.contains(pod)) findings_.note("over " + pod + " had" + holds);
  before_ = std::exchange(live_, {});
}

void Auditor::learn_chips() {
  for (const Object& node : store_.snapshot(embedded::nodes()).objects) {
    const Result<Json> list = Json::parse(annotation_of(*node, kRegister).string());
    if (!list) continue;
    for (const Json& entry : list->items()) {
      Chip& chip = chips_[entry["id"].string()];
      chip.node = name_of(*node);
      chip.capacity = {entry["devmem"].integer(), entry["devcore"].integer(), kChipCpus,
                       entry["count"].integer()};
    }
  }
}

void Auditor::add(const Json& pod) {
  const std::optional<PodGrants> grants = read_grants(pod);
  std::size_t asked = 0;
  for (const std::size_t count : asked_chips(pod)) asked += count;
  if (!grants) {
    if (asked > 0) findings_.breach("bound without grants", name_of(pod));
    return;
  }
  check_pod(pod, *grants);
  for (const auto& [uuid, use] : grants->chips) {
    const auto chip = chips_.find(uuid);
    // An init container that has ended leaves its chip to others.
    if (chip == chips_.end() || use == Use{}) continue;
    (grants->is_soft ? chip->second.soft : chip->second.hard) += use;
    chip->second.has_whole = chip->second.has_whole || grants->has_whole;
    chip->second.holders.push_back(name_of(pod));
    live_[name_of(pod)] += " " + uuid + " (" + use.text() + ")";
  }
}

void Auditor::check_pod(const Json& pod, const PodGrants& grants) {
  const std::string name = name_of(pod);
  const std::string& node = pod.at("spec", "nodeName").string();
  for (const std::string& mistake : grants.mistakes)
    findings_.breach("malformed grant", name + ": " + mistake);
  if (grants.per_container != asked_chips(pod)) findings_.breach("other chips than asked", name);
  if (annotation_of(pod, "hami.io/vgpu-node").string() != node)
    findings_.breach("grants name another node", name + " on " + node);
  for (const auto& [uuid, use] : grants.chips) {
    const auto chip = chips_.find(uuid);
    if (chip == chips_.end() || chip->second.node != node)
      findings_.breach("chip of another node", name + " on " + node + " has " + uuid);
  }
}

void Auditor::check_chip(const std::string& uuid, const Chip& chip) {
  Use all = chip.soft;
  all += chip.hard;
  const std::string where = uuid + " of " + chip.node + ", held by" + joined(chip.holders);
  const bool is_over = all.memory > kChipMemory || all.slots > chip.capacity.slots ||
                       chip.soft.cores > kSoftCores || chip.hard.cores > kChipCores ||
                       chip.hard.cpus > kChipCpus;
  if (is_over) {
    findings_.breach("overcommitted",
                     where + ": soft " + chip.soft.text() + ", hard " + chip.hard.text());
  }
  if (chip.has_whole && chip.holders.size() > 1)
    findings_.breach("overcommitted", where + ": one of them has it whole");
  if (chip.soft.slots > 0 && chip.hard.cores > 0) findings_.breach("mixed modes", where);
}

}  // namespace npushare::soak
