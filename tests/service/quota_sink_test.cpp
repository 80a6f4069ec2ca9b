#include "scheduler/app/quota_sink.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/verbs_quotas.hpp"

namespace npushare {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

wire::ResourceQuota a_quota(const std::string& name, const std::string& memory) {
  return {.space = "ai", .name = name, .hard = {{verbs_test::kMemoryKey, memory}}};
}

class QuotaSinkTest : public testing::Test {
 protected:
  std::vector<std::string> limits() {
    std::vector<std::string> found;
    for (const verbs::QuotaUse& use : world_.quotas.uses())
      found.push_back(use.limit.quota + "=" + std::to_string(use.limit.most));
    return found;
  }

  verbs_test::QuotaWorld world_;
  QuotaSink sink_{world_.quotas};
};

TEST_F(QuotaSinkTest, FollowsTheWatch) {
  sink_.list_started();
  sink_.item(a_quota("a", "1"));
  sink_.item(a_quota("b", "2"));
  EXPECT_THAT(limits(), IsEmpty());  // not before the list is whole
  sink_.list_done();
  EXPECT_THAT(limits(), ElementsAre("a=1", "b=2"));

  sink_.changed(a_quota("a", "7"));
  sink_.removed(a_quota("b", "2"));
  EXPECT_THAT(limits(), ElementsAre("a=7"));
}

TEST_F(QuotaSinkTest, ForgetsWhatTheNextListDoesNotShow) {
  sink_.changed(a_quota("old", "1"));

  sink_.list_started();
  sink_.item(a_quota("half", "1"));
  sink_.list_started();  // the list before has failed
  sink_.item(a_quota("new", "1"));
  sink_.list_done();

  EXPECT_THAT(limits(), ElementsAre("new=1"));
}

}  // namespace
}  // namespace npushare
