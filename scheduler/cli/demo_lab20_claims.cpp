#include "scheduler/cli/demo_claims.hpp"
#include "scheduler/cli/demo_labs.hpp"

namespace npushare::cli {
namespace {

ClaimPod share(const std::string& letter) {
  return {.name = "ascend-share-" + letter, .memory = 8192, .cores = 50, .chip = 0};
}

ClaimPod control_a() {
  return {.name = "ascend-ctrl-a", .memory = 8192, .cores = 50, .chip = 1};
}

ClaimPod control_b() {
  return {.name = "ascend-ctrl-b", .memory = 14000, .cores = 40, .chip = 1};
}

std::vector<ChipRow> row(std::int64_t memory_0, std::int64_t cores_0, std::int64_t memory_1,
                         std::int64_t cores_1) {
  return {{.chip = 0, .memory_used = memory_0, .cores_used = cores_0},
          {.chip = 1, .memory_used = memory_1, .cores_used = cores_1}};
}

Result<> place(Stage& stage, const ClaimPod& pod, const std::vector<ChipRow>& rows) {
  if (Result<> placed = place_claim(stage, pod); !placed) return placed;
  return stage.expect_chips_soon(rows);
}

Result<> refuse(Stage& stage, const ClaimPod& pod, const std::vector<ChipRow>& rows) {
  if (Result<> refused = refuse_claim(stage, pod); !refused) return refused;
  return stage.expect_chips_soon(rows);
}

Result<> place_share_b(Stage& stage) {
  if (Result<> placed = place(stage, share("b"), row(16384, 100, 0, 0)); !placed) return placed;
  const Result<std::string> a = share_of(stage, share("a").name);
  if (!a) return a.error();
  const Result<std::string> b = share_of(stage, share("b").name);
  if (!b) return b.error();
  stage.expect("share-a and share-b have shares of their own", "yes",
               !a->empty() && !b->empty() && *a != *b ? "yes" : "no");
  return {};
}

Result<> delete_claim_a(Stage& stage) {
  if (Result<> begun = begin_removal(stage, share("a").name); !begun) return begun;
  if (Result<> open = see_claim_open(stage, share("c").name); !open) return open;
  return stage.expect_chips_soon(row(16384, 100, 8192, 50));
}

Result<> let_share_c_in(Stage& stage) {
  if (Result<> gone = see_removed(stage, share("a").name); !gone) return gone;
  if (Result<> placed = see_claim_placed(stage, share("c")); !placed) return placed;
  return stage.expect_chips_soon(row(16384, 100, 8192, 50));
}

Result<> let_control_b_in(Stage& stage) {
  if (Result<> begun = begin_removal(stage, control_a().name); !begun) return begun;
  if (Result<> gone = see_removed(stage, control_a().name); !gone) return gone;
  if (Result<> placed = see_claim_placed(stage, control_b()); !placed) return placed;
  return stage.expect_chips_soon(row(16384, 100, 14000, 40));
}

Result<> remove_all(Stage& stage) {
  for (const ClaimPod& pod : {share("b"), share("c"), control_b()}) {
    if (Result<> begun = begin_removal(stage, pod.name); !begun) return begun;
    if (Result<> gone = see_removed(stage, pod.name); !gone) return gone;
  }
  return stage.expect_chips_soon(row(0, 0, 0, 0));
}

std::vector<Step> first_half() {
  return {
      {.title = "The driver's two devices are npushare's two chips",
       .text = "The ResourceSlice says 21525 MiB a chip, the node plugin has registered 21527. One "
               "ledger a chip, found by its uuid; it has the smaller of the two.",
       .play = [](Stage& stage) { return stage.expect_chips_soon(row(0, 0, 0, 0)); }},
      {.title = "share-a's claim takes half of chip 0",
       .text = "kube-scheduler's part: a device, a share with a name of its own, what it consumes. "
               "npushare hears of it from the watch of claims, and charges the chip.",
       .play = [](Stage& stage) { return place(stage, share("a"), row(8192, 50, 0, 0)); }},
      {.title = "share-b's claim takes the other half of its cores",
       .text = "Two shares of one device: 5141 MiB are left and no cores.",
       .play = place_share_b},
      {.title = "share-c waits",
       .text = "8192 > 5141 and 50 > 0 on chip 0; chip 1 is idle, and its uuid is not the one that "
               "the claim selects.",
       .play = [](Stage& stage) { return refuse(stage, share("c"), row(16384, 100, 0, 0)); }},
      {.title = "ctrl-a's claim takes half of chip 1",
       .text = "The control: the same amounts, the other uuid. Containers see the driver's own "
               "number of the chip, which is 2.",
       .play = [](Stage& stage) { return place(stage, control_a(), row(16384, 100, 8192, 50)); }},
      {.title = "ctrl-b waits for memory alone",
       .text = "40 <= 50 would do, 14000 > 13333 does not: the lab's own figures.",
       .play = [](Stage& stage) { return refuse(stage, control_b(), row(16384, 100, 8192, 50)); }}};
}

std::vector<Step> second_half() {
  return {
      {.title = "share-a's claim is deleted, and still counts",
       .text = "Its pod runs on; a finalizer keeps the claim. Nothing is free yet, and share-c "
               "waits.",
       .play = delete_claim_a},
      {.title = "share-a's pod goes, and share-c comes in by itself",
       .text = "The last user is gone: the claim controller takes the allocation, then the "
               "finalizer. The scheduler is woken by that and nothing else; the lab measured 18 s.",
       .play = let_share_c_in},
      {.title = "ctrl-b still waits",
       .text = "What was released is on chip 0.",
       .play = [](Stage& stage) { return see_claim_open(stage, control_b().name); }},
      {.title = "ctrl-a goes and ctrl-b comes in",
       .text = "14000 MiB and 40 % are taken of chip 1, 7525 MiB and 60 % stay free.",
       .play = let_control_b_in},
      {.title = "All claims are deleted and both chips are empty again",
       .text = "Nothing leaks.",
       .play = remove_all}};
}

}  // namespace

Chapter lab_20_with_claims() {
  Chapter lab{.title = "Lab 20 again, as it was played: with DRA claims",
              .text =
                  "A cluster whose node has a DRA driver. The pods ask for devices by "
                  "ResourceClaims, the cluster's scheduler allocates them, npushare keeps the "
                  "books of both kinds of pod.",
              .steps = first_half()};
  for (Step& step : second_half()) lab.steps.push_back(std::move(step));
  return lab;
}

}  // namespace npushare::cli
