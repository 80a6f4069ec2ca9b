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

void append_padded(std::string& out, std::int64_t value, std::size_t width) {
  const std::string digits = std::to_string(value);
  out.append(width - std::min(width, digits.size()), '0').append(digits);
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

std::string micro_time(std::chrono::system_clock::time_point time) {
  namespace chrono = std::chrono;
  const auto micros = chrono::floor<chrono::microseconds>(time);
  const chrono::sys_days day = chrono::floor<chrono::days>(micros);
  const chrono::year_month_day date{day};
  const chrono::hh_mm_ss clock{micros - day};
  std::string text;
  append_padded(text, static_cast<int>(date.year()), 4);
  text += '-';
  append_padded(text, static_cast<unsigned>(date.month()), 2);
  text += '-';
  append_padded(text, static_cast<unsigned>(date.day()), 2);
  text += 'T';
  append_padded(text, clock.hours().count(), 2);
  text += ':';
  append_padded(text, clock.minutes().count(), 2);
  text += ':';
  append_padded(text, clock.seconds().count(), 2);
  text += '.';
  append_padded(text, clock.subseconds().count(), 6);
  return text + 'Z';
}

}  // namespace npushare::wire
