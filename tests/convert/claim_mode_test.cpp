// Mode claim: byte for byte what HAMi-DRA makes, and refused where it made nonsense.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/convert_pods.hpp"

namespace npushare::convert {
namespace {

using config::ConvertMode;
using testing::HasSubstr;
using wire::Json;

Result<Conversion> claims_of(const std::vector<Limits>& asked) {
  return converted(a_pod(asked), rules_of(ConvertMode::kClaim));
}

struct VectorCase {
  const char* id;
  Limits asked;
  std::int64_t count;
  const char* capacity;
};

class ClaimVector : public testing::TestWithParam<VectorCase> {};

TEST_P(ClaimVector, HasItsCapacity) {
  const Result<Conversion> done = claims_of({GetParam().asked});

  ASSERT_TRUE(done) << done.error().message;
  ASSERT_EQ(done->objects.size(), 1U);
  EXPECT_EQ(request_in(done->objects[0])["count"].integer(), GetParam().count);
  EXPECT_EQ(capacity_in(done), GetParam().capacity);
}

INSTANTIATE_TEST_SUITE_P(
    Table, ClaimVector,
    testing::Values(
        VectorCase{"dra-W1", {"1", "8192", "50"}, 1, R"({"cores":"50","memory":"8589934592"})"},
        VectorCase{"dra-W2", {"1", "14000", "40"}, 1, R"({"cores":"40","memory":"14680064k"})"},
        VectorCase{"dra-W3", {"1", "", ""}, 1, "null"},
        VectorCase{"dra-W4", {"2", "4096", "25"}, 2, R"({"cores":"25","memory":"4294967296"})"},
        VectorCase{"dra-W5", {"1", "8Ki", "50"}, 1, R"({"cores":"50","memory":"8589934592"})"},
        VectorCase{"dra-W6", {"1", "8k", "50"}, 1, R"({"cores":"50","memory":"8388608k"})"},
        VectorCase{"dra-W15", {"1500m", "4096", ""}, 2, R"({"memory":"4294967296"})"}));

struct RefusalCase {
  const char* id;
  Limits asked;
  const char* words;
};

class RefusedClaim : public testing::TestWithParam<RefusalCase> {};

TEST_P(RefusedClaim, NamesFieldAndRemedy) {
  const Result<Conversion> done = claims_of({GetParam().asked});

  ASSERT_FALSE(done);
  EXPECT_THAT(done.error().message, HasSubstr("spec.containers[0].resources.limits[\"huawei.com/"));
  EXPECT_THAT(done.error().message, HasSubstr(GetParam().words));
  EXPECT_THAT(done.error().message, HasSubstr("write "));
}

INSTANTIATE_TEST_SUITE_P(
    Table, RefusedClaim,
    testing::Values(RefusalCase{"dra-W7", {"1", "0.5", "50"}, "\"0.5\" is not a whole number"},
                    RefusalCase{"dra-W8", {"1", "-5", "50"}, "\"-5\" is less than 1"},
                    RefusalCase{"dra-W9", {"1", "17592186052608", "50"}, "more bytes than 64 bits"},
                    RefusalCase{"dra-W10", {"1", "8796093022208", "50"}, "more bytes than 64 bits"},
                    RefusalCase{"dra-W11", {"0", "8192", "50"}, "1 to 32"}));

TEST(ClaimMode, WithoutACountNothingIsConverted) {  // dra-W12
  const Json pod = a_pod({{"", "8192", "50"}});

  const Result<Conversion> done = converted(pod, rules_of(ConvertMode::kClaim));

  ASSERT_TRUE(done);
  EXPECT_TRUE(done->objects.empty());
  EXPECT_EQ(done->pod, pod);
}

TEST(ClaimMode, EachContainerHasItsClaimAndThePodOneLabel) {  // dra-W13
  const Result<Conversion> done = claims_of({{"1", "4096", "20"}, {"1", "4096", "20"}});

  ASSERT_TRUE(done);
  ASSERT_EQ(done->objects.size(), 2U);
  EXPECT_EQ(done->objects[1].at("metadata", "name").string(),
            "dra-ascend-e2e-ascend-share-a-app1-ascend310p");
  EXPECT_EQ(done->pod.at("metadata", "labels").text(), R"({"hami.io/dra":"true"})");
  EXPECT_EQ(done->pod.at("spec", "resourceClaims").items().size(), 2U);
}

TEST(ClaimMode, AnInitContainerIsNotPassedOver) {  // dra-W14
  Json pod = a_pod({{"", "", ""}});
  pod.member("spec").set(
      "initContainers",
      Json::Array{Json::Object{{"name", "i"}, {"resources", resources_of({"1", "4096", "20"})}}});

  const Result<Conversion> done = converted(pod, rules_of(ConvertMode::kClaim));

  ASSERT_FALSE(done);
  EXPECT_THAT(done.error().message,
              HasSubstr("spec.initContainers[0].resources.limits[\"huawei.com/Ascend310P\"]: init "
                        "containers get no device"));
}

/// The claim and the pod of lab 20, whole.
TEST(ClaimMode, MakesTheClaimOfTheLab) {
  const Json pod = a_pod({{"1", "8192", "50"}}, {{"hami.io/use-Ascend310P-uuid", kChipUuid}});

  const Result<Conversion> done = converted(pod, rules_of(ConvertMode::kClaim));

  ASSERT_TRUE(done) << done.error().message;
  const Json claim = done->objects.at(0);
  EXPECT_EQ(claim["kind"].string(), "ResourceClaim");
  const Json metadata = claim["metadata"];
  EXPECT_EQ(metadata["name"].string(), "dra-ascend-e2e-ascend-share-a-app-ascend310p");
  EXPECT_EQ(metadata["namespace"].string(), "dra-ascend-e2e");
  EXPECT_EQ(metadata.at("labels", "hami.io/dra").string(), "true");
  EXPECT_EQ(metadata.at("annotations", "npu-dra/pod-name").string(), "ascend-share-a");
  EXPECT_EQ(metadata.at("annotations", "npu-dra/container").string(), "app");
  EXPECT_EQ(metadata.at("annotations", "npu-dra/admission-uid").string(), "review-1");
  EXPECT_EQ(metadata.at("annotations", "npu-dra/spec-hash").string().size(), 16U);
  EXPECT_EQ(claim["spec"], *Json::parse(R"({"devices":{"requests":[{"name":"npu","exactly":{
    "deviceClassName":"hami-vnpu-core.project-hami.io","allocationMode":"ExactCount","count":1,
    "capacity":{"requests":{"cores":"50","memory":"8589934592"}},"selectors":[
    {"cel":{"expression":"device.driver == \"ascend.project-hami.io\" && device.attributes[\"ascend.project-hami.io\"].type == \"HAMivNPUCore\""}},
    {"cel":{"expression":"device.attributes[\"ascend.project-hami.io\"].uuid in [\"68496E64-20E05477-92C31323-6E78030A-BD003019\"]"}}]}}]}})"));
  EXPECT_EQ(done->pod["spec"], *Json::parse(R"({"containers":[{"name":"app","resources":{
    "limits":{},"claims":[{"name":"dra-ascend-e2e-ascend-share-a-app-ascend310p"}]}}],
    "resourceClaims":[{"name":"dra-ascend-e2e-ascend-share-a-app-ascend310p",
      "resourceClaimName":"dra-ascend-e2e-ascend-share-a-app-ascend310p"}]})"));
}

TEST(ClaimMode, APodWithoutANameGetsADrawnOne) {
  const Result<Conversion> done =
      converted(a_pod({{"1"}, {"1"}}), rules_of(ConvertMode::kClaim), "");

  ASSERT_TRUE(done);
  EXPECT_EQ(done->objects.at(0).at("metadata", "name").string(),
            "dra-ascend-e2e-x7k2b-app-ascend310p");
  EXPECT_EQ(done->objects.at(1).at("metadata", "name").string(),
            "dra-ascend-e2e-x7k2b-app1-ascend310p");
}

/// HAMi-DRA makes the claim first and has the pod refused afterwards.
TEST(ClaimMode, ADotInThePodsNameIsRefusedBeforeAnythingIsMade) {
  const Result<Conversion> done = converted(a_pod({{"1"}}), rules_of(ConvertMode::kClaim), "a.b");

  ASSERT_FALSE(done);
  EXPECT_THAT(done.error().message, HasSubstr("metadata.name: "));
  EXPECT_THAT(done.error().message, HasSubstr("mode: template"));
}

}  // namespace
}  // namespace npushare::convert
