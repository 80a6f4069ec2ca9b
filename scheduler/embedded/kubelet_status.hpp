/// What a kubelet reads from a pod's spec and writes into its status.
///
/// Source: spec/node-plugin-contract.md 3.1, 7.3.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "accounting/result.hpp"
#include "scheduler/wire/json.hpp"

namespace npushare::embedded {

/// A container's own limit of the count resource.
struct AskedContainer {
  std::string name;
  std::int64_t count = 0;
};

/// Containers with a limit above 0, init containers first: the order in which they are served.
/// kInvalid: a limit that is no whole number, or above a million.
Result<std::vector<AskedContainer>> asked_containers(const wire::Json& pod,
                                                     const std::string& resource);

/// How many ids the pod occupies: the greater of its peak while starting and its steady state.
std::int64_t occupied_ids(const wire::Json& pod, const std::string& resource);

bool has_ordinary_inits(const wire::Json& pod);

/// Merge patches of the status. Ordinary init containers have ended with 0, the others run.
wire::Json inits_done_patch(const wire::Json& pod, std::chrono::system_clock::time_point now);
wire::Json running_patch(const wire::Json& pod, std::chrono::system_clock::time_point now);
wire::Json rejected_patch(std::string_view reason, std::string_view message);

/// How a kubelet words an error of a device plugin; kInternal is a plugin that does not answer.
std::string allocate_failure(const Error& error);

}  // namespace npushare::embedded
