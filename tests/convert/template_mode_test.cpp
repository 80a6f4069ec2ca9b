// Mode template: content-addressed templates, and a pod that differs where it must.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/convert_pods.hpp"

namespace npushare::convert {
namespace {

using config::ConvertMode;
using config::CoreDefault;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::MatchesRegex;
using wire::Json;

Result<Conversion> templates_of(const Json& pod) {
  return converted(pod, rules_of(ConvertMode::kTemplate));
}

std::string name_of(const Result<Conversion>& done, std::size_t k = 0) {
  return done->objects.at(k).at("metadata", "name").string();
}

TEST(TemplateMode, ThePodRefersToATemplateByContainerAndDevice) {
  Json pod = a_pod({{"1", "8192", "50"}, {"1", "4096", "20"}});
  pod.member("spec").set("schedulerName", "mine");

  const Result<Conversion> done = templates_of(pod);

  ASSERT_TRUE(done) << done.error().message;
  ASSERT_EQ(done->objects.size(), 2U);
  EXPECT_EQ(done->objects[0]["kind"].string(), "ResourceClaimTemplate");
  EXPECT_THAT(name_of(done), MatchesRegex("npu-[0-9a-f]{16}"));
  const Json claims = done->pod.at("spec", "resourceClaims");
  EXPECT_EQ(claims.items().at(0)["name"].string(), "npu-0-0");
  EXPECT_EQ(claims.items().at(0)["resourceClaimTemplateName"].string(), name_of(done, 0));
  EXPECT_EQ(claims.items().at(1)["name"].string(), "npu-1-0");
  EXPECT_EQ(claims.items().at(1)["resourceClaimTemplateName"].string(), name_of(done, 1));
  const Json containers = done->pod.at("spec", "containers");
  EXPECT_EQ(containers.items().at(1)["resources"].text(),
            R"({"limits":{},"claims":[{"name":"npu-1-0"}]})");
  EXPECT_EQ(done->pod.at("spec", "schedulerName").string(), "mine");
  EXPECT_EQ(done->pod.at("metadata", "labels", "hami.io/dra").string(), "true");
}

TEST(TemplateMode, EqualWishesAreOneTemplateHoweverTheyAreWritten) {
  const Result<Conversion> done = templates_of(a_pod({{"1", "8192", "50"}, {"1", "8Ki", "0.05k"}}));

  ASSERT_TRUE(done);
  EXPECT_EQ(done->objects.size(), 1U);
  EXPECT_EQ(done->pod.at("spec", "resourceClaims").items().size(), 2U);
}

TEST(TemplateMode, AnotherWishIsAnotherTemplate) {
  const std::string one = name_of(templates_of(a_pod({{"1", "8192", "50"}})));

  EXPECT_NE(one, name_of(templates_of(a_pod({{"1", "8191", "50"}}))));
  EXPECT_EQ(one, name_of(templates_of(a_pod({{"1", "8192", "50"}}))));
}

TEST(TemplateMode, SeveralDevicesAreDifferentChips) {
  const Result<Conversion> done = templates_of(a_pod({{"2", "4096", "25"}}));

  ASSERT_TRUE(done);
  EXPECT_EQ(done->objects.at(0).at("spec", "spec", "devices")["constraints"].text(),
            R"([{"distinctAttribute":"ascend.project-hami.io/uuid","requests":["npu"]}])");
  EXPECT_TRUE(templates_of(a_pod({{"1"}}))
                  ->objects.at(0)
                  .at("spec", "spec", "devices")["constraints"]
                  .is_null());
}

/// A request for an Ascend910B3 must not land on a 310P3.
TEST(TemplateMode, TheChipModelIsPartOfTheClaim) {
  Json pod = a_pod({{"1", "8192", "50"}});
  Rules rules = rules_of(ConvertMode::kTemplate);

  const auto selectors = [&] {
    return request_in(converted(pod, rules)->objects.at(0))["selectors"];
  };

  EXPECT_EQ(selectors().items().at(1).at("cel", "expression").string(),
            R"(device.attributes["ascend.project-hami.io"].productName in ["310P3"])");
  rules.settings.enforce_model = false;
  EXPECT_EQ(selectors().items().size(), 1U);
}

TEST(TemplateMode, UuidsAreWrittenAsTheDriverWritesThem) {
  const Json pod =
      a_pod({{"1"}},
            {{"hami.io/no-use-Ascend310P-uuid", "68496e64-20e05477-92c31323-6e78030a-bd003019"}});

  const Json selectors = request_in(templates_of(pod)->objects.at(0))["selectors"];

  EXPECT_THAT(selectors.items().back().at("cel", "expression").string(), HasSubstr(kChipUuid));
}

TEST(TemplateMode, WhatIsNoUuidIsRefusedWithItsAnnotation) {
  const Result<Conversion> done =
      templates_of(a_pod({{"1"}}, {{"hami.io/use-Ascend310P-uuid", "node1-0"}}));

  ASSERT_FALSE(done);
  EXPECT_THAT(done.error().message,
              HasSubstr("annotation hami.io/use-Ascend310P-uuid names \"node1-0\""));
}

TEST(TemplateMode, WhatIsMoreThanAChipHasIsRefused) {
  EXPECT_THAT(templates_of(a_pod({{"1", "21526", "1"}})).error().message,
              HasSubstr("\"21526\" is more than one chip has, 21525 MiB"));
  EXPECT_TRUE(templates_of(a_pod({{"1", "21525", "1"}})));
  EXPECT_THAT(templates_of(a_pod({{"1", "16Gi", "1"}})).error().message,
              HasSubstr("the unit is MiB"));
  EXPECT_THAT(templates_of(a_pod({{"33"}})).error().message, HasSubstr("1 to 32"));
  EXPECT_THAT(templates_of(a_pod({{"1", "1", "101"}})).error().message, HasSubstr("0 to 100"));
  EXPECT_THAT(templates_of(a_pod({{"1", "1", "abc"}})).error().message, HasSubstr("no quantity"));
}

TEST(TemplateMode, ARequestAloneIsNotPassedOver) {
  Json pod = a_pod({{"", "", ""}});
  pod.member("spec")
      .member("containers")
      .edit_items()[0]
      .set("resources", Json::Object{{"requests", Json::Object{{"huawei.com/Ascend310P", "1"}}}});

  EXPECT_THAT(templates_of(pod).error().message,
              HasSubstr("resources.requests[\"huawei.com/Ascend310P\"]: a request alone"));
}

TEST(TemplateMode, RequestsGoWithTheLimits) {
  Json pod = a_pod({{"1", "8192", "50"}});
  Json& resources = pod.member("spec").member("containers").edit_items()[0].member("resources");
  resources.set("requests", Json::Object{{"huawei.com/Ascend310P", "1"}, {"cpu", "1"}});

  const Json containers = templates_of(pod)->pod.at("spec", "containers");

  EXPECT_EQ(containers.items().at(0).at("resources", "requests").text(), R"({"cpu":"1"})");
}

TEST(TemplateMode, WithoutCoresItSaysWhatThatMeans) {
  Rules rules = rules_of(ConvertMode::kTemplate);
  const Json pod = a_pod({{"1", "8192", ""}});

  const Result<Conversion> by_policy = converted(pod, rules);
  EXPECT_EQ(capacity_in(by_policy), R"({"memory":"8589934592"})");
  EXPECT_THAT(by_policy->warnings, ElementsAre(HasSubstr("takes all cores")));

  rules.settings.core_default = CoreDefault::kZero;
  const Result<Conversion> zero = converted(pod, rules);
  EXPECT_EQ(capacity_in(zero), R"({"cores":"0","memory":"8589934592"})");
  EXPECT_THAT(zero->warnings, ElementsAre(HasSubstr("cores 0")));
  EXPECT_THAT(templates_of(a_pod({{"1", "8192", "0"}}))->warnings, IsEmpty());
}

TEST(TemplateMode, ANameThatIsTakenIsRefused) {
  Json pod = a_pod({{"1"}});
  pod.member("spec").set("resourceClaims", Json::Array{Json::Object{{"name", "npu-0-0"}}});

  EXPECT_THAT(templates_of(pod).error().message, HasSubstr("spec.resourceClaims[0].name"));
}

TEST(TemplateMode, APodWithoutNpusStaysAsItIs) {
  const Json pod = a_pod({{"", "", ""}});

  const Result<Conversion> done = templates_of(pod);

  ASSERT_TRUE(done);
  EXPECT_EQ(done->pod.text(), pod.text());
  EXPECT_THAT(done->objects, IsEmpty());
}

}  // namespace
}  // namespace npushare::convert
