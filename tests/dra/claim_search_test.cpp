// Whole claims on the devices of a node: counts, constraints, alternatives.
#include "scheduler/dra/claim_search.hpp"

#include <gtest/gtest.h>

#include "tests/support/dra_objects.hpp"

namespace npushare::dra_test {
namespace {

using dra::Placement;
using dra::Repeats;

Placement place(const std::vector<wire::ResourceClaim>& claims,
                const std::vector<wire::ResourceClaim>& others = {},
                const wire::ResourceSlice& slice = lab_slice(), Repeats repeats = Repeats::kNever) {
  const std::vector<wire::ResourceSlice> slices{slice};
  const auto offers = dra::offers_of(pointers(slices));
  return dra::place_claims(pointers(claims), offers, dra::uses_of(pointers(others)), lab_classes(),
                           repeats);
}

std::vector<std::string> devices_of(const Placement& placement) {
  std::vector<std::string> devices;
  for (const dra::Pick& pick : placement.picks) devices.push_back(pick.device.device);
  return devices;
}

wire::ResourceClaim distinct(wire::ResourceClaim claim) {
  claim.constraints = {{.requests = {"npu"}, .distinct_attribute = kDriver + "/uuid"}};
  return claim;
}

TEST(ClaimSearch, GivesTwoDistinctChips) {  // dra-S9
  const Placement placement =
      place({distinct(a_claim("c", "8192Mi", "50", {}, 2))}, {}, lab_slice(), Repeats::kAllowed);

  EXPECT_EQ(placement.outcome, Placement::Outcome::kFits);
  EXPECT_EQ(devices_of(placement), (std::vector<std::string>{"npu-0-0", "npu-1-0"}));
  EXPECT_FALSE(placement.repeats_a_device());
}

TEST(ClaimSearch, GivesOneChipTwiceWhereKubernetesDoes) {  // dra-S10
  const wire::ResourceSlice one = a_slice({a_chip("npu-0-0", 0, kUuid0)});
  const std::vector<wire::ResourceClaim> twice{a_claim("c", "8192Mi", "50", {}, 2)};

  const Placement placement = place(twice, {}, one, Repeats::kAllowed);

  EXPECT_EQ(placement.outcome, Placement::Outcome::kFits);
  EXPECT_EQ(devices_of(placement), (std::vector<std::string>{"npu-0-0", "npu-0-0"}));
  EXPECT_TRUE(placement.repeats_a_device());
  EXPECT_EQ(place(twice, {}, one).outcome, Placement::Outcome::kNone);
}

TEST(ClaimSearch, LooksForAWayAroundAFirstChoice) {
  const std::vector<wire::ResourceClaim> claims{
      a_claim("any", "8192Mi", "100"), a_claim("pinned", "8192Mi", "100", {pinned_to(kUuid0)})};

  const Placement placement = place(claims);

  EXPECT_EQ(devices_of(placement), (std::vector<std::string>{"npu-1-0", "npu-0-0"}));
}

TEST(ClaimSearch, TakesTheFirstAlternativeThatFits) {
  wire::ResourceClaim claim = a_claim("c", "21525Mi", "100");
  claim.requests[0].asks[0].name = "large";
  wire::ResourceClaim small = a_claim("c", "1024Mi", "10");
  small.requests[0].asks[0].name = "small";
  claim.requests[0].asks.push_back(small.requests[0].asks[0]);
  const auto held = [](const char* device) {
    return allocated(a_claim(device, "", ""), a_result(device, "1Gi", "10"));
  };

  EXPECT_EQ(place({claim}).picks.at(0).request, "npu/large");
  EXPECT_EQ(place({claim}, {held("npu-0-0"), held("npu-1-0")}).picks.at(0).request, "npu/small");
}

TEST(ClaimSearch, ModeAllNeedsEveryDeviceOfTheSelection) {
  wire::ResourceClaim all = a_claim("c", "8192Mi", "50");
  all.requests[0].asks[0].mode = "All";
  const auto full = allocated(a_claim("h", "", ""), a_result("npu-1-0", "21525Mi", "100"));

  EXPECT_EQ(devices_of(place({all})).size(), 2U);
  EXPECT_EQ(place({all}, {full}).outcome, Placement::Outcome::kNone);
}

TEST(ClaimSearch, MatchAttributeKeepsToOneValue) {
  wire::ResourceClaim claim = a_claim("c", "8192Mi", "50", {}, 2);
  claim.constraints = {{.match_attribute = kDriver + "/uuid"}};
  EXPECT_EQ(place({claim}).outcome, Placement::Outcome::kNone);

  claim.constraints = {{.match_attribute = kDriver + "/productName"}};
  EXPECT_EQ(place({claim}).outcome, Placement::Outcome::kFits);

  claim.constraints = {{.match_attribute = kDriver + "/absent"}};
  EXPECT_EQ(place({claim}).outcome, Placement::Outcome::kNone);
}

TEST(ClaimSearch, DecidesNothingThatASelectorItDoesNotUnderstandCouldDecide) {
  EXPECT_EQ(place({a_claim("c", "8192Mi", "50", {"device.driver.startsWith('a')"})}).outcome,
            Placement::Outcome::kUndecided);
}

TEST(ClaimSearch, EndsWhenItTakesTooLong) {
  std::vector<wire::SliceDevice> chips;
  for (int i = 0; i < 60; ++i)
    chips.push_back(a_chip("npu-" + std::to_string(i), i, "u" + std::to_string(i)));
  wire::ResourceClaim many = a_claim("c", "1Mi", "1", {}, 20);
  many.constraints = {{.match_attribute = kDriver + "/type"}};
  const wire::ResourceClaim never = a_claim("n", "22000Mi", "1");

  EXPECT_EQ(place({many, never}, {}, a_slice(chips)).outcome, Placement::Outcome::kUndecided);
}

}  // namespace
}  // namespace npushare::dra_test
