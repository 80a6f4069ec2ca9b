/// admit: a Binding that somebody else writes gets its grants on the way into the API server.
///
/// pod -> request -> share -> turn at the node -> node lock, as bind does (bind_turn.hpp), and then
/// the annotations for the Binding instead of a call. The API server may refuse the Binding after
/// that, so the share stays uncertain until the watch, or a consistent read, shows the pod. The
/// same Binding asked again gets the same grants. A pod without NPUs, and a Binding that our own
/// bind is writing, are let through as they are. Of a dry run nothing remains.
/// Errors:  the Binding is to be denied, so that its scheduler tries again: kBusy, kTimeout,
///          kUncertain when time will mend it.
/// Source:  design.md 6; spec/volcano-deviceshare.md 5.9 (B1), 8.3.
#pragma once

#include <string>

#include "scheduler/verbs/bind_turn.hpp"
#include "scheduler/verbs/services.hpp"
#include "scheduler/wire/admission.hpp"

namespace npushare::verbs {

struct Admission {
  PodUid uid;
  bool wants_npu = false;
  wire::AnnotationPatch marks{};  // what the Binding has to carry; empty: it is left as it is
};

struct AdmitCall {
  wire::AdmissionRequest asked;  // about a Binding
  kube::Deadline by;             // it ends by then, and within Rules::bind_deadline
  std::string waits_for{};       // what the books still lack; empty: they are read
  HasLeft has_left{};
};

asio::awaitable<Result<Admission>> admit(AdmitCall call, Services& with);

}  // namespace npushare::verbs
