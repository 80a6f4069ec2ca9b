#include "scheduler/wire/pod_molds.hpp"

#include <algorithm>
#include <utility>

namespace npushare::wire {

Result<std::size_t> PodMolds::read(std::string_view json) {
  for (auto known = known_.begin(); known != known_.end(); ++known) {
    const std::optional<std::size_t> end = (*known)->mold.cast(json);
    if (!end) continue;
    std::rotate(known_.begin(), known, known + 1);
    pod_ = &known_.front()->mold.pod();
    kind_ = known_.front()->kind;
    return *end;
  }
  return read_anew(json);
}

Result<std::size_t> PodMolds::read_anew(std::string_view json) {
  clear();
  PodTrace trace;
  const Result<std::size_t> end = read_first_pod(json, read_, &trace);
  if (!end || *end > kLongest) return end;
  if (known_.size() == kMost) known_.pop_back();
  kind_ = ++kinds_;
  known_.insert(known_.begin(),
                std::make_unique<Known>(
                    Known{PodMold(json.substr(0, *end), trace, std::move(read_)), kind_}));
  pod_ = &known_.front()->mold.pod();
  return end;
}

}  // namespace npushare::wire
