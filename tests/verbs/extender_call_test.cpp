#include "scheduler/verbs/extender_call.hpp"

#include <gtest/gtest.h>

#include "tests/support/verbs_world.hpp"

namespace npushare::verbs_test {
namespace {

class QuestionsTest : public testing::Test {
 protected:
  const Request& request_of(const wire::Pod& pod) {
    text_ = json_of(pod).text();
    EXPECT_TRUE(pods_.read(text_));
    const auto question = questions_.of(pods_, rules_);
    EXPECT_TRUE(question);
    return (*question)->request;
  }

  World world_;
  std::shared_ptr<const verbs::Rules> rules_ = world_.rules.load();
  std::string text_;
  wire::PodMolds pods_;
  verbs::Questions questions_;
};

TEST_F(QuestionsTest, OfPodsThatReadTheSameDifferInTheirHolders) {
  const std::vector<Ask> asks = request_of(a_hard_pod("p", "3072")).asks;
  const std::uint64_t kind = pods_.kind();

  const Request& other = request_of(a_hard_pod("q", "3072"));

  EXPECT_EQ(pods_.kind(), kind);
  EXPECT_EQ(other.asks, asks);
  EXPECT_EQ(other.holder->pod.name, "q");
  EXPECT_EQ(other.holder->uid, a_hard_pod("q", "3072").uid);
}

TEST_F(QuestionsTest, OfOtherPodsAreTheirOwn) {
  request_of(a_hard_pod("p", "3072"));

  EXPECT_EQ(request_of(a_hard_pod("q", "6144")).asks[0].amount.memory, MiB{6144});
  EXPECT_EQ(request_of(a_hard_pod("q", "3072", 7)).holder->priority, 7);
  EXPECT_EQ(request_of(a_hard_pod("p", "3072")).asks[0].amount.memory, MiB{3072});
}

TEST_F(QuestionsTest, AreReadAnewByOtherRules) {
  const wire::Pod pod = a_hard_pod("p", "3072");
  request_of(pod);
  auto rules = *rules_;
  rules.dialect = backends::Dialect(Catalogue{}, {});
  rules_ = std::make_shared<const verbs::Rules>(std::move(rules));

  EXPECT_FALSE(request_of(pod).wants_npu());
}

TEST_F(QuestionsTest, ThatCannotBeReadAreRefusedEachTime) {
  text_ = json_of(a_hard_pod("p", "16Gi")).text();
  for (int time = 0; time < 2; ++time) {
    ASSERT_TRUE(pods_.read(text_));
    EXPECT_FALSE(questions_.of(pods_, rules_));
  }
}

}  // namespace
}  // namespace npushare::verbs_test
