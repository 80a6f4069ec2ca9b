// GET and POST /v1/leaks of a running service.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/service_client.hpp"

namespace npushare::service_test {
namespace {

TEST(LeaksService, ShowsWhatTheLastLookFound) {
  Service service;
  ASSERT_TRUE(service.wait_until_ready());

  const Answer answer = service.get("/v1/leaks");

  EXPECT_EQ(answer.status, 200U);
  EXPECT_EQ(answer.json["policy"].string(), "report");
  EXPECT_TRUE(answer.json["leaks"].is_array());
}

TEST(LeaksService, RepairsNothingJustAfterItsStart) {
  Service service;
  ASSERT_TRUE(service.wait_until_ready());

  const Answer answer = service.post("/v1/leaks?policy=delete-hami-shaped", "");

  EXPECT_EQ(answer.status, 200U);
  EXPECT_EQ(answer.json["policy"].string(), "delete-hami-shaped");
  EXPECT_NE(answer.json["stopped"].string(), "");
  EXPECT_TRUE(answer.json["decisions"].items().empty());
}

TEST(LeaksService, KnowsTwoPolicies) {
  Service service;
  ASSERT_TRUE(service.wait_until_ready());

  const Answer answer = service.post("/v1/leaks?policy=everything", "");

  EXPECT_EQ(answer.status, 400U);
  EXPECT_THAT(answer.json["error"].string(), testing::HasSubstr("write ?policy=delete-own"));
}

}  // namespace
}  // namespace npushare::service_test
