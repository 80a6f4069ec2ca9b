#include "scheduler/kube/read_plan.hpp"

namespace npushare::kube {
namespace {

constexpr int kStreamsTried = 3;
constexpr int kRefusalsBeforeList = 5;
constexpr int kInternalErrorsAtOnce = 3;

}  // namespace

void ReadPlan::listed(std::string version) {
  version_ = std::move(version);
  needs_all_ = needs_newest_ = false;
  streams_failed_ = 0;
}

ReadPlan::Pace ReadPlan::list_refused() {
  const Pace pace = needs_newest_ || version_.empty() ? Pace::kBackOff : Pace::kAtOnce;
  needs_newest_ = true;
  return pace;
}

ReadPlan::Pace ReadPlan::stream_failed() {
  if (++streams_failed_ >= kStreamsTried) can_stream_ = false;
  return Pace::kBackOff;
}

ReadPlan::Pace ReadPlan::stream_unknown() {
  can_stream_ = false;
  return Pace::kAtOnce;
}

ReadPlan::Pace ReadPlan::watch_refused(int code, Where where) {
  if (code == 429) return Pace::kBackOff;
  if (code == 500 && where == Where::kStream) {
    if (++internal_ <= kInternalErrorsAtOnce) return Pace::kAtOnce;
    internal_ = 0;
    needs_all_ = true;
    return Pace::kBackOff;
  }
  ++refusals_;
  if (code == 410 || refusals_ >= kRefusalsBeforeList) needs_all_ = true;
  if (code != 410) return Pace::kBackOff;
  // The first 410 is the ordinary course of things, also when a server that starts has refused
  // everything before it; one that says nothing else is not hurried.
  return ++expired_ == 1 ? Pace::kAtOnce : Pace::kBackOff;
}

void ReadPlan::watch_was_healthy(bool has_lasted) {
  refusals_ = expired_ = 0;
  if (has_lasted) internal_ = 0;
}

}  // namespace npushare::kube
