/// A pod that somebody else binds to a node of two chips, and what the webhook says to it.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "scheduler/verbs/admit.hpp"
#include "scheduler/verbs/bind.hpp"
#include "tests/support/verbs_trials.hpp"
#include "tests/support/verbs_world.hpp"

namespace npushare::verbs_test {

using Verb = FakeKube::Verb;
using When = FakeKube::Fault::When;

class Admit : public testing::Test {
 protected:
  Admit() : world(rules_with("binpack", verbs::LockUse::kHami)) {
    world.node("n1", Mode::kHard, {"A", "B"}).node("n2", Mode::kHard, {"C"}).waiting(pod);
    world.services.trials = &trials;
  }

  using Work = verbs::asio::awaitable<Result<verbs::Admission>>;
  static verbs::asio::awaitable<void> keep(Work work,
                                           std::optional<Result<verbs::Admission>>& admitted) {
    admitted.emplace(co_await std::move(work));
  }

  wire::AdmissionRequest binding(const std::string& node = "n1") const {
    return {.uid = "q",
            .operation = "CREATE",
            .resource = "pods",
            .subresource = "binding",
            .user = "system:kube-scheduler",
            .pod = pod.key,
            .pod_uid = pod.uid,
            .node = NodeName{node}};
  }
  /// What the Binding is to carry, or why it is denied.
  Result<verbs::Admission> admit(wire::AdmissionRequest asked, const std::string& waits_for = "") {
    verbs::AdmitCall call{.asked = std::move(asked),
                          .by = world.clock.now() + std::chrono::seconds{4},
                          .waits_for = waits_for};
    std::optional<Result<verbs::Admission>> admitted;
    world.finish(keep(verbs::admit(std::move(call), world.services), admitted));
    return *std::move(admitted);
  }
  std::string denied(wire::AdmissionRequest asked) {
    const Result<verbs::Admission> admitted = admit(std::move(asked));
    return admitted ? "" : admitted.error().message;
  }
  /// The Binding after the API server has applied the patch.
  wire::Binding patched(const wire::AdmissionRequest& asked, const verbs::Admission& by) const {
    wire::Binding binding{asked.pod, by.uid, asked.node, asked.annotations};
    for (const auto& [key, value] : by.marks) {
      if (value) {
        binding.annotations[key] = *value;
      } else {
        binding.annotations.erase(key);
      }
    }
    return binding;
  }
  Allocation place_on(const std::string& chip) const {
    const auto rules = world.rules.load();
    Request request = *rules->dialect.read_request(pod);
    request.uuid_lists = {{.model = ModelName{"Ascend310P"}, .allowed = {ChipUuid{chip}}}};
    return plan_on(*world.book.snapshot(NodeName{"n1"}), request, *rules->chip_policy)
        .allocation.value();
  }
  /// What a running session of the pod's scheduler holds for it.
  void trial_on(const std::string& chip) { trials.hold(*world.book.reserve(place_on(chip))); }

  wire::StringMap marks_of(const Allocation& grants) const {
    return world.rules.load()->dialect.write_grants(
        grants, std::chrono::system_clock::to_time_t(world.clock.wall()));
  }
  static verbs::asio::awaitable<void> calmly() { co_return; }
  MiB used(std::size_t chip = 0) const { return world.used("n1", chip).memory; }

  World world;
  FakeTrials trials;
  const wire::Pod pod = a_hard_pod("p1", "3072");
  const std::string ours = "2026-08-14T07:47:40Z,ai,p1";
};

}  // namespace npushare::verbs_test
