#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "scheduler/backends/dialect.hpp"
#include "tests/support/backends_builders.hpp"

namespace npushare::backends {
namespace {

using namespace backends_test;

constexpr std::int64_t kNow = 1786693660;

ContainerKind a_kind() {
  return *rc::gen::element(ContainerKind::kInit, ContainerKind::kSidecar, ContainerKind::kApp);
}

wire::StringMap some_limits(bool soft) {
  const int choice = *rc::gen::inRange(0, 4);
  if (choice == 0) return {};
  if (choice == 1) return asks(std::to_string(*rc::gen::inRange(1, 4)));
  if (!soft) return asks("1", std::to_string(*rc::gen::inRange(1, 24577)));
  return asks(std::to_string(*rc::gen::inRange(1, 4)), std::to_string(*rc::gen::inRange(1, 21528)),
              std::to_string(*rc::gen::inRange(0, 101)));
}

wire::Pod some_pod() {
  const bool soft = *rc::gen::arbitrary<bool>();
  PodBuilder pod = a_pod().on("n1");
  if (soft) pod.soft();
  const std::size_t inits = *rc::gen::inRange<std::size_t>(0, 3);
  const std::size_t apps = *rc::gen::inRange<std::size_t>(1, 4);
  for (std::size_t i = 0; i < inits; ++i)
    pod.container(std::min(a_kind(), ContainerKind::kSidecar), some_limits(soft));
  for (std::size_t i = 0; i < apps; ++i) pod.app(some_limits(soft));
  pod.app(asks("1", "3072"));
  return pod;
}

/// The grants a plan would make, each ask on chips of its own.
Allocation planned(const Request& request, const wire::Pod& pod) {
  Allocation result{.node = pod.node, .holder = request.holder, .containers = request.containers};
  for (const Ask& ask : request.asks) {
    for (std::size_t i = 0; i < ask.chips; ++i) {
      const std::string chip = "chip-" + std::to_string(result.grants.size());
      result.grants.push_back({.container = ask.container,
                               .chip = ChipUuid{chip},
                               .model = ask.model,
                               .amount = ask.amount,
                               .quota = ask.quota,
                               .template_name = ask.template_name,
                               .hold = ask.hold,
                               .mode = ask.mode.value_or(Mode::kHard)});
    }
  }
  return result;
}

wire::Pod bound(wire::Pod pod, const wire::StringMap& marks) {
  for (const auto& [key, value] : marks) pod.annotations[key] = value;
  return pod;
}

// case-C51: decode(encode(x)) = x, for the bytes and for the books.
RC_GTEST_PROP(RoundTrip, OfAPlanGivesTheSameAnnotationsAndTheSameShares, ()) {
  const Dialect dialect = a_dialect();
  const wire::Pod pod = some_pod();
  const Result<Request> request = dialect.read_request(pod);
  RC_ASSERT(request.has_value());
  const Allocation plan = planned(*request, pod);
  const wire::StringMap marks = dialect.write_grants(plan, kNow);

  const auto read = dialect.read_allocation(bound(pod, marks));

  RC_ASSERT(read.has_value());
  RC_ASSERT(read->has_value());
  RC_ASSERT(dialect.write_grants(**read, kNow) == marks);
  RC_ASSERT((*read)->holder->since == kNow);
  const auto before = charges_of(plan, InitPhase::kRunning);
  const auto after = charges_of(**read, InitPhase::kRunning);
  RC_ASSERT(before.size() == after.size());
  for (std::size_t i = 0; i < before.size(); ++i) {
    RC_ASSERT(before[i].chip == after[i].chip);
    RC_ASSERT(before[i].id == after[i].id);
    RC_ASSERT(before[i].share.hold == after[i].share.hold);
    // What a whole chip has is for the ledger to fill in.
    if (after[i].share.hold == Hold::kWhole) continue;
    RC_ASSERT(before[i].share.amount == after[i].share.amount);
  }
}

// Whatever stands in the annotations: read, refused, or nothing, and never a share without memory.
RC_GTEST_PROP(RoundTrip, NeverChargesNothingForGarbage, ()) {
  const auto letters = rc::gen::element(',', ':', ';', '0', '1', '9', '-', 'A', ' ', '[', '"', '{');
  const std::string text = *rc::gen::container<std::string>(letters);
  const wire::Pod pod = a_pod().on("n1").app(asks("1")).app(asks("1")).with(
      *rc::gen::element<std::string>("hami.io/Ascend310P-devices-allocated",
                                     "hami.io/Ascend310P-devices-to-allocate",
                                     "huawei.com/Ascend310P"),
      text);

  const auto read = a_dialect().read_allocation(pod);

  if (!read || !*read) return;
  for (const Grant& grant : (*read)->grants) RC_ASSERT(grant.amount.memory > MiB{0});
}

}  // namespace
}  // namespace npushare::backends
