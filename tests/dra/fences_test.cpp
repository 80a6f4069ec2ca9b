#include "scheduler/dra/fences.hpp"

#include <gmock/gmock.h>

namespace npushare::dra {
namespace {

using std::chrono::milliseconds;
using testing::ElementsAre;
using testing::IsEmpty;

const DeviceName kA{"drv", "n1", "npu-0"};
const DeviceName kB{"drv", "n1", "npu-1"};

std::vector<std::string> devices(const std::vector<wire::TaintRule>& rules) {
  std::vector<std::string> names;
  for (const wire::TaintRule& rule : rules) names.push_back(rule.device);
  std::ranges::sort(names);
  return names;
}

class FencesTest : public testing::Test {
 protected:
  /// As the API server shows it.
  static wire::TaintRule shown(const DeviceName& device, const std::string& uid = "u1") {
    wire::TaintRule rule = *wire::read_taint_rule(wire::write_taint_rule(fence_for(device), "v1"));
    rule.uid = uid;
    return rule;
  }
  FenceWrites writes(const std::set<DeviceName>& wanted) { return fences.writes_for(wanted); }

  Fences fences;
  const Fences::Time start{};
};

TEST_F(FencesTest, AreNamedByTheWholeDevice) {
  EXPECT_EQ(fence_for(kA).name, fence_for(kA).name);
  EXPECT_NE(fence_for(kA).name, fence_for(kB).name);
  EXPECT_NE(fence_for({"a", "bc", "d"}).name, fence_for({"ab", "c", "d"}).name);
  EXPECT_EQ(fence_for(kA).name.size(), std::string("npushare-").size() + 16);
  EXPECT_EQ(fence_for(kA).effect, "NoSchedule");
}

TEST_F(FencesTest, WriteNothingBeforeTheRulesAreKnown) {
  EXPECT_TRUE(writes({kA}).empty());

  fences.listed({}, start);

  EXPECT_THAT(devices(writes({kA, kB}).create), ElementsAre("npu-0", "npu-1"));
}

TEST_F(FencesTest, CreateWhatIsMissingAndRemoveWhatIsNotWanted) {
  fences.listed({shown(kA)}, start);

  EXPECT_TRUE(writes({kA}).empty());
  EXPECT_THAT(devices(writes({kB}).create), ElementsAre("npu-1"));
  EXPECT_THAT(writes({kB}).remove, ElementsAre(fence_for(kA).name));
  EXPECT_THAT(writes({}).remove, ElementsAre(fence_for(kA).name));
}

TEST_F(FencesTest, LetOthersRulesBe) {
  wire::TaintRule other = shown(kA);
  other.name = "broken";
  other.key = "vendor.example.com/broken";

  fences.listed({other}, start);

  EXPECT_THAT(writes({}).remove, IsEmpty());
  EXPECT_EQ(fences.of(kA, start), Fence::kNone);
}

TEST_F(FencesTest, StandOnceTheyWereSeenForAWhile) {
  fences.listed({}, start);
  EXPECT_EQ(fences.of(kA, start), Fence::kNone);

  fences.put(shown(kA), start);
  EXPECT_EQ(fences.of(kA, start), Fence::kFresh);
  EXPECT_EQ(fences.of(kA, start + Fences::kStands - milliseconds{1}), Fence::kFresh);
  EXPECT_EQ(fences.of(kA, start + Fences::kStands), Fence::kStands);

  fences.listed({shown(kA)}, start + Fences::kStands);  // a list does not make it young again
  EXPECT_EQ(fences.of(kA, start + Fences::kStands), Fence::kStands);
  fences.put(shown(kA, "u2"), start + Fences::kStands);  // but another rule of that name does
  EXPECT_EQ(fences.of(kA, start + Fences::kStands), Fence::kFresh);
  fences.remove(fence_for(kA).name);
  EXPECT_EQ(fences.of(kA, start + Fences::kStands), Fence::kNone);
}

TEST_F(FencesTest, ThatWereEditedDoNotStandAndAreWrittenAnew) {
  for (const char* field : {"device", "effect"}) {
    wire::TaintRule edited = shown(kA);
    (field == std::string("device") ? edited.device : edited.effect) = "None";
    fences.listed({edited}, start);

    EXPECT_EQ(fences.of(kA, start + Fences::kStands), Fence::kNone) << field;
    EXPECT_THAT(writes({kA}).remove, ElementsAre(fence_for(kA).name)) << field;
    EXPECT_THAT(writes({kA}).create, IsEmpty()) << field;
  }
  fences.listed({}, start);
  EXPECT_THAT(devices(writes({kA}).create), ElementsAre("npu-0"));
}

TEST_F(FencesTest, WhoseKeyWasEditedAwayAreNotOursAnyMore) {
  fences.listed({shown(kA)}, start);
  wire::TaintRule edited = shown(kA);
  edited.key = "other";

  fences.put(edited, start);

  EXPECT_EQ(fences.of(kA, start + Fences::kStands), Fence::kNone);
}

}  // namespace
}  // namespace npushare::dra
