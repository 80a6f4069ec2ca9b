/// The ResourceQuotas of the watch, passed on as one list whenever they change.
///
/// Threads: events come from one informer.
#pragma once

#include <utility>
#include <vector>

#include "scheduler/app/list_sink.hpp"
#include "scheduler/verbs/quotas.hpp"

namespace npushare {

class QuotaSink final : public ListSink<wire::ResourceQuota> {
 public:
  explicit QuotaSink(verbs::Quotas& into)
      : ListSink([&into](std::vector<wire::ResourceQuota> all) { into.publish(std::move(all)); }) {}
};

}  // namespace npushare
