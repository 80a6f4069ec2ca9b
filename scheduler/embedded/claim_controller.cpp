#include "scheduler/embedded/claim_controller.hpp"

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

#include "scheduler/embedded/claim_keys.hpp"
#include "scheduler/embedded/pod_claims.hpp"
#include "scheduler/embedded/pod_rules.hpp"

namespace npushare::embedded {

namespace asio = boost::asio;
using wire::Json;

namespace {

constexpr std::size_t kLongestBase = 57;  // five random letters and a dash follow

const Json& meta(const Json& object, const char* key) {
  return object.at("metadata", key);
}

Place place_of(const Json& claim) {
  return claim_place(meta(claim, "namespace").string(), meta(claim, "name").string());
}

bool is_done(const Json& pod) {
  return is_over(pod) || (is_terminating(pod) && !is_bound(pod));
}

/// Null when no such pod is there.
const Json* pod_with(const std::vector<Object>& pods, const Json& uid) {
  const auto found =
      std::ranges::find_if(pods, [&](const Object& pod) { return meta(*pod, "uid") == uid; });
  return found == pods.end() ? nullptr : found->get();
}

bool still_uses(const Json& user, const std::vector<Object>& pods) {
  if (user["resource"].string() != "pods" || !user["apiGroup"].string().empty()) return true;
  const Json* pod = pod_with(pods, user["uid"]);
  return pod != nullptr && !is_done(*pod);
}

/// Nothing for a claim that no pod owns.
const Json* owner_of(const Json& claim) {
  for (const Json& owner : meta(claim, "ownerReferences").items())
    if (owner["kind"].string() == "Pod" && owner["controller"].boolean()) return &owner["uid"];
  return nullptr;
}

std::string base_of(const std::string& pod, const std::string& entry) {
  const std::size_t share = (kLongestBase - 1) / 2;
  if (pod.size() + 1 + entry.size() <= kLongestBase) return pod + "-" + entry;
  return pod.substr(0, share) + "-" + entry.substr(0, share);
}

Json claim_from(const Json& wanted, const Json& pod, const std::string& entry) {
  Json claim = Json::object();
  Json& metadata = claim.member("metadata");
  const Json& given = wanted.at("spec", "metadata");
  if (given["labels"].is_object()) metadata.set("labels", given["labels"]);
  if (given["annotations"].is_object()) metadata.set("annotations", given["annotations"]);
  metadata.set("generateName", base_of(meta(pod, "name").string(), entry) + "-");
  metadata.member("annotations").set(kPodClaimKey, entry);
  metadata.member("ownerReferences")
      .push_back(Json::Object{{"apiVersion", "v1"},
                              {"kind", "Pod"},
                              {"name", meta(pod, "name")},
                              {"uid", meta(pod, "uid")},
                              {"controller", true},
                              {"blockOwnerDeletion", true}});
  claim.set("spec", wanted.at("spec", "spec"));
  return claim;
}

}  // namespace

ClaimController::ClaimController(asio::any_io_executor strand, std::shared_ptr<Store> store)
    : strand_(std::move(strand)), store_(std::move(store)), bell_(std::make_shared<Bell>(strand_)) {
  for (const Kind* kind : {&pods(), &claims(), &claim_templates()})
    subscriptions_.push_back(store_->subscribe(*kind, [bell = bell_] { bell->ring(); }));
}

void ClaimController::start() {
  asio::co_spawn(strand_, run(shared_from_this()), asio::detached);
}

void ClaimController::stop() {
  is_stopped_ = true;
  bell_->ring();
}

asio::awaitable<void> ClaimController::run(std::shared_ptr<ClaimController> self) {
  while (!self->is_stopped_) {
    self->step();
    const auto far = std::chrono::steady_clock::now() + std::chrono::hours(1);
    asio::awaitable<void> waiting = self->bell_->wait(far);  // its own writes ring, too
    co_await std::move(waiting);
  }
}

bool ClaimController::step() {
  // Pods after claims: a claim that was reserved for a pod has that pod in the newer list.
  const std::vector<Object> all_claims = store_->snapshot(claims()).objects;
  const std::vector<Object> all_pods = store_->snapshot(pods()).objects;
  bool has_written = make_claims(all_pods);
  for (const Object& claim : all_claims) has_written |= look_after(*claim, all_pods);
  return has_written;
}

bool ClaimController::make_claims(const std::vector<Object>& all) {
  bool has_written = false;
  for (const Object& pod : all) {
    if (is_over(*pod) || is_terminating(*pod)) continue;
    for (const ClaimUse& use : claims_of(*pod))
      if (use.claim.empty() && !use.is_left_out)
        has_written |= make_claim(*pod, use.entry, use.template_name);
  }
  return has_written;
}

/// A claim that an earlier step made, and could not write into the pod's status, is used.
bool ClaimController::make_claim(const Json& pod, const std::string& entry,
                                 const std::string& wanted) {
  const std::string& space = meta(pod, "namespace").string();
  std::string name;
  for (const Object& claim : store_->snapshot(claims()).objects) {
    const Json* owner = owner_of(*claim);
    if (owner != nullptr && *owner == meta(pod, "uid") &&
        meta(*claim, "annotations")[kPodClaimKey].string() == entry)
      name = meta(*claim, "name").string();
  }
  if (name.empty()) {
    const Answer made_from = store_->get({&claim_templates(), space, wanted});
    if (!made_from.ok()) return false;  // until somebody creates the template
    const Answer made =
        store_->create(claim_place(space, {}), claim_from(made_from.body, pod, entry));
    if (!made.ok()) return false;
    name = meta(made.body, "name").string();
  }
  const Place place = pod_place(space, meta(pod, "name").string());
  const Answer now = store_->get(place);
  if (!now.ok()) return true;
  Json patch = Json::object();
  patch.member("metadata").set("uid", meta(pod, "uid"));
  patch.member("metadata").set("resourceVersion", meta(now.body, "resourceVersion"));
  Json& statuses = patch.member("status").member("resourceClaimStatuses");
  statuses = now.body.at("status", "resourceClaimStatuses");
  statuses.push_back(Json::Object{{"name", entry}, {"resourceClaimName", name}});
  return store_->patch(place, Part::kStatus, PatchType::kMerge, patch).ok();
}

/// A finalizer without an allocation is a scheduler's that has not written the rest yet: it goes
/// only behind the allocation, or when the claim is to go.
bool ClaimController::release(const Json& claim, const Json::Array& users) {
  Json next = claim;
  next.member("status").set("reservedFor", users);
  if (users.empty()) next.set("status", Json::object());
  const Answer written = store_->update(place_of(claim), Part::kStatus, next);
  if (written.ok() && users.empty()) let_go(written.body);
  return written.ok();
}

bool ClaimController::let_go(const Json& claim) {
  const Json held(std::string{kClaimFinalizer});
  Json::Array finalizers = meta(claim, "finalizers").items();
  if (std::erase(finalizers, held) == 0) return false;
  Json next = claim;
  next.member("metadata").set("finalizers", std::move(finalizers));
  return store_->update(place_of(claim), Part::kMain, next).ok();
}

bool ClaimController::look_after(const Json& claim, const std::vector<Object>& all) {
  const Json& users = claim.at("status", "reservedFor");
  const bool is_ending = !meta(claim, "deletionTimestamp").is_null();
  Json::Array left;
  std::ranges::copy_if(users.items(), std::back_inserter(left),
                       [&](const Json& user) { return still_uses(user, all); });
  if (left.size() < users.items().size()) return release(claim, left);
  if (is_ending && left.empty()) {
    return claim.at("status", "allocation").is_null() ? let_go(claim) : release(claim, left);
  }
  const Json* owner = owner_of(claim);
  if (owner == nullptr || is_ending) return false;
  const Json* pod = pod_with(all, *owner);
  if (pod != nullptr && !is_done(*pod)) return false;
  const RemoveOptions same{
      .grace_seconds = {}, .uid = meta(claim, "uid").string(), .resource_version = {}};
  return store_->remove(place_of(claim), same).ok();
}

}  // namespace npushare::embedded
