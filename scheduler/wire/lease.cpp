#include "scheduler/wire/lease.hpp"

#include <algorithm>
#include <limits>

namespace npushare::wire {
namespace {

/// The API's integers have 32 bits; nonsense below zero means nothing left.
std::int64_t small_count(const Json& value) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
  return std::clamp<std::int64_t>(value.integer(), 0, kMost);
}

}  // namespace

Result<Lease> read_lease(std::string_view json) {
  Result<Json> object = Json::parse(json);
  if (!object) return object.error();
  if ((*object)["kind"].string() != "Lease")
    return Error{ErrorCode::kInvalid, "kind: a Lease is expected"};
  if (object->at("metadata", "resourceVersion").string().empty())
    return Error{ErrorCode::kInvalid, "metadata.resourceVersion: missing"};
  const Json& spec = (*object)["spec"];
  Lease lease;
  lease.holder = spec["holderIdentity"].string();
  lease.duration = std::chrono::seconds(small_count(spec["leaseDurationSeconds"]));
  lease.acquired = spec["acquireTime"].string();
  lease.renewed = spec["renewTime"].string();
  lease.transitions = small_count(spec["leaseTransitions"]);
  lease.object = *std::move(object);
  return lease;
}

Lease new_lease(std::string_view space, std::string_view name) {
  Lease lease;
  lease.object.set("apiVersion", "coordination.k8s.io/v1");
  lease.object.set("kind", "Lease");
  Json& metadata = lease.object.member("metadata");
  metadata.set("name", name);
  metadata.set("namespace", space);
  return lease;
}

std::string write_lease(const Lease& lease) {
  Json object = lease.object;
  Json& spec = object.member("spec");
  spec.set("holderIdentity", lease.holder);
  spec.set("leaseDurationSeconds", static_cast<std::int64_t>(lease.duration.count()));
  spec.set("acquireTime", lease.acquired);
  spec.set("renewTime", lease.renewed);
  spec.set("leaseTransitions", lease.transitions);
  return object.text();
}

bool is_same_record(const Lease& a, const Lease& b) {
  return a.object["spec"] == b.object["spec"];
}

}  // namespace npushare::wire
