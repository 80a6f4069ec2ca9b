// AdmissionReview of a Binding: what is read of it, the patch, the answer.
#include "scheduler/wire/admission.hpp"

#include <gtest/gtest.h>

#include "scheduler/wire/base64.hpp"
#include "scheduler/wire/json.hpp"
#include "tests/support/wire_golden.hpp"

namespace npushare::wire {
namespace {

/// A review that is right, with one thing put in place of another.
std::string review(const std::string& was = "", const std::string& is = "") {
  std::string text = R"({"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1","request":{
    "uid":"q","operation":"CREATE","resource":{"group":"","version":"v1","resource":"pods"},
    "subResource":"binding","name":"p","namespace":"ai","dryRun":true,
    "userInfo":{"username":"system:kube-scheduler","groups":["a"]},
    "object":{"metadata":{"name":"p","namespace":"ai","uid":"U",
      "annotations":{"hami.io/vgpu-node":"n0","x/y":"z"}},"target":{"kind":"Node","name":"n1"}}}})";
  if (!was.empty()) text.replace(text.find(was), was.size(), is);
  return text;
}

std::string complaint(const std::string& body) {
  const Result<AdmissionRequest> asked = read_admission(body);
  return asked ? std::string() : asked.error().message;
}

AdmissionRequest binding_with(const StringMap& annotations) {
  return {
      .pod_uid = PodUid{"U"}, .annotations = annotations, .has_annotations = !annotations.empty()};
}

TEST(ReadAdmission, ReadsTheRecordedReview) {
  const Result<AdmissionRequest> asked = read_admission(golden("binding-admission-review.json"));

  ASSERT_TRUE(asked) << asked.error().message;
  EXPECT_EQ(asked->uid, "ab237004-a61a-492c-981c-596b0741c3cd");
  EXPECT_TRUE(asked->is_binding());
  EXPECT_EQ(asked->pod, (PodKey{"default", "adm-1"}));
  EXPECT_EQ(asked->pod_uid, PodUid{"acfcb0f9-19ed-4d58-baa2-a9daaa2bd6a8"});
  EXPECT_EQ(asked->node, NodeName{"npu-node-3"});
  EXPECT_EQ(asked->user, "admin");
  EXPECT_FALSE(asked->is_dry_run);
  EXPECT_EQ(asked->annotations, (StringMap{{"huawei.com/vnpu-mode", "hami-core"}}));
}

TEST(ReadAdmission, ReadsADryRunAndWhoAsks) {
  const Result<AdmissionRequest> asked = read_admission(review());

  ASSERT_TRUE(asked) << asked.error().message;
  EXPECT_TRUE(asked->is_dry_run);
  EXPECT_EQ(asked->user, "system:kube-scheduler");
  EXPECT_EQ(asked->annotations, (StringMap{{"hami.io/vgpu-node", "n0"}}));
  EXPECT_TRUE(asked->has_annotations);
}

TEST(ReadAdmission, KnowsABindingOnBothOfItsPaths) {
  const Result<AdmissionRequest> older = read_admission(review(R"("resource":"pods"},
    "subResource":"binding","name":"p")",
                                                               R"("resource":"bindings"})"));

  ASSERT_TRUE(older) << older.error().message;
  EXPECT_TRUE(older->is_binding());
  EXPECT_EQ(older->pod, (PodKey{"ai", "p"})) << "the object's own name";
}

TEST(ReadAdmission, WhatIsNoBindingNeedsNoTarget) {
  for (const auto& [was, is] : {std::pair{R"("operation":"CREATE")", R"("operation":"UPDATE")"},
                                {R"("subResource":"binding")", R"("subResource":"status")"},
                                {R"("resource":"pods")", R"("resource":"services")"}}) {
    std::string text = review(was, is);
    text.replace(text.find(R"("target")"), 8, R"("other!")");
    const Result<AdmissionRequest> asked = read_admission(text);
    ASSERT_TRUE(asked) << asked.error().message;
    EXPECT_FALSE(asked->is_binding()) << is;
  }
}

TEST(ReadAdmission, ANullIsAnAbsentField) {
  const Result<AdmissionRequest> asked =
      read_admission(review(R"({"hami.io/vgpu-node":"n0","x/y":"z"})", "null"));

  ASSERT_TRUE(asked) << asked.error().message;
  EXPECT_FALSE(asked->has_annotations);
}

struct WrongCase {
  const char* was;
  const char* is;
  const char* complaint;
};

class WrongReview : public testing::TestWithParam<WrongCase> {};

TEST_P(WrongReview, IsRefusedWithTheFieldAndWhy) {
  EXPECT_EQ(complaint(review(GetParam().was, GetParam().is)), GetParam().complaint);
}

INSTANTIATE_TEST_SUITE_P(
    Fields, WrongReview,
    testing::Values(
        WrongCase{R"("kind":"AdmissionReview")", R"("kind":"Pod")",
                  "kind: an AdmissionReview is expected"},
        WrongCase{"admission.k8s.io/v1", "admission.k8s.io/v1beta1",
                  "apiVersion: \"admission.k8s.io/v1beta1\" is not spoken here; write "
                  "admissionReviewVersions: [v1] in the webhook's configuration"},
        WrongCase{R"("request")", R"("Request")", "request: missing"},
        WrongCase{R"("uid":"q")", R"("uid":"")", "request.uid: missing"},
        WrongCase{R"("uid":"q")", R"("uid":7)", "request.uid: a string is expected"},
        WrongCase{R"("dryRun":true)", R"("dryRun":"yes")",
                  "request.dryRun: true or false is expected"},
        WrongCase{R"("target":{"kind":"Node","name":"n1"})", R"("target":true)",
                  "request.object.target: an object is expected"},
        WrongCase{R"("name":"n1")", R"("name":"")", "request.object.target.name: missing"},
        WrongCase{R"("kind":"Node")", R"("kind":"Pod")",
                  "request.object.target.kind: \"Pod\" is no Node"},
        WrongCase{R"({"name":"p","namespace":"ai")", R"({"name":"q","namespace":"ai")",
                  "request.object.metadata.name: \"q\" is another one than request.name, \"p\""},
        WrongCase{R"("x/y":"z")", R"("x/y":1)",
                  "request.object.metadata.annotations[\"x/y\"]: a string is expected"},
        WrongCase{R"("object":{"metadata")", R"("object":{"meta")",
                  "request.object.metadata: missing"}));

TEST(ReadAdmission, RefusesWhatIsNoReviewAtAll) {
  EXPECT_EQ(complaint(""), "a value is expected at offset 0");
  EXPECT_EQ(complaint("[]"), "an object is expected");
  EXPECT_NE(complaint(review() + "x"), "");
  EXPECT_NE(complaint(std::string(1000, '[')), "");
}

const AnnotationPatch kWanted{
    {"hami.io/a~b", "1"}, {"predicate-time", "2"}, {"hami.io/old", std::nullopt}};

TEST(BindingPatch, MakesTheAnnotationsWhereThereAreNone) {
  EXPECT_EQ(write_binding_patch(binding_with({}), kWanted, PodUid{"U"}),
            R"([{"op":"add","path":"/metadata/annotations",)"
            R"("value":{"hami.io/a~b":"1","predicate-time":"2"}}])");
}

TEST(BindingPatch, TouchesNothingThatIsRightAlready) {
  const StringMap carried{{"hami.io/a~b", "0"}, {"predicate-time", "2"}, {"hami.io/old", "x"}};

  EXPECT_EQ(write_binding_patch(binding_with(carried), kWanted, PodUid{"U"}),
            R"([{"op":"add","path":"/metadata/annotations/hami.io~1a~0b","value":"1"},)"
            R"({"op":"remove","path":"/metadata/annotations/hami.io~1old"}])");
  EXPECT_EQ(write_binding_patch(binding_with({{"predicate-time", "2"}, {"hami.io/a~b", "1"}}),
                                kWanted, PodUid{"U"}),
            "");
}

TEST(BindingPatch, NamesThePodsUidWhereTheBindingDoesNot) {
  AdmissionRequest asked = binding_with({});
  asked.pod_uid = {};

  EXPECT_EQ(write_binding_patch(asked, {}, PodUid{"U"}),
            R"([{"op":"add","path":"/metadata/uid","value":"U"}])");
}

TEST(WriteAdmission, AllowsWithAPatchInBase64) {
  const Json written = *Json::parse(write_admission({.uid = "q\"", .patch = "[{}]"}));

  EXPECT_EQ(written, *Json::parse(R"({"apiVersion":"admission.k8s.io/v1",
    "kind":"AdmissionReview","response":{"uid":"q\"","allowed":true,"patchType":"JSONPatch",
    "patch":"W3t9XQ=="}})"));
  EXPECT_EQ(write_admission({.uid = "q"}),
            R"({"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview",)"
            R"("response":{"uid":"q","allowed":true}})");
}

TEST(WriteAdmission, DeniesWithCodeReasonAndText) {
  EXPECT_EQ(write_admission({.uid = "q", .denial = Denial{409, "Conflict", "no room"}}),
            R"({"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","response":)"
            R"({"uid":"q","allowed":false,"status":{"status":"Failure","code":409,)"
            R"("reason":"Conflict","message":"no room"}}})");
}

TEST(WriteAdmission, WarnsWhoeverAsked) {
  EXPECT_EQ(write_admission({.uid = "q", .warnings = {"one", "two"}}),
            R"({"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview",)"
            R"("response":{"uid":"q","allowed":true,"warnings":["one","two"]}})");
}

}  // namespace
}  // namespace npushare::wire
