#include "scheduler/dra/mirror_claim.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "scheduler/wire/json.hpp"

namespace npushare::dra {
namespace {

using wire::Json;

std::string request_name(std::size_t at) {
  return "chip-" + std::to_string(at);
}

/// Whole MiB, as Kubernetes would print them.
Json amounts_of(const MirrorPart& part) {
  return Json::Object{{"memory", std::to_string(part.memory.value()) + "Mi"},
                      {"cores", std::to_string(part.cores.value())}};
}

Json request_of(std::size_t at, const std::string& device_class, const MirrorPart& part) {
  return Json::Object{
      {"name", request_name(at)},
      {"exactly", Json::Object{{"deviceClassName", device_class},
                               {"allocationMode", "ExactCount"},
                               {"count", std::int64_t{1}},
                               {"capacity", Json::Object{{"requests", amounts_of(part)}}}}}};
}

Json result_of(std::size_t at, const MirrorPart& part) {
  return Json::Object{{"request", request_name(at)}, {"driver", part.driver},
                      {"pool", part.pool},           {"device", part.device},
                      {"shareID", part.share_id},    {"consumedCapacity", amounts_of(part)}};
}

/// Of a chip that others must not join: in percent, as DRA counts.
constexpr Cores kAllCores{100};

Amount held_by(const PodUid& pod, const DeviceLedger& chip) {
  Amount held;
  for (const auto& [id, share] : chip.shares())
    if (share.holder->uid == pod && share.source != Source::kClaim) held += share.amount;
  return held;
}

/// What of `held` covers the charge, no more of anything than the charge has.
Amount covered(const Amount& charge, const Amount& held) {
  return {.memory = std::clamp(held.memory, MiB{0}, std::max(charge.memory, MiB{0})),
          .cores = std::clamp(held.cores, Cores{0}, std::max(charge.cores, Cores{0})),
          .cpus = std::clamp(held.cpus, Cpus{0}, std::max(charge.cpus, Cpus{0})),
          .slots = std::clamp(held.slots, Slots{0}, std::max(charge.slots, Slots{0}))};
}

}  // namespace

std::string mirror_name(const PodUid& pod) {
  return "npu-mirror-" + pod.text();
}

Result<std::vector<MirrorPart>> mirror_parts(const Allocation& grants, const NodeLedger& node,
                                             const ChipDevices& devices) {
  std::map<ChipUuid, Amount> taken;
  std::set<ChipUuid> whole;
  for (const Charge& charge : charges_of(grants, InitPhase::kRunning)) {
    taken[charge.chip] += charge.share.amount;
    const bool is_alone = charge.share.hold != Hold::kPart || charge.share.mode == Mode::kHard;
    if (is_alone) whole.insert(charge.chip);
  }
  std::vector<MirrorPart> parts;
  for (auto& [chip, amount] : taken) {
    const auto device = devices.find(chip);
    const DeviceLedger* ledger = node.find(chip);
    if (device == devices.end() || ledger == nullptr)
      return Error{ErrorCode::kNotFound, "chip " + chip.text() + " of node " + node.name().text() +
                                             " is published by no DRA driver, so that no claim "
                                             "can stand for the pod"};
    if (whole.contains(chip)) amount = {ledger->capacity().memory, kAllCores, {}, {}};
    parts.push_back(
        {.driver = device->second.driver,
         .pool = device->second.pool,
         .device = device->second.device,
         .share_id = ShareId::of_container(grants.holder->uid, "mirror", parts.size()).text(),
         .memory = amount.memory,
         .cores = amount.cores});
  }
  return parts;
}

std::string mirror_body(const Holder& pod, const std::string& device_class,
                        const std::vector<MirrorPart>& parts) {
  Json requests = Json::array();
  for (std::size_t at = 0; at < parts.size(); ++at)
    requests.push_back(request_of(at, device_class, parts[at]));
  Json owners = Json::array();
  owners.push_back(Json::Object{{"apiVersion", "v1"},
                                {"kind", "Pod"},
                                {"name", pod.pod.name},
                                {"uid", pod.uid.text()},
                                {"controller", true}});
  const Json body = Json::Object{
      {"apiVersion", "resource.k8s.io/v1"},
      {"kind", "ResourceClaim"},
      {"metadata", Json::Object{{"name", mirror_name(pod.uid)},
                                {"namespace", pod.pod.space},
                                {"labels", Json::Object{{std::string(kMirrorLabel), "true"}}},
                                {"ownerReferences", std::move(owners)}}},
      {"spec", Json::Object{{"devices", Json::Object{{"requests", std::move(requests)}}}}}};
  return body.text();
}

std::string mirror_status(const Holder& pod, const std::vector<MirrorPart>& parts) {
  Json results = Json::array();
  for (std::size_t at = 0; at < parts.size(); ++at) results.push_back(result_of(at, parts[at]));
  Json consumers = Json::array();
  consumers.push_back(
      Json::Object{{"resource", "pods"}, {"name", pod.pod.name}, {"uid", pod.uid.text()}});
  const Json body = Json::Object{
      {"status",
       Json::Object{
           {"allocation", Json::Object{{"devices", Json::Object{{"results", std::move(results)}}}}},
           {"reservedFor", std::move(consumers)}}}};
  return body.text();
}

std::optional<PodUid> mirrored_pod(const wire::ResourceClaim& claim) {
  const auto label = claim.labels.find(kMirrorLabel);
  if (label == claim.labels.end() || label->second != "true") return std::nullopt;
  if (claim.reserved_for.size() != 1 || !claim.reserved_for.front().is_pod()) return std::nullopt;
  PodUid pod{claim.reserved_for.front().uid};
  if (claim.name != mirror_name(pod)) return std::nullopt;
  return pod;
}

std::vector<Charge> beyond_twin(std::vector<Charge> claim, const NodeLedger& node,
                                const PodUid& twin) {
  for (const DeviceLedger& chip : node.chips()) {
    Amount left = held_by(twin, chip);
    for (Charge& charge : claim) {
      if (charge.chip != chip.chip().uuid) continue;
      const Amount twice = covered(charge.share.amount, left);
      charge.share.amount -= twice;
      left -= twice;
    }
  }
  std::erase_if(claim, [](const Charge& charge) { return charge.share.amount == Amount{}; });
  return claim;
}

}  // namespace npushare::dra
