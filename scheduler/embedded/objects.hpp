/// What can be done with the objects of a cluster: the API server's verbs, without HTTP.
///
/// The HTTP routes, the simulated kubelets and their plugins all write through these calls, so that
/// they meet the same preconditions. Store keeps the objects; a test puts faults in front of it.
/// Errors:  in the Answer, code and Status as the API server would send them.
/// Threads: any.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "scheduler/embedded/answer.hpp"
#include "scheduler/embedded/selectors.hpp"

namespace npushare::embedded {

/// Which half of an object a write may change.
enum class Part { kMain, kStatus };

enum class PatchType { kMerge, kJson };

struct ListQuery {
  std::string space;  // empty: all namespaces
  Selector selector;
  std::size_t limit = 0;  // 0: all
  std::string continue_token;
  std::string resource_version;
  bool is_exact = false;  // resourceVersionMatch=Exact
};

struct RemoveOptions {
  std::optional<std::int64_t> grace_seconds;  // nothing: what the pod says
  std::string uid;                            // empty: no precondition
  std::string resource_version;               // likewise
};

class Objects {
 public:
  virtual ~Objects() = default;

  virtual Answer create(const Place& place, wire::Json object) = 0;
  virtual Answer get(const Place& place) const = 0;
  virtual Answer list(const Kind& kind, const ListQuery& query) const = 0;
  virtual Answer update(const Place& place, Part part, wire::Json object) = 0;
  virtual Answer patch(const Place& place, Part part, PatchType type, const wire::Json& patch) = 0;
  virtual Answer remove(const Place& place, const RemoveOptions& options) = 0;
  virtual Answer bind(const Place& pod, const wire::Json& binding) = 0;
};

}  // namespace npushare::embedded
