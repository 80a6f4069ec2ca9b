#include "scheduler/embedded/claim_scheduling.hpp"

#include <algorithm>
#include <boost/uuid/uuid_io.hpp>

#include "scheduler/embedded/claim_keys.hpp"
#include "scheduler/embedded/device_rules.hpp"
#include "scheduler/embedded/extender_dialogue.hpp"
#include "scheduler/embedded/pod_claims.hpp"

namespace npushare::embedded {

using wire::Json;

namespace {

constexpr const char* kNoRoom = "cannot allocate all claims";

/// What a pod needs, as the API server has it now.
struct Needs {
  std::vector<Object> open;       // to be allocated
  std::vector<Object> allocated;  // already
  std::string obstacle;           // why the pod cannot go anywhere
};

bool is_full(const Json& claim, const Json& pod) {
  return !is_reserved_for(claim, pod) &&
         claim.at("status", "reservedFor").items().size() >= kMostUsers;
}

Needs needs_of(const Store& store, const Json& pod) {
  Needs needs;
  const std::string& space = pod.at("metadata", "namespace").string();
  for (const ClaimUse& use : claims_of(pod)) {
    if (use.is_left_out) continue;
    const Answer claim = store.get(claim_place(space, use.claim));
    if (use.claim.empty()) {
      needs.obstacle = "waiting for the claim of template " + use.template_name;
    } else if (!claim.ok()) {
      needs.obstacle = "resourceclaim \"" + use.claim + "\" not found";
    } else if (!claim.body.at("metadata", "deletionTimestamp").is_null()) {
      needs.obstacle = "resourceclaim \"" + use.claim + "\" is being deleted";
    } else if (is_full(claim.body, pod)) {
      needs.obstacle = "resourceclaim in use";
    } else {
      const bool is_open = claim.body.at("status", "allocation").is_null();
      (is_open ? needs.open : needs.allocated).push_back(std::make_shared<const Json>(claim.body));
    }
  }
  return needs;
}

/// An allocation's node selector names nodes by their metadata.name here.
bool is_usable_on(const Json& claim, const std::string& node) {
  const Json& selector = claim.at("status", "allocation", "nodeSelector");
  if (selector.is_null()) return true;
  for (const Json& term : selector["nodeSelectorTerms"].items())
    for (const Json& field : term["matchFields"].items())
      for (const Json& value : field["values"].items())
        if (value.string() == node) return true;
  return false;
}

std::string refusal_of(const std::vector<std::string>& nodes, const std::string& why) {
  std::map<std::string, std::string> refusals;
  for (const std::string& node : nodes) refusals[node] = why;
  return refusal_message(nodes.size(), refusals);
}

Place place_of(const Json& claim) {
  return claim_place(claim.at("metadata", "namespace").string(),
                     claim.at("metadata", "name").string());
}

Error lost(const Answer& answer) {
  return {ErrorCode::kConflict, answer.body["message"].string()};
}

}  // namespace

DeviceWorld ClaimScheduling::world() const {
  return {.devices = devices_of(store_->snapshot(slices()).objects),
          .classes = store_->snapshot(device_classes()).objects,
          .taint_rules = store_->snapshot(taint_rules()).objects,
          .use = DeviceUse(store_->snapshot(claims()).objects)};
}

Result<ClaimNodes> ClaimScheduling::nodes_for(const Json& pod,
                                              const std::vector<std::string>& nodes) {
  const Needs needs = needs_of(*store_, pod);
  if (!needs.obstacle.empty()) return ClaimNodes{{}, refusal_of(nodes, needs.obstacle)};
  const DeviceWorld now = world();
  ClaimNodes found;
  for (const std::string& node : nodes) {
    const bool is_usable = std::ranges::all_of(
        needs.allocated, [&](const Object& claim) { return is_usable_on(*claim, node); });
    if (!is_usable) continue;
    const auto fits = allocate_claims(now, needs.open, node, [] { return std::string(); });
    if (!fits) return fits.error();
    if (*fits) found.nodes.push_back(node);
  }
  if (found.nodes.empty()) found.refusal = refusal_of(nodes, kNoRoom);
  return found;
}

Result<> ClaimScheduling::reserve(const Json& pod, const std::string& node) {
  if (!has_claims(pod)) return {};
  const Needs needs = needs_of(*store_, pod);
  if (!needs.obstacle.empty()) return Error{ErrorCode::kConflict, needs.obstacle};
  const auto made =
      allocate_claims(world(), needs.open, node, [this] { return to_string(random_()); });
  if (!made) return made.error();
  if (!*made) return Error{ErrorCode::kConflict, kNoRoom};
  for (std::size_t k = 0; k < needs.open.size(); ++k)
    if (Result<> written = write(needs.open[k], pod, (**made)[k]); !written) return written;
  for (const Object& claim : needs.allocated) {
    if (is_reserved_for(*claim, pod)) continue;
    if (Result<> written = write(claim, pod, claim->at("status", "allocation")); !written)
      return written;
  }
  return {};
}

Result<> ClaimScheduling::write(const Object& claim, const Json& pod, const Json& allocation) {
  Json next = *claim;
  const Place place = place_of(next);
  Json::Array& finalizers = next.member("metadata").member("finalizers").edit_items();
  const Json ours(std::string{kClaimFinalizer});
  if (std::ranges::find(finalizers, ours) == finalizers.end()) finalizers.push_back(ours);
  const Answer held = store_->update(place, Part::kMain, next);
  if (!held.ok()) return lost(held);
  next = held.body;
  next.member("status").set("allocation", allocation);
  next.member("status")
      .member("reservedFor")
      .push_back(Json::Object{{"resource", "pods"},
                              {"name", pod.at("metadata", "name")},
                              {"uid", pod.at("metadata", "uid")}});
  const Answer written = store_->update(place, Part::kStatus, std::move(next));
  return written.ok() ? Result<>{} : lost(written);
}

}  // namespace npushare::embedded
