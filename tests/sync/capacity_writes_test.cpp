#include "scheduler/sync/capacity_writes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/verbs_ports.hpp"

namespace npushare::sync {
namespace {

using std::chrono::seconds;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

const NodeName kN1{"n1"};
const wire::CapacityPatch kPatch{{"huawei.com/Ascend310P-memory", 43054}};
const wire::CapacityPatch kOther{{"huawei.com/Ascend310P-memory", 21527}};

class CapacityWritesTest : public testing::Test {
 protected:
  auto due() { return writes.due(50); }

  verbs_test::HandClock clock;
  CapacityWrites writes{clock};
};

TEST_F(CapacityWritesTest, GoAtOnceAndAreNotRepeatedWhileTheNodeIsWell) {
  writes.lacks(kN1, kPatch);
  EXPECT_THAT(due(), ElementsAre(Pair(kN1, kPatch)));

  writes.lacks(kN1, {});
  for (int minute = 0; minute < 60; ++minute) {
    clock.advance(seconds{60});
    EXPECT_THAT(due(), IsEmpty());
  }
}

TEST_F(CapacityWritesTest, WaitForANodeThatIsWellToLackSomething) {
  writes.lacks(kN1, {});

  EXPECT_THAT(due(), IsEmpty());
}

TEST_F(CapacityWritesTest, AreTriedAgainAfterEverLongerWaitsWhileNothingChanges) {
  writes.lacks(kN1, kPatch);
  std::vector<int> at;
  for (int second = 0; second <= 1000; ++second) {
    if (!due().empty()) at.push_back(second);
    clock.advance(seconds{1});
  }

  EXPECT_THAT(at, ElementsAre(0, 10, 30, 70, 150, 310, 610, 910));
}

TEST_F(CapacityWritesTest, DoNotFightWithWhoResetsTheValues) {
  std::size_t written = 0;
  for (int second = 0; second < 3600; ++second) {
    writes.lacks(kN1, kPatch);  // reset
    written += due().size();
    writes.lacks(kN1, {});  // ours is there again
    clock.advance(seconds{1});
  }

  EXPECT_LE(written, 20U);
}

TEST_F(CapacityWritesTest, RestoreALaterLossAtOnce) {
  writes.lacks(kN1, kPatch);
  EXPECT_EQ(due().size(), 1U);
  writes.lacks(kN1, {});
  clock.advance(seconds{20});
  EXPECT_THAT(due(), IsEmpty());

  writes.lacks(kN1, kPatch);
  EXPECT_EQ(due().size(), 1U);
  clock.advance(seconds{10});
  EXPECT_EQ(due().size(), 1U);  // the wait has begun anew
}

TEST_F(CapacityWritesTest, CarryTheNewestAmountsOnceTheirTimeHasCome) {
  writes.lacks(kN1, kPatch);
  EXPECT_EQ(due().size(), 1U);
  writes.lacks(kN1, kOther);
  EXPECT_THAT(due(), IsEmpty());

  clock.advance(seconds{10});
  EXPECT_THAT(due(), ElementsAre(Pair(kN1, kOther)));
}

TEST_F(CapacityWritesTest, AreBoundedAndTheOthersFollow) {
  for (const char* name : {"n3", "n1", "n2"}) writes.lacks(NodeName{name}, kPatch);

  EXPECT_THAT(writes.due(2), ElementsAre(Pair(kN1, kPatch), Pair(NodeName{"n2"}, kPatch)));
  EXPECT_THAT(writes.due(2), ElementsAre(Pair(NodeName{"n3"}, kPatch)));
}

TEST_F(CapacityWritesTest, AreForgottenWithTheirNode) {
  writes.lacks(kN1, kPatch);
  writes.lacks(NodeName{"n2"}, kPatch);
  writes.forget(kN1);
  EXPECT_THAT(due(), ElementsAre(Pair(NodeName{"n2"}, kPatch)));

  writes.lacks(kN1, kPatch);
  writes.forget_all();
  EXPECT_THAT(due(), IsEmpty());
}

}  // namespace
}  // namespace npushare::sync
