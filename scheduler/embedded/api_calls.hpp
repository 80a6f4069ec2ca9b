/// One HTTP request to one call of the store.
#pragma once

#include "scheduler/embedded/api_path.hpp"
#include "scheduler/embedded/objects.hpp"
#include "scheduler/http/message.hpp"

namespace npushare::embedded {

inline constexpr std::size_t kBodyLimit = std::size_t{3} << 20;

/// Everything but watches.
Answer answer_call(Objects& objects, const ApiPath& path, const http::Request& request);

}  // namespace npushare::embedded
