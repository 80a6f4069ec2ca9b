/// One HTTP request to one call of the store.
#pragma once

#include <optional>

#include "scheduler/embedded/api_path.hpp"
#include "scheduler/embedded/objects.hpp"
#include "scheduler/http/message.hpp"

namespace npushare::embedded {

inline constexpr std::size_t kBodyLimit = std::size_t{3} << 20;

/// Everything but watches.
Answer answer_call(Objects& objects, const ApiPath& path, const http::Request& request);

/// watch=1 or watch=true.
bool is_watch(const http::Request& request);

/// 1, true, ...: as Go's strconv.ParseBool, false for anything else.
bool is_true(std::string_view text);

/// A number of the query, nothing when it is absent or none.
std::optional<std::int64_t> query_number(const http::Request& request, std::string_view name);

/// Both selectors of the query.
Result<Selector> query_selector(const Kind& kind, const http::Request& request);

}  // namespace npushare::embedded
