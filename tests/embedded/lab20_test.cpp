// Lab 20's table (spec/dra-accounting.md 6), rows 0 to 14, on the embedded cluster's parts and a
// clock that the test moves. Row 15 is about a reader of these objects: tests/dra.
#include <gtest/gtest.h>

#include "scheduler/embedded/claim_controller.hpp"
#include "scheduler/embedded/claim_scheduling.hpp"
#include "scheduler/embedded/schedule_queue.hpp"
#include "tests/support/embedded_devices.hpp"
#include "tests/support/http_running_server.hpp"

namespace npushare::embedded {
namespace {

using namespace testing_support;
using std::chrono::seconds;
using wire::Json;

/// What scheduler, kubelet and controller do, one after the other, whenever the test lets them.
class Lab {
 public:
  Lab() : store_(lab_store()), scheduling_(store_) {
    controller_ = std::make_shared<ClaimController>(running_.context().get_executor(), store_);
  }
  ~Lab() { running_.drain(); }

  void submit(const std::string& name, const std::string& memory, const std::string& cores,
              const std::string& uuid) {
    const std::string expression =
        "device.driver == \"ascend.project-hami.io\" && "
        "device.attributes[\"ascend.project-hami.io\"].type == \"HAMivNPUCore\"";
    Json request = npu_request(memory, cores, expression);
    request.member("exactly")
        .member("selectors")
        .push_back(Json::Object{{"cel", Json::Object{{"expression", pinned(uuid)}}}});
    store_->create(claim_at({}), claim_with(name, {request}));
    store_->create(pod_at({}), pod_with_claim(name, "resourceClaimName", name));
    schedule();
  }

  /// The pod of that name is deleted: first the object with its claim, then, later, for good.
  void begin_removal(const std::string& name) {
    store_->remove(claim_at(name), {});
    store_->remove(pod_at(name), {});
    settle();
  }
  void end_removal(const std::string& name) {
    store_->remove(pod_at(name), {.grace_seconds = 0, .uid = {}, .resource_version = {}});
    settle();
  }

  /// The pods whose turn it is are tried, in order, as ScheduleLoop does it.
  void schedule() {
    std::vector<Object> pending;
    for (const Object& pod : store_->snapshot(pods()).objects)
      if (is_schedulable(*pod, "default-scheduler")) pending.push_back(pod);
    const Version last = std::max(store_->last_change(pods()), store_->last_change(claims()));
    for (const Object& pod : queue_.due(pending, last, now_)) attempt(*pod, last);
  }

  void pass(seconds time) { now_ += time; }
  seconds since_start() const {
    return std::chrono::duration_cast<seconds>(now_ - ScheduleQueue::Steady{});
  }

  /// "npu-0-0" or "pending" or "gone".
  std::string place(const std::string& name) const {
    const Answer claim = store_->get(claim_at(name));
    if (!claim.ok()) return "gone";
    const Json& result = result_of(claim.body);
    return result.is_null() ? "pending" : result["device"].string();
  }
  std::string share(const std::string& name) const {
    return result_of(store_->get(claim_at(name)).body)["shareID"].string();
  }

  /// "8192/50 0/0": MiB and cores used of both chips, from the claims' status.
  std::string used() const {
    std::map<std::string, std::pair<std::int64_t, std::int64_t>> sums{{"npu-0-0", {}},
                                                                      {"npu-1-0", {}}};
    for (const Object& claim : store_->snapshot(claims()).objects) {
      const Json& result = result_of(*claim);
      if (result.is_null()) continue;
      auto& [memory, cores] = sums[result["device"].string()];
      memory += measure_of(result["consumedCapacity"]["memory"])->rounded_up() >> 20;
      cores += measure_of(result["consumedCapacity"]["cores"])->rounded_up();
    }
    std::string text;
    for (const auto& [device, sum] : sums)
      text +=
          (text.empty() ? "" : " ") + std::to_string(sum.first) + "/" + std::to_string(sum.second);
    return text;
  }

 private:
  void settle() {
    while (controller_->step()) {
    }
  }

  void attempt(const Json& pod, Version seen) {
    const std::string& uid = pod.at("metadata", "uid").string();
    queue_.began(uid, seen);
    const Result<ClaimNodes> found = scheduling_.nodes_for(pod, {kLabNode});
    ASSERT_TRUE(found);
    queue_.refused(uid);
    if (found->nodes.empty()) return;
    ASSERT_TRUE(scheduling_.reserve(pod, kLabNode));
    const std::string& name = pod.at("metadata", "name").string();
    ASSERT_TRUE(store_->bind(pod_at(name), a_binding(name, kLabNode)).ok());
  }

  npushare::testing_support::RunningContext running_;
  std::shared_ptr<Store> store_;
  ClaimScheduling scheduling_;
  ScheduleQueue queue_;
  std::shared_ptr<ClaimController> controller_;
  ScheduleQueue::Steady now_{};
};

TEST(Lab20, IsPlayedRowByRow) {
  Lab lab;
  EXPECT_EQ(lab.used(), "0/0 0/0");  // row 0

  lab.submit("a", "8589934592", "50", kUuid0);
  EXPECT_EQ(lab.used(), "8192/50 0/0");  // rows 1, 2
  lab.submit("b", "8589934592", "50", kUuid0);
  EXPECT_EQ(lab.used(), "16384/100 0/0");  // rows 3, 4
  EXPECT_NE(lab.share("a"), lab.share("b"));
  lab.submit("c", "8589934592", "50", kUuid0);
  EXPECT_EQ(lab.place("c"), "pending");  // row 5: chip 1 is idle, and not this pod's
  lab.submit("ctrl-a", "8589934592", "50", kUuid1);
  EXPECT_EQ(lab.used(), "16384/100 8192/50");  // row 6
  lab.submit("ctrl-b", "14680064000", "40", kUuid1);
  EXPECT_EQ(lab.place("ctrl-b"), "pending");  // row 7

  lab.pass(seconds(133 * 60));
  const std::string share_of_a = lab.share("a");
  lab.begin_removal("a");
  lab.schedule();
  EXPECT_EQ(lab.place("a"), "npu-0-0");  // row 8: it ends, and counts
  EXPECT_EQ(lab.used(), "16384/100 8192/50");
  EXPECT_EQ(lab.place("c"), "pending");

  const seconds released = lab.since_start();
  lab.end_removal("a");
  EXPECT_EQ(lab.place("a"), "gone");
  EXPECT_EQ(lab.used(), "8192/50 8192/50");  // row 9
  lab.schedule();  // rows 10, 11, by the change alone: no back-off to wait for
  EXPECT_EQ(lab.place("c"), "npu-0-0");
  EXPECT_LE((lab.since_start() - released).count(), 18);
  EXPECT_NE(lab.share("c"), share_of_a);
  EXPECT_EQ(lab.used(), "16384/100 8192/50");
  EXPECT_EQ(lab.place("ctrl-b"), "pending");  // row 12

  lab.begin_removal("ctrl-a");
  lab.end_removal("ctrl-a");
  EXPECT_EQ(lab.used(), "16384/100 0/0");  // row 13
  lab.schedule();
  EXPECT_EQ(lab.used(), "16384/100 14000/40");  // row 14
  EXPECT_EQ(lab.place("ctrl-b"), "npu-1-0");
}

TEST(Lab20, RefusesCtrlBForItsMemoryAlone) {
  Lab lab;
  lab.submit("ctrl-a", "8589934592", "50", kUuid1);
  lab.submit("memory", "13334Mi", "40", kUuid1);
  EXPECT_EQ(lab.place("memory"), "pending");
  lab.submit("fits", "13333Mi", "40", kUuid1);
  EXPECT_EQ(lab.place("fits"), "npu-1-0");
}

}  // namespace
}  // namespace npushare::embedded
