/// Calls to the API server.
///
/// Labels:  verb: an HTTP method or WATCH; code: the status, or a word where there was no answer.
///          Both come from small sets, whatever the server says.
/// Threads: any.
#pragma once

#include <prometheus/counter.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>

#include <array>
#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "scheduler/kube/call_end.hpp"

namespace npushare::metrics {

class ApiMeters {
 public:
  explicit ApiMeters(prometheus::Registry& registry);

  void count(const kube::CallEnd& call);

 private:
  static constexpr std::array<const char*, 7> kVerbs = {"GET",    "POST",  "PUT",  "PATCH",
                                                        "DELETE", "WATCH", "other"};

  prometheus::Counter& counter_for(std::size_t verb, const kube::CallEnd& call);

  prometheus::Family<prometheus::Counter>& calls_;
  std::array<prometheus::Histogram*, kVerbs.size()> took_{};
  std::mutex mutex_;
  // By verb and status; a call without an answer stands at -1 less its error code.
  std::map<std::pair<std::size_t, int>, prometheus::Counter*> known_;  // guarded by mutex_
};

}  // namespace npushare::metrics
