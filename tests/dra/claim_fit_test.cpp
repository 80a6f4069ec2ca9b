// Whether a request fits a device in a given state: vectors of spec dra-accounting 10.3.
#include "scheduler/dra/claim_fit.hpp"

#include <gtest/gtest.h>

#include "scheduler/dra/claim_search.hpp"
#include "tests/support/dra_objects.hpp"

namespace npushare::dra_test {
namespace {

using dra::DeviceCheck;
using dra::DeviceFinding;

struct State {
  const char* memory;
  const char* cores;
};

std::string mib(const std::string& memory) {
  return memory.empty() || memory == "0" ? memory : memory + "Mi";
}

std::vector<wire::ResourceClaim> held(const State& state) {
  return {
      allocated(a_claim("held", "1", "1"), a_result("npu-0-0", mib(state.memory), state.cores))};
}

DeviceFinding check(const wire::ResourceClaim& asked,
                    const std::vector<wire::ResourceClaim>& others,
                    const wire::ResourceSlice& slice = lab_slice()) {
  const std::vector<wire::ResourceSlice> slices{slice};
  const auto offers = dra::offers_of(pointers(slices));
  const auto uses = dra::uses_of(pointers(others));
  const auto use = uses.find(offers[0].name);
  return dra::check_device(asked.requests[0].asks[0], offers[0],
                           use == uses.end() ? dra::DeviceUse{} : use->second, lab_classes());
}

struct FitCase {
  const char* id;
  State used;
  const char* memory;  // MiB; empty: not asked for
  const char* cores;
  std::vector<std::string> shortages;  // none: it fits
};

void PrintTo(const FitCase& test, std::ostream* out) {
  *out << test.id;
}

class Fit : public testing::TestWithParam<FitCase> {};

TEST_P(Fit, NamesEveryCapacityThatIsShort) {
  const auto& [id, used, memory, cores, shortages] = GetParam();

  const DeviceFinding finding = check(a_claim("c", mib(memory), cores), held(used));

  EXPECT_EQ(finding.check, shortages.empty() ? DeviceCheck::kFits : DeviceCheck::kShort);
  std::vector<std::string> keys;
  for (const dra::Shortage& shortage : finding.shortages) keys.push_back(shortage.key);
  EXPECT_EQ(keys, shortages);
}

INSTANTIATE_TEST_SUITE_P(
    Vectors, Fit,
    testing::Values(FitCase{"dra-S1", {"8192", "50"}, "8192", "50", {}},
                    FitCase{"dra-S2", {"16384", "100"}, "8192", "50", {"cores", "memory"}},
                    FitCase{"dra-S3", {"8192", "50"}, "14000", "40", {"memory"}},
                    FitCase{"dra-S4", {"8192", "50"}, "13333", "50", {}},
                    FitCase{"dra-S5", {"8192", "50"}, "13334", "50", {"memory"}},
                    FitCase{"dra-S6", {"0", "50"}, "1", "", {"cores"}},
                    FitCase{"dra-S7", {"8192", "50"}, "", "10", {"memory"}},
                    FitCase{"dra-S8", {"16384", "100"}, "1024", "0", {}}));

TEST(Fit, SaysByHowMuchAChipIsShort) {  // dra-S5: memory by 1 MiB
  const DeviceFinding finding = check(a_claim("c", "13334Mi", "50"), held({"8192", "50"}));

  ASSERT_EQ(finding.shortages.size(), 1U);
  EXPECT_EQ(finding.shortages[0].need.nanos - finding.shortages[0].free.nanos,
            wire::Int128{1 << 20} * wire::ExactQuantity::kNanos);
}

TEST(Fit, RefusesWhatIsHeldWhole) {  // dra-S11
  const DeviceFinding finding =
      check(a_claim("c", "1Mi", "0"),
            {allocated(a_claim("whole", "", ""), a_result("npu-0-0", "", "", ""))});

  EXPECT_EQ(finding.check, DeviceCheck::kHeldAlone);
  EXPECT_EQ(finding.detail, "ai/whole");
}

TEST(Fit, RefusesWhatNobodyCanCount) {
  const DeviceFinding finding =
      check(a_claim("c", "1Mi", "0"),
            {allocated(a_claim("bad", "", ""), a_result("npu-0-0", "-1Gi", "5"))});

  EXPECT_EQ(finding.check, DeviceCheck::kUncountable);
}

TEST(Fit, FindsNoCapacityByAnotherName) {  // dra-R22
  wire::ResourceClaim claim = a_claim("c", "", "10");
  claim.requests[0].asks[0].capacity["ascend.project-hami.io/memory"] = "1Gi";

  const DeviceFinding finding = check(claim, {});

  EXPECT_EQ(finding.check, DeviceCheck::kCapacityUndefined);
  EXPECT_EQ(finding.detail, "ascend.project-hami.io/memory");
}

TEST(Fit, ChecksInTheAllocatorsOrder) {
  const auto full = held({"16384", "100"});
  const wire::ResourceClaim elsewhere = a_claim("c", "8192Mi", "50", {pinned_to(kUuid1)});
  wire::ResourceSlice incomplete = lab_slice();
  incomplete.pool_slices = 2;
  wire::ResourceClaim unknown = elsewhere;
  unknown.requests[0].asks[0].device_class = "gone";
  wire::ResourceSlice tainted = lab_slice();
  tainted.devices[0].taints = {{"bad", "", "NoSchedule"}};

  EXPECT_EQ(check(elsewhere, full, incomplete).check, DeviceCheck::kPoolIncomplete);
  EXPECT_EQ(check(unknown, full).check, DeviceCheck::kClassUnknown);
  EXPECT_EQ(check(elsewhere, full).check, DeviceCheck::kNotSelected);
  EXPECT_EQ(check(a_claim("c", "22000Mi", "50"), full).check, DeviceCheck::kAgainstRule);
  EXPECT_EQ(check(a_claim("c", "1e30", "50"), full).check, DeviceCheck::kRequestInvalid);
  EXPECT_EQ(check(a_claim("c", "1Mi", "1"), {}, tainted).check, DeviceCheck::kTainted);
  EXPECT_EQ(check(a_claim("c", "1Mi", "1", {"device.capacity"}), {}).check,
            DeviceCheck::kSelectorNotUnderstood);
  EXPECT_EQ(check(a_claim("c", "1Mi", "1", {R"(device.attributes["x.io"].y == 1)"}), {}).check,
            DeviceCheck::kSelectorFails);
}

TEST(Fit, AChipThatIsNotSharedGoesToOneClaim) {
  wire::ResourceSlice slice = lab_slice();
  slice.devices[0].is_shareable = false;

  EXPECT_EQ(check(a_claim("c", "8192Mi", "50"), {}, slice).check, DeviceCheck::kFits);
  EXPECT_EQ(check(a_claim("c", "22000Mi", "50"), {}, slice).check, DeviceCheck::kShort);
  EXPECT_EQ(check(a_claim("c", "1Mi", "50"),
                  {allocated(a_claim("h", "", ""), a_result("npu-0-0", "", "", ""))}, slice)
                .check,
            DeviceCheck::kHeldAlone);
}

}  // namespace
}  // namespace npushare::dra_test
