/// The paths and queries of an informer's calls. Source: spec/kube-scheduler-extender.md 4.1.
#pragma once

#include <cstdint>
#include <string>

#include "scheduler/kube/informer.hpp"

namespace npushare::kube {

// The server ends a watch by itself; the spread keeps many watches from ending together.
inline constexpr std::int64_t kShortestWatchSeconds = 300;
inline constexpr std::int64_t kLongestWatchSeconds = 600;

/// One page, or everything at once when any state will do: the server has no pages then.
std::string list_target(const InformerOptions& options, const std::string& version,
                        const std::string& continue_token);
std::string watch_target(const InformerOptions& options, const std::string& version,
                         std::int64_t seconds);
/// A watch that begins with all objects.
std::string stream_target(const InformerOptions& options, std::int64_t seconds);

}  // namespace npushare::kube
