// Lab 20's table (spec/dra-accounting.md 6) on the whole service: what the embedded cluster's
// scheduler and claim controller write, npushare's ledgers say. Rows are named as there.

#include <gtest/gtest.h>

#include "tests/support/embedded_devices.hpp"
#include "tests/support/service_client.hpp"

namespace npushare::service_test {
namespace {

using embedded::testing_support::a_claim;
using embedded::testing_support::kUuid0;
using embedded::testing_support::kUuid1;
using embedded::testing_support::pinned;
using embedded::testing_support::pod_with_claim;
using wire::Json;

const std::string kClaims = "/apis/resource.k8s.io/v1/namespaces/default/resourceclaims";

std::string lab_cluster() {
  return "plugin: {delay: 1ms}\nscheduler: {every: 5ms}\nnodes:\n- name: aio-node74-arm\n"
         "  dra: {memory: 21525}\n  chips: [{uuid: " +
         kUuid0 + "}, {uuid: " + kUuid1 + ", physicalId: 2}]\n";
}

/// Pods and claims have one name. They end when the test says so.
class Lab {
 public:
  Service service{lab_cluster()};

  void submit(const std::string& name, const std::string& memory, const std::string& cores,
              const std::string& uuid) {
    EXPECT_EQ(
        service.api("POST", kClaims, a_claim(name, memory, cores, pinned(uuid)).text()).status,
        201U);
    EXPECT_EQ(service.create(pod_with_claim(name, "resourceClaimName", name).text()).status, 201U);
  }
  void delete_claim(const std::string& name) { service.api("DELETE", kClaims + "/" + name); }
  void delete_pod(const std::string& name) {
    service.api("DELETE", "/api/v1/namespaces/default/pods/" + name + "?gracePeriodSeconds=0");
  }

  bool runs(const std::string& name) {
    return wait_for([&] { return service.phase(name) == "Running"; });
  }
  bool is_refused(const std::string& name) {
    return wait_for([&] {
      const Json pod = service.pod(name).json;
      for (const Json& condition : pod.at("status", "conditions").items())
        if (condition["message"].string().find("cannot allocate all claims") != std::string::npos)
          return true;
      return false;
    });
  }

  /// "8192/50 of 21525/100" of one chip, or of what the ledger says at last.
  std::string chip(std::size_t index) {
    const Json nodes = service.get("/v1/ledgers").json.at("nodes");
    if (nodes.items().empty() || nodes.items()[0]["chips"].items().size() <= index) return "none";
    const Json& chip = nodes.items()[0]["chips"].items()[index];
    const auto text = [&](const char* what) {
      return std::to_string(chip.at(what, "memoryMiB").integer()) + "/" +
             std::to_string(chip.at(what, "cores").integer());
    };
    return text("used") + " free " + text("free");
  }
  /// The row of the table, as soon as it is there.
  void expect_row(int row, const std::string& chip_0, const std::string& chip_1) {
    wait_for([&] { return chip(0) == chip_0 && chip(1) == chip_1; });
    EXPECT_EQ(chip(0), chip_0) << "row " << row;
    EXPECT_EQ(chip(1), chip_1) << "row " << row;
  }
};

TEST(DraLab, LedgersFollowTheTableRowByRow) {
  const std::string empty = "0/0 free 21525/100";
  const std::string half = "8192/50 free 13333/50";
  const std::string full = "16384/100 free 5141/0";
  Lab lab;
  ASSERT_TRUE(lab.service.wait_until_ready());
  lab.expect_row(0, empty, empty);

  lab.submit("a", "8589934592", "50", kUuid0);
  ASSERT_TRUE(lab.runs("a"));
  lab.expect_row(2, half, empty);
  lab.submit("b", "8589934592", "50", kUuid0);
  ASSERT_TRUE(lab.runs("b"));
  lab.expect_row(4, full, empty);
  lab.submit("c", "8589934592", "50", kUuid0);
  ASSERT_TRUE(lab.is_refused("c"));
  lab.expect_row(5, full, empty);
  lab.submit("ctrl-a", "8589934592", "50", kUuid1);
  ASSERT_TRUE(lab.runs("ctrl-a"));
  lab.expect_row(6, full, half);
  lab.submit("ctrl-b", "14680064k", "40", kUuid1);
  ASSERT_TRUE(lab.is_refused("ctrl-b"));
  lab.expect_row(7, full, half);

  lab.delete_claim("a");
  lab.expect_row(8, full, half);  // deleted, and counted while its pod runs
  lab.delete_pod("a");
  ASSERT_TRUE(lab.runs("c"));
  lab.expect_row(11, full, half);
  EXPECT_NE(lab.service.phase("ctrl-b"), "Running");  // row 12

  lab.delete_claim("ctrl-a");
  lab.delete_pod("ctrl-a");
  ASSERT_TRUE(lab.runs("ctrl-b"));
  lab.expect_row(14, full, "14000/40 free 7525/60");
}

}  // namespace
}  // namespace npushare::service_test
