/// The fault script in front of a handler of the API server: what it wants goes wrong here, and the
/// handler behind knows nothing of it.
///
/// Threads: as the handler's.
#pragma once

#include <memory>

#include "scheduler/embedded/faults.hpp"
#include "scheduler/http/message.hpp"

namespace npushare::embedded {

http::Handler with_faults(std::shared_ptr<Faults> faults, http::Handler handler);

}  // namespace npushare::embedded
