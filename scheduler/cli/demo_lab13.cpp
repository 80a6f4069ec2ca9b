#include "scheduler/cli/demo_acts.hpp"
#include "scheduler/cli/demo_labs.hpp"

namespace npushare::cli {
namespace {

constexpr const char* kMemoryShort = "insufficient NPU memory";

LabPod pod_numbered(int number) {
  const std::string suffix = number == 1 ? "" : "-" + std::to_string(number);
  return {.name = "ascend-vnpu-check" + suffix,
          .file = "lab13-ascend-vnpu-check" + suffix + ".yaml"};
}

Result<> find_two_idle_chips(Stage& stage) {
  const Result<LedgersView> nodes = stage.ledgers();
  if (!nodes) return nodes.error();
  const NodeView node = nodes->empty() ? NodeView{} : nodes->front();
  stage.expect("node", "aio-node74-arm, registration fresh, 2 chips",
               node.name + ", registration " + node.registration + ", " +
                   std::to_string(node.chips.size()) + " chips");
  for (std::size_t at = 0; at < node.chips.size() && at < 2; ++at) {
    const ChipView& chip = node.chips[at];
    stage.expect("chip " + std::to_string(at),
                 std::string(at == 0 ? kChip0 : kChip1) + ", soft, 7 slots",
                 chip.uuid + ", " + text_of(chip.mode) + ", " +
                     std::to_string(chip.capacity.slots.value()) + " slots");
  }
  return stage.expect_chips({{.chip = 0}, {.chip = 1}});
}

Result<> place_and_count(Stage& stage, int number, std::size_t chip,
                         const std::vector<ChipRow>& rows) {
  if (Result<> placed = place(stage, pod_numbered(number), chip); !placed) return placed;
  return stage.expect_chips(rows);
}

Result<> refuse_the_fifth(Stage& stage) {
  const ExpectedVerdict full{.reason = kMemoryShort, .memory_free = 5143, .cores_free = 100};
  ExpectedVerdict other = full;
  other.chip = 1;
  return refuse(stage, pod_numbered(5), {full, other});
}

Result<> remove_all(Stage& stage) {
  for (int number = 5; number >= 1; --number)
    if (Result<> removed = stage.remove(pod_numbered(number).name, Leave::kAtOnce); !removed)
      return removed;
  return stage.expect_chips({{.chip = 0}, {.chip = 1}});
}

Step placing(std::string title, std::string text, int number, std::size_t chip,
             std::vector<ChipRow> rows) {
  return {.title = std::move(title),
          .text = std::move(text),
          .play = [number, chip, rows = std::move(rows)](Stage& stage) {
            return place_and_count(stage, number, chip, rows);
          }};
}

}  // namespace

Chapter lab_13() {
  Chapter lab{.title = "Lab 13: soft split, pods share a chip by memory",
              .text =
                  "One node with two 310P3 chips, split by hami-core. Every pod asks for one "
                  "vNPU of 8192 MiB and leaves the cores open.",
              .steps = {}};
  lab.steps.push_back({.title = "The node plugin has registered two idle chips",
                       .text = "It offers 21527 MiB a chip, the allocatable memory of the device "
                               "configuration; the driver's own figure is 21525.",
                       .play = find_two_idle_chips,
                       .chips = Chips::kLeftOut});
  lab.steps.push_back(
      placing("The first pod lands on chip 0",
              "The scheduler asks /filter where the pod fits and then /bind to place it there. One "
              "write binds the pod and carries the annotations that the node plugin reads.",
              1, 0, {{.chip = 0, .memory_used = 8192}, {.chip = 1}}));
  lab.steps.push_back(placing("The second pod packs onto the same chip",
                              "binpack prefers the fullest chip that still has room.", 2, 0,
                              {{.chip = 0, .memory_used = 16384}, {.chip = 1}}));
  lab.steps.push_back(
      placing("The third pod goes to the other chip",
              "The lab remarks that three such pods fit on one chip, 3 x 8192 < 21527. They do "
              "not: 3 x 8192 = 24576 > 21527. Two fit, and 5143 MiB stay free.",
              3, 1, {{.chip = 0, .memory_used = 16384}, {.chip = 1, .memory_used = 8192}}));
  lab.steps.push_back(
      placing("The fourth pod fills up chip 1", "Both chips now carry two shares.", 4, 1,
              {{.chip = 0, .memory_used = 16384}, {.chip = 1, .memory_used = 16384}}));
  lab.steps.push_back({.title = "The fifth pod is refused, and told why",
                       .text =
                           "5143 MiB are free on each chip, 10286 in all, but a share cannot be "
                           "spread over chips. The pod stays Pending.",
                       .play = refuse_the_fifth});
  lab.steps.push_back({.title = "All pods are deleted and both chips are empty again",
                       .text = "Each share is released once, when its pod is gone.",
                       .play = remove_all});
  return lab;
}

}  // namespace npushare::cli
