// The preview of a pod's conversion.
#include "scheduler/cli/convert_command.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "config/device_config.hpp"
#include "config/yaml_json.hpp"
#include "tests/support/scratch_directory.hpp"

namespace npushare::cli {
namespace {

using testing::HasSubstr;
using testing::StartsWith;
using wire::Json;

struct Shown {
  int exit_code = 0;
  std::string out;
  std::string err;
};

constexpr const char* kPod = R"(apiVersion: v1
kind: Pod
metadata: {name: p}
spec:
  containers:
  - name: c
    resources:
      limits: {huawei.com/Ascend310P: 1, huawei.com/Ascend310P-memory: 8192, cpu: 1}
)";

class ConvertCommandTest : public testing::Test {
 protected:
  Shown convert(const std::string& pod, ConvertCommand command = {}) {
    command.file = files.write("pod.yaml", pod);
    command.service.url = "http://127.0.0.1:1";  // nobody is there
    std::ostringstream out;
    std::ostringstream err;
    const int code = convert_pod_file(command, {.out = out, .err = err, .canvas = {}});
    return {code, out.str(), err.str()};
  }

  testing_support::ScratchDirectory files;
};

TEST_F(ConvertCommandTest, PrintsDocumentsThatAreReadBack) {
  const Shown shown = convert(kPod);

  EXPECT_EQ(shown.exit_code, kExitFine);
  EXPECT_THAT(shown.out, StartsWith("# warning: spec.containers[0]: without huawei.com/Ascend310P-"
                                    "core the claim takes all cores"));
  const auto documents = config::yaml_to_json(shown.out, "out");
  ASSERT_TRUE(documents);
  ASSERT_EQ(documents->size(), 2U);
  const Json made = *Json::parse(documents->at(0));
  const Json pod = *Json::parse(documents->at(1));
  EXPECT_EQ(made["kind"].string(), "ResourceClaimTemplate");
  EXPECT_EQ(made.at("metadata", "namespace").string(), "default");
  EXPECT_EQ(pod.at("spec", "resourceClaims").items().at(0)["resourceClaimTemplateName"],
            made.at("metadata", "name"));
  EXPECT_EQ(pod.at("spec", "containers").items().at(0).at("resources", "limits", "cpu").integer(),
            1);
}

TEST_F(ConvertCommandTest, PrintsAListForKubectl) {
  const Shown shown =
      convert(kPod, {.space = "ai", .mode = config::ConvertMode::kClaim, .output = Output::kJson});

  const Json list = *Json::parse(shown.out);
  EXPECT_EQ(list["kind"].string(), "List");
  EXPECT_EQ(list["items"].items().at(0).at("metadata", "name").string(), "ai-p-c-ascend310p");
  EXPECT_THAT(shown.err, HasSubstr("warning: "));
}

TEST_F(ConvertCommandTest, GoesByTheSettingsOfTheService) {
  const std::string config =
      files.write("npushare.yaml", "dra: {convert: {mode: claim, coreDefault: zero}}\n");

  const Shown shown = convert(kPod, {.config = config});

  EXPECT_THAT(shown.out, HasSubstr("kind: ResourceClaim\n"));
  EXPECT_THAT(shown.out, HasSubstr("cores: \"0\""));
}

TEST_F(ConvertCommandTest, APodWithoutNpusStaysAsItIs) {
  const Shown shown = convert("kind: Pod\nmetadata: {name: p}\nspec: {containers: []}\n");

  EXPECT_EQ(shown.exit_code, kExitFine);
  EXPECT_THAT(shown.out, StartsWith("# The pod asks for no NPU"));
}

TEST_F(ConvertCommandTest, SaysWhatIsWrong) {
  std::string wrong = kPod;
  wrong.replace(wrong.find("8192"), 4, "16Gi");

  EXPECT_EQ(convert(wrong).exit_code, kExitDiffers);
  EXPECT_THAT(convert(wrong).err,
              HasSubstr("Ascend310P-memory\"]: \"16Gi\" is more than one chip"));
  EXPECT_THAT(convert("kind: Job\n").err, HasSubstr("kind: \"Job\" is no Pod"));
  EXPECT_THAT(convert("kind: Pod\n").err, HasSubstr("metadata.name: missing"));
  EXPECT_THAT(convert(kPod, {.config = "/none"}).err, HasSubstr("cannot be read"));
}

TEST_F(ConvertCommandTest, WithoutAServiceItSaysThatTheFitIsNotKnown) {
  EXPECT_THAT(convert(kPod).out, HasSubstr("# whether this fits is not known: "));
}

class AnsweringService final : public Transport {
 public:
  Result<kube::Reply> send(kube::Call call) override {
    asked = std::move(call);
    return kube::Reply{.status = 200, .body = R"({"summary":"fits on 1 of 2 nodes"})"};
  }
  kube::Call asked;
};

TEST_F(ConvertCommandTest, AsksTheServiceAboutEachClaimOfThePod) {
  const Json pod = *Json::parse(
      R"({"kind":"Pod","metadata":{"name":"p"},"spec":{"containers":[
      {"name":"a","resources":{"limits":{"huawei.com/Ascend310P":"1"}}},
      {"name":"b","resources":{"limits":{"huawei.com/Ascend310P":"1"}}}]}})");
  const convert::Rules rules{.settings = {}, .catalogue = config::built_in_catalogue()};
  AnsweringService service;

  const std::string said = fit_of(claims_of(*preview(pod, "ai", rules)), service);

  EXPECT_EQ(said, "now: fits on 1 of 2 nodes");
  EXPECT_EQ(service.asked.target, "/v1/claims/fit");
  const Json claims = (*Json::parse(service.asked.body))["claims"];
  ASSERT_EQ(claims.items().size(), 2U) << "of one template";
  EXPECT_EQ(claims.items().at(1).at("metadata", "name").string(), "npu-1-0");
  EXPECT_FALSE(claims.items().at(1).at("spec", "devices").is_null());
}

}  // namespace
}  // namespace npushare::cli
