/// A pod's wish together with the policies that shall judge places for it.
#pragma once

#include "accounting/request.hpp"
#include "accounting/result.hpp"
#include "policies/policy.hpp"
#include "scheduler/verbs/services.hpp"

namespace npushare::verbs {

struct Question {
  Request request;
  const Policy* node_policy = nullptr;  // the pod's own choice, or the operator's
  const Policy* chip_policy = nullptr;
};

/// kInvalid: the pod asks for something impossible, or names a policy that does not exist; the text
/// is the same on every node and offers the allowed names.
Result<Question> read_question(const wire::Pod& pod, const Rules& rules);

}  // namespace npushare::verbs
