// The whole service with its embedded cluster, as a user meets it: over HTTP.

#include <gtest/gtest.h>

#include "tests/support/service_client.hpp"

namespace npushare::service_test {
namespace {

std::int64_t used(Service& service, std::size_t chip) {
  const Answer ledgers = service.get("/v1/ledgers");
  return ledgers.json.at("nodes")
      .items()
      .at(0)["chips"]
      .items()
      .at(chip)
      .at("used", "memoryMiB")
      .integer();
}

TEST(Service, PlacesAPodWithItsGrantsAndGivesThemBack) {
  Service service;
  ASSERT_TRUE(service.wait_until_ready());

  ASSERT_EQ(service.create(a_pod("p", "8192")).status, 201U);
  ASSERT_TRUE(wait_for([&] { return service.phase("p") == "Running"; }));
  const wire::Json annotations = service.pod("p").json.at("metadata", "annotations");
  EXPECT_EQ(annotations["hami.io/Ascend310P-devices-allocated"].string(), "A,Ascend310P,8192,0:;");
  EXPECT_EQ(annotations["huawei.com/Ascend310P"].string(), R"([{"UUID":"A","memory":8192}])");
  EXPECT_TRUE(wait_for([&] { return used(service, 0) == 8192; }));

  service.api("DELETE", "/api/v1/namespaces/default/pods/p");
  EXPECT_TRUE(wait_for([&] { return used(service, 0) == 0; }));
}

// case-C31: the two-hundredth round is like the first.
TEST(Service, IsAsEmptyAfterManyRoundsAsBefore) {
  Service service;
  ASSERT_TRUE(service.wait_until_ready());

  for (int round = 0; round < 20; ++round) {
    ASSERT_EQ(service.create(a_pod("p", "21527")).status, 201U) << round;
    ASSERT_TRUE(wait_for([&] { return service.phase("p") == "Running"; })) << round;
    service.api("DELETE", "/api/v1/namespaces/default/pods/p");
    ASSERT_TRUE(wait_for([&] { return service.pod("p").status == 404U; })) << round;
    ASSERT_TRUE(wait_for([&] { return used(service, 0) + used(service, 1) == 0; })) << round;
  }
  EXPECT_EQ(service.get("/v1/drift").text, R"({"drift":[]})");
}

// case-C142: the refused pod is placed by itself once something leaves.
TEST(Service, WakesARefusedPodWhenRoomComes) {
  Service service;
  ASSERT_TRUE(service.wait_until_ready());
  service.create(a_pod("big-1", "16000"));
  service.create(a_pod("big-2", "16000"));
  ASSERT_TRUE(wait_for(
      [&] { return service.phase("big-1") == "Running" && service.phase("big-2") == "Running"; }));

  service.create(a_pod("late", "12000"));
  ASSERT_TRUE(wait_for([&] {
    return service.pod("late").text.find("insufficient NPU memory") != std::string::npos;
  }));
  service.api("DELETE", "/api/v1/namespaces/default/pods/big-1");

  EXPECT_TRUE(wait_for([&] { return service.phase("late") == "Running"; }));
}

// case-C69: the chip in the annotation is the chip in the container, for every pod of a crowd.
TEST(Service, ServesEachPodOfACrowdItsOwnChip) {
  Service service;
  ASSERT_TRUE(service.wait_until_ready());

  for (int i = 0; i < 14; ++i) service.create(a_pod("p" + std::to_string(i), "3000"));
  for (int i = 0; i < 14; ++i)
    ASSERT_TRUE(wait_for([&] { return service.phase("p" + std::to_string(i)) == "Running"; })) << i;

  EXPECT_EQ(used(service, 0), 7 * 3000);
  EXPECT_EQ(used(service, 1), 7 * 3000);
  const Answer served = service.api("GET", "/debug/plugin-trace");
  ASSERT_EQ(served.json.items().size(), 14U) << served.text;
  for (const wire::Json& trace : served.json.items())
    EXPECT_EQ(trace["pickedPod"], trace["kubeletPod"]) << trace.text();
}

TEST(Service, ExplainsWhyAPodWaits) {
  Service service;
  ASSERT_TRUE(service.wait_until_ready());
  service.create(a_pod("p", "20000"));
  service.create(a_pod("q", "20000"));
  ASSERT_TRUE(
      wait_for([&] { return service.phase("p") == "Running" && service.phase("q") == "Running"; }));

  service.create(a_pod("r", "20000"));
  ASSERT_TRUE(
      wait_for([&] { return service.get("/v1/explain?namespace=default&pod=r").status == 200U; }));
  const Answer why = service.get("/v1/explain?namespace=default&pod=r");

  EXPECT_EQ(why.json["state"].string(), "waiting");
  EXPECT_NE(why.json["summary"].string().find("insufficient NPU memory"), std::string::npos)
      << why.text;
  EXPECT_EQ(why.json["nodes"].items().at(0)["chips"].items().size(), 2U);
}

TEST(Service, OffersNearNamesForAPodItDoesNotKnow) {
  Service service;
  ASSERT_TRUE(service.wait_until_ready());
  service.create(a_pod("infer-0", "4096"));
  ASSERT_TRUE(wait_for([&] { return service.phase("infer-0") == "Running"; }));

  const Answer missing = service.get("/v1/explain?namespace=default&pod=infer-1");

  EXPECT_EQ(missing.status, 404U);
  EXPECT_NE(missing.text.find("infer-0"), std::string::npos) << missing.text;
}

}  // namespace
}  // namespace npushare::service_test
