#include <gtest/gtest.h>

#include <string>

#include "accounting/node_ledger.hpp"
#include "scheduler/backends/dialect.hpp"
#include "tests/support/backends_builders.hpp"

namespace npushare::backends {
namespace {

using namespace backends_test;

const std::string kOneChip = "[" + element("A", 0) + "]";

TEST(Registration, IsMissingWhileKubeletIsOfferedNothing) {  // volcano-V-97, case-C99
  wire::Node node = a_node("false", kOneChip);

  node.allocatable["huawei.com/Ascend310P"] = "0";
  EXPECT_EQ(a_dialect().read_node(node).registration, Registration::kMissing);
  node.allocatable.clear();
  EXPECT_EQ(a_dialect().read_node(node).registration, Registration::kMissing);
  node.allocatable["huawei.com/Ascend310P"] = "1";
  EXPECT_EQ(a_dialect().read_node(node).registration, Registration::kFresh);
}

TEST(Registration, OfOneModelDoesNotVouchForAnother) {
  wire::Node node = a_node("false", kOneChip);
  node.annotations["hami.io/node-register-Ascend910B3"] =
      R"([{"id":"b","count":4,"devmem":65536,"devcore":20,"health":true}])";

  const Inventory found = a_dialect().read_node(node);

  EXPECT_EQ(found.registration, Registration::kFresh);
  ASSERT_EQ(found.chips.size(), 2U);
  EXPECT_TRUE(found.chips[0].healthy);
  EXPECT_FALSE(found.chips[1].healthy);
  EXPECT_EQ(found.chips[1].index, 1U);
}

TEST(Registration, RefusesSoftSplitOffArm) {
  const auto registration = [](const char* soft, const std::string& arch) {
    wire::Node node = a_node(soft, kOneChip);
    if (!arch.empty()) node.labels["kubernetes.io/arch"] = arch;
    return a_dialect().read_node(node).registration;
  };

  EXPECT_EQ(registration("true", "amd64"), Registration::kUnsupportedHost);
  EXPECT_EQ(registration("true", "arm64"), Registration::kFresh);
  EXPECT_EQ(registration("true", ""), Registration::kFresh);
  EXPECT_EQ(registration("false", "amd64"), Registration::kFresh);
}

std::size_t chips_of(const NodeLedger& ledger, const ModelName& model) {
  std::size_t count = 0;
  for (const DeviceLedger& chip : ledger.chips()) count += chip.chip().model == model ? 1U : 0U;
  return count;
}

TEST(Registration, OfNoChipsTakesThemOffTheOffers) {  // case-C103
  wire::Node node = a_node("false", kOneChip);
  node.annotations["hami.io/node-register-Ascend910B3"] =
      R"([{"id":"b","count":4,"devmem":65536,"devcore":20,"health":true}])";
  node.allocatable["huawei.com/Ascend910B3"] = "4";
  NodeLedger ledger(node.name);

  ledger.register_chips(a_dialect().read_node(node));
  node.annotations["hami.io/node-register-Ascend310P"] = "[]";
  ledger.register_chips(a_dialect().read_node(node));
  EXPECT_EQ(chips_of(ledger, k310P), 0U);
  EXPECT_EQ(chips_of(ledger, ModelName{"Ascend910B3"}), 1U);

  node.annotations["hami.io/node-register-Ascend310P"] = kOneChip;
  ledger.register_chips(a_dialect().read_node(node));
  EXPECT_EQ(chips_of(ledger, k310P), 1U);
}

TEST(Registration, FollowsTheListAndKeepsTheSharesOfAMissingChip) {  // case-C105
  NodeLedger ledger(NodeName{"n1"});
  const auto register_as = [&](const std::string& list) {
    ledger.register_chips(a_dialect().read_node(a_node("false", "[" + list + "]")));
  };
  register_as(element("A", 0) + "," + element("B", 1));
  const wire::Pod pod = a_pod()
                            .on("n1")
                            .app(asks("1", "6144"))
                            .with("hami.io/Ascend310P-devices-allocated", "A,Ascend310P,6144,0:;");
  ledger.observe(**a_dialect().read_allocation(pod), InitPhase::kRunning);

  register_as(element("B", 0));
  EXPECT_EQ(ledger.find(ChipUuid{"A"}), nullptr);
  EXPECT_EQ(ledger.orphans().size(), 1U);

  register_as(element("A", 0) + "," + element("B", 1) + "," + element("E", 2));
  EXPECT_EQ(ledger.chips().size(), 3U);
  EXPECT_EQ(ledger.find(ChipUuid{"A"})->used().memory, MiB{6144});
}

}  // namespace
}  // namespace npushare::backends
