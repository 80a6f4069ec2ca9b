/// A Lease: who holds it, for how long, since when.
///
/// Shape:  what we do not know of the object is kept and written back as it was: preferredHolder,
///         strategy, labels.
/// Units:  times as RFC 3339 with exactly six decimals; durations in whole seconds.
/// Errors: kInvalid: no Lease, or one without a resourceVersion.
/// Source: coordination.k8s.io/v1; spec/kube-scheduler-extender.md 4.6.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "accounting/result.hpp"
#include "scheduler/wire/json.hpp"

namespace npushare::wire {

struct Lease {
  std::string holder;  // empty: nobody
  std::chrono::seconds duration{0};
  std::string acquired, renewed;
  std::int64_t transitions = 0;
  Json object = Json::object();  // all of it as it was read
};

Result<Lease> read_lease(std::string_view json);

/// One that does not exist yet.
Lease new_lease(std::string_view space, std::string_view name);

std::string write_lease(const Lease& lease);

/// Whether its holder has given a sign of life in between: any change of what the Lease says, but
/// not of what surrounds it.
bool is_same_record(const Lease& a, const Lease& b);

}  // namespace npushare::wire
