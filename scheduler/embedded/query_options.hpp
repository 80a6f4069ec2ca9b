/// What the query of a LIST or a WATCH asks for, checked as the API server checks it.
///
/// Errors: an Answer with 400 or 422 in the API server's words.
/// Source: spec/kube-scheduler-extender.md 4.1; Kubernetes API concepts, "Resource versions": a
///         limit is ignored for version 0, and makes an exact list of any other.
#pragma once

#include <variant>

#include "scheduler/embedded/api_path.hpp"
#include "scheduler/embedded/objects.hpp"
#include "scheduler/embedded/watch_stream.hpp"
#include "scheduler/http/message.hpp"

namespace npushare::embedded {

struct WatchRules {
  bool has_watch_list = true;  // false: sendInitialEvents is refused, as older servers do
  std::chrono::milliseconds bookmark_every{60'000};
};

std::variant<ListQuery, Answer> read_list(const ApiPath& path, const http::Request& request);

std::variant<WatchCall, Answer> read_watch(const ApiPath& path, const http::Request& request,
                                           const WatchRules& rules);

/// watch=1 or watch=true.
bool is_watch(const http::Request& request);

/// 1, true, ...: as Go's strconv.ParseBool, false for anything else.
bool is_true(std::string_view text);

/// A number of the query, nothing when it is absent or none.
std::optional<std::int64_t> query_number(const http::Request& request, std::string_view name);

}  // namespace npushare::embedded
