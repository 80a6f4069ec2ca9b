#include "scheduler/app/health.hpp"

#include <gtest/gtest.h>

namespace npushare {
namespace {

class HealthPage : public testing::Test {
 protected:
  HealthPage() {
    health.add("nodes", Health::Reach::kQuestions, [this] { return nodes; });
    health.add(
        "leadership", Health::Reach::kReadiness, [this] { return leader; },
        [] { return std::string("since noon"); });
    health.add("budgets", Health::Reach::kNobody, [this] { return budgets; });
  }

  std::string nodes;
  std::string leader;
  std::string budgets;
  Health health;
};

TEST_F(HealthPage, ListsEveryCheck) {
  EXPECT_EQ(health.waits_for(), "");
  EXPECT_EQ(health.page("readyz"),
            "[+]nodes ok\n[+]leadership ok: since noon\n[+]budgets ok\nreadyz check passed\n");
}

TEST_F(HealthPage, SaysWhatIsWaitedFor) {
  nodes = "nodes";
  leader = "held by a-1";

  EXPECT_EQ(health.waits_for(), "nodes, leadership: held by a-1");
  EXPECT_EQ(health.page("readyz"),
            "[-]nodes\n[-]leadership: held by a-1\n[+]budgets ok\nreadyz check failed\n");
}

TEST_F(HealthPage, LetsStandbysAnswerQuestions) {
  leader = "held by a-1";

  EXPECT_EQ(health.questions_wait_for(), "");
  EXPECT_NE(health.waits_for(), "");
}

TEST_F(HealthPage, ShowsWhatHindersNobody) {
  budgets = "not listed yet";

  EXPECT_EQ(health.waits_for(), "");
  EXPECT_EQ(health.page("readyz"),
            "[+]nodes ok\n[+]leadership ok: since noon\n[!]budgets: not listed yet\n"
            "readyz check passed\n");
}

}  // namespace
}  // namespace npushare
