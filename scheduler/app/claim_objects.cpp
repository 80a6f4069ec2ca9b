#include "scheduler/app/claim_objects.hpp"

#include <algorithm>
#include <utility>

#include "scheduler/convert/claim_spec.hpp"
#include "scheduler/convert/pod_conversion.hpp"

namespace npushare {
namespace {

namespace asio = boost::asio;

using wire::Json;

bool is_template(const Json& object) {
  return object["kind"].string() == "ResourceClaimTemplate";
}

kube::ObjectPath path_of(const Json& object) {
  return {.version = kDraVersion,
          .space = object.at("metadata", "namespace").string(),
          .plural = is_template(object) ? "resourceclaimtemplates" : "resourceclaims",
          .name = object.at("metadata", "name").string()};
}

Error in_the_way(const Json& wanted, const std::string& why, const std::string& remedy) {
  const Json& metadata = wanted["metadata"];
  return {ErrorCode::kConflict, wanted["kind"].string() + " " + metadata["namespace"].string() +
                                    "/" + metadata["name"].string() + " exists and " + why + "; " +
                                    remedy};
}

bool uses(const Json& pod, const std::string& claim) {
  const std::string& phase = pod.at("status", "phase").string();
  if (phase == "Succeeded" || phase == "Failed") return false;
  const std::vector<std::string> named = convert::claims_named_by(pod);
  return std::ranges::find(named, claim) != named.end();
}

/// By a consistent list of the namespace's pods.
asio::awaitable<Result<bool>> is_referenced(kube::RestClient& client, kube::ObjectPath claim,
                                            kube::Deadline by) {
  kube::ObjectPath pods{.version = "api/v1", .space = claim.space, .plural = "pods"};
  auto listing = kube::get_object(client, std::move(pods), by);
  const Result<Json> list = co_await std::move(listing);
  if (!list) co_return list.error();
  co_return std::ranges::any_of((*list)["items"].items(),
                                [&claim](const Json& pod) { return uses(pod, claim.name); });
}

/// Marks the claim as this question's, so that whoever was about to delete the version before does
/// not.
asio::awaitable<Result<Ensured>> adopt(kube::RestClient& client, Json wanted, Json existing,
                                       kube::Deadline by) {
  auto asking = is_referenced(client, path_of(wanted), by);
  const Result<bool> referenced = co_await std::move(asking);
  if (!referenced) co_return referenced.error();
  const std::string obstacle = convert::obstacle_to_adoption(existing, wanted, *referenced);
  if (!obstacle.empty())
    co_return in_the_way(wanted, obstacle,
                         "delete it, or wait until it is gone, then create the pod again");
  const Json patch = Json::Object{
      {"metadata",
       Json::Object{{"resourceVersion", existing.at("metadata", "resourceVersion")},
                    {"annotations",
                     Json::Object{{std::string(convert::kReviewKey),
                                   wanted.at("metadata", "annotations")[convert::kReviewKey]}}}}}};
  auto marking = kube::patch_object(client, path_of(wanted), patch, by);
  Result<Json> marked = co_await std::move(marking);
  if (!marked) co_return marked.error();
  co_return Ensured{*std::move(marked), false};
}

}  // namespace

kube::ObjectPath claim_path(const std::string& space, const std::string& name) {
  return {.version = kDraVersion, .space = space, .plural = "resourceclaims", .name = name};
}

asio::awaitable<Result<Ensured>> ensure_object(
    kube::RestClient& client, Json wanted, kube::Deadline by,
    std::function<void(const PodKey& claim)> before_adoption) {
  const kube::ObjectPath path = path_of(wanted);
  for (int attempt = 0;; ++attempt) {
    auto reading = kube::get_object(client, path, by);
    Result<Json> existing = co_await std::move(reading);
    if (existing && is_template(wanted)) {
      if (convert::is_same_spec(existing->at("spec", "spec"), wanted.at("spec", "spec")))
        co_return Ensured{*std::move(existing), false};
      co_return in_the_way(wanted, "asks for something else", "delete it: its name is npushare's");
    }
    if (existing) {
      before_adoption({path.space, path.name});
      auto adopting = adopt(client, wanted, *std::move(existing), by);
      co_return co_await std::move(adopting);
    }
    if (existing.error().code != ErrorCode::kNotFound) co_return existing.error();

    kube::ObjectPath collection = path;
    collection.name.clear();
    auto creating = kube::create_object(client, std::move(collection), wanted, by);
    Result<Json> created = co_await std::move(creating);
    if (created) co_return Ensured{*std::move(created), true};
    // Another question was faster: what it made is looked at once.
    if (created.error().code != ErrorCode::kConflict || attempt > 0) co_return created.error();
  }
}

}  // namespace npushare
