#include "scheduler/cli/demo_acts.hpp"
#include "scheduler/cli/demo_labs.hpp"

namespace npushare::cli {
namespace {

constexpr const char* kMemoryShort = "insufficient NPU memory";
constexpr const char* kNotListed = "NPU excluded by the pod's uuid lists";

LabPod share(const std::string& letter) {
  return {.name = "ascend-share-" + letter,
          .file = "lab20-share-" + letter + ".yaml",
          .memory = 8192,
          .cores = 50};
}

LabPod control_a() {
  return {.name = "ascend-ctrl-a", .file = "lab20-ctrl-a.yaml", .memory = 8192, .cores = 50};
}

LabPod control_b() {
  return {.name = "ascend-ctrl-b", .file = "lab20-ctrl-b.yaml", .memory = 14000, .cores = 40};
}

/// A row of the lab's table: what chip 0 and chip 1 carry.
std::vector<ChipRow> row(std::int64_t memory_0, std::int64_t cores_0, std::int64_t memory_1,
                         std::int64_t cores_1) {
  return {{.chip = 0, .memory_used = memory_0, .cores_used = cores_0},
          {.chip = 1, .memory_used = memory_1, .cores_used = cores_1}};
}

std::vector<ExpectedVerdict> short_on_chip_1() {
  return {{.chip = 1, .reason = kMemoryShort, .memory_free = 13335, .cores_free = 50}};
}

Result<> place_share(Stage& stage, const std::string& letter, const std::vector<ChipRow>& rows) {
  if (Result<> placed = place(stage, share(letter), 0); !placed) return placed;
  return stage.expect_chips(rows);
}

Result<> refuse_share_c(Stage& stage) {
  const std::vector<ExpectedVerdict> chips{
      {.chip = 0, .reason = kMemoryShort, .memory_free = 5143, .cores_free = 0},
      {.chip = 1, .reason = kNotListed, .memory_free = 21527, .cores_free = 100}};
  if (Result<> refused = refuse(stage, share("c"), chips); !refused) return refused;
  return stage.expect_chips(row(16384, 100, 0, 0));
}

Result<> place_control_a(Stage& stage) {
  if (Result<> placed = place(stage, control_a(), 1); !placed) return placed;
  return stage.expect_chips(row(16384, 100, 8192, 50));
}

Result<> refuse_control_b(Stage& stage) {
  if (Result<> refused = refuse(stage, control_b(), short_on_chip_1()); !refused) return refused;
  return stage.expect_chips(row(16384, 100, 8192, 50));
}

Result<> let_share_c_in(Stage& stage) {
  if (Result<> removed = stage.remove(share("a").name, Leave::kInItsTime); !removed) return removed;
  if (Result<> placed = see_placed(stage, share("c"), 0); !placed) return placed;
  return stage.expect_chips(row(16384, 100, 8192, 50));
}

Result<> see_control_b_wait(Stage& stage) {
  return see_refused(stage, control_b(), short_on_chip_1());
}

Result<> let_control_b_in(Stage& stage) {
  if (Result<> removed = stage.remove(control_a().name, Leave::kInItsTime); !removed)
    return removed;
  if (Result<> placed = see_placed(stage, control_b(), 1); !placed) return placed;
  return stage.expect_chips(row(16384, 100, 14000, 40));
}

Result<> remove_all(Stage& stage) {
  for (const LabPod& pod : {share("b"), share("c"), control_b()})
    if (Result<> removed = stage.remove(pod.name, Leave::kAtOnce); !removed) return removed;
  return stage.expect_chips(row(0, 0, 0, 0));
}

std::vector<Step> first_half() {
  return {
      {.title = "share-a takes half of chip 0",
       .text =
           "It asks for 8192 MiB and 50 % of the cores; an annotation names chip 0 by its uuid.",
       .play = [](Stage& stage) { return place_share(stage, "a", row(8192, 50, 0, 0)); }},
      {.title = "share-b takes the other half of its cores",
       .text =
           "Two pods on one chip, each with a share of its own in the ledger. 5143 MiB are left "
           "and no cores.",
       .play = [](Stage& stage) { return place_share(stage, "b", row(16384, 100, 0, 0)); }},
      {.title = "share-c is refused",
       .text = "Chip 0 is short of both, memory 8192 > 5143 and cores 50 > 0. Chip 1 is idle, but "
               "the pod's list of uuids leaves it out.",
       .play = refuse_share_c},
      {.title = "ctrl-a takes half of chip 1",
       .text = "The control: the same amounts, the other chip's uuid.",
       .play = place_control_a},
      {.title = "ctrl-b is refused for its memory alone",
       .text = "It asks for 14000 MiB and 40 %: cores would do, 40 <= 50, memory does not, 14000 > "
               "13335. (The lab counts 13333: it takes the 21525 MiB of the ResourceSlice, "
               "annotations count the registered 21527.)",
       .play = refuse_control_b}};
}

std::vector<Step> second_half() {
  return {
      {.title = "share-a is deleted and share-c comes in by itself",
       .text =
           "Nobody touches share-c. Its refusal is remembered, the release makes it fit, and the "
           "scheduler takes it again: the same chip, and a share of its own.",
       .play = let_share_c_in},
      {.title = "ctrl-b still waits",
       .text = "What was released is on chip 0; chip 1 has 13335 MiB free as before.",
       .play = see_control_b_wait},
      {.title = "ctrl-a is deleted and ctrl-b comes in",
       .text =
           "Now chip 1 has all its memory: 14000 MiB and 40 % are taken, 7527 MiB and 60 % stay "
           "free.",
       .play = let_control_b_in},
      {.title = "All pods are deleted and both chips are empty again",
       .text = "Nothing leaks.",
       .play = remove_all}};
}

}  // namespace

Chapter lab_20() {
  Chapter lab{.title = "Lab 20: share, use up, refuse, release, place again",
              .text =
                  "The lab does this with DRA claims; here the same amounts are asked for with "
                  "annotations, on the same two chips. Memory and cores are two accounts.",
              .steps = first_half()};
  for (Step& step : second_half()) lab.steps.push_back(std::move(step));
  return lab;
}

}  // namespace npushare::cli
