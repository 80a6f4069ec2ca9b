/// A small cluster whose namespaces have quotas.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "scheduler/verbs/bind_place.hpp"
#include "scheduler/verbs/question.hpp"
#include "scheduler/verbs/quotas.hpp"
#include "tests/support/verbs_world.hpp"

namespace npushare::verbs_test {

inline constexpr const char* kMemoryKey = "limits.huawei.com/Ascend310P-memory";
inline constexpr const char* kCoresKey = "limits.huawei.com/Ascend310P-core";
inline constexpr const char* kSharesKey = "limits.huawei.com/Ascend310P";

struct QuotaWorld : World {
  explicit QuotaWorld(verbs::Rules first = rules_with()) : World(std::move(first)) {
    services.quotas = &quotas;
  }

  /// One quota of namespace "ai", which the builders' pods are in.
  void limit(wire::StringMap hard) {
    quotas.publish(
        {{.space = "ai", .name = "npu", .resource_version = "1", .hard = std::move(hard)}});
  }

  Result<Reservation> hold(const wire::Pod& pod, const std::string& node) {
    const Result<verbs::Question> question = verbs::read_question(pod, *rules.load());
    if (!question) return question.error();
    return verbs::hold_place(*question, NodeName{node}, services);
  }

  /// Of the first limit, over the whole namespace.
  std::int64_t used() { return quotas.uses().at(0).used; }

  verbs::Quotas quotas{book, rules};
};

}  // namespace npushare::verbs_test
