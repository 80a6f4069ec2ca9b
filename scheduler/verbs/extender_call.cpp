#include "scheduler/verbs/extender_call.hpp"

#include <algorithm>
#include <utility>

namespace npushare::verbs {
namespace {

HolderPtr holder_of(const Holder& like, const wire::Pod& pod) {
  Holder holder = like;
  holder.uid = pod.uid;
  holder.pod = pod.key;
  return std::make_shared<const Holder>(std::move(holder));
}

}  // namespace

Result<const Question*> Questions::of(const wire::PodMolds& pods,
                                      const std::shared_ptr<const Rules>& rules) {
  const auto known = std::ranges::find_if(known_, [&](const Known& one) {
    return one.kind == pods.kind() && one.kind != 0 && one.rules == rules;
  });
  if (known != known_.end()) {
    Request& request = known->question.request;
    request.holder = holder_of(*request.holder, pods.pod());
    return &known->question;
  }
  Result<Question> question = read_question(pods.pod(), *rules);
  if (!question) return question.error();
  if (known_.size() < kMost) known_.emplace_back();
  Known& newest = known_[next_];
  next_ = (next_ + 1) % kMost;
  newest = {pods.kind(), rules, *std::move(question)};
  return &newest.question;
}

ExtenderCall& call_of_this_thread() {
  thread_local ExtenderCall call;
  return call;
}

}  // namespace npushare::verbs
