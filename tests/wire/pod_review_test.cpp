// AdmissionReview of a pod: what is read of it, what is refused, and the patch.
#include "scheduler/wire/pod_review.hpp"

#include <gtest/gtest.h>

namespace npushare::wire {
namespace {

/// A review that is right, with one thing put in place of another.
std::string review(const std::string& was = "", const std::string& is = "") {
  std::string text = R"({"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1","request":{
    "uid":"q","operation":"CREATE","resource":{"group":"","version":"v1","resource":"pods"},
    "name":"p","namespace":"ai","dryRun":true,"userInfo":{"username":"alice"},
    "object":{"kind":"Pod","metadata":{"name":"p"},"spec":{"unknown":1.50,"containers":[]}},
    "oldObject":null}})";
  if (!was.empty()) text.replace(text.find(was), was.size(), is);
  return text;
}

std::string complaint(const std::string& was, const std::string& is) {
  const Result<PodReview> asked = read_pod_review(review(was, is));
  return asked ? std::string() : asked.error().message;
}

TEST(ReadPodReview, KeepsThePodWhole) {
  const Result<PodReview> asked = read_pod_review(review());

  ASSERT_TRUE(asked) << asked.error().message;
  EXPECT_EQ(asked->uid, "q");
  EXPECT_TRUE(asked->is("CREATE"));
  EXPECT_FALSE(asked->is("UPDATE"));
  EXPECT_TRUE(asked->is_dry_run);
  EXPECT_EQ(asked->user, "alice");
  EXPECT_EQ(asked->pod, (PodKey{"ai", "p"}));
  EXPECT_EQ(asked->object.at("spec", "unknown").number_text(), "1.50");
  EXPECT_TRUE(asked->old_object.is_null());
}

TEST(ReadPodReview, APodMayGetItsNameLater) {
  std::string text = review(R"("name":"p","namespace")", R"("namespace")");
  text.replace(text.find(R"("name":"p"})"), 11, R"("generateName":"p-"})");

  const Result<PodReview> asked = read_pod_review(text);

  ASSERT_TRUE(asked) << asked.error().message;
  EXPECT_EQ(asked->pod, (PodKey{"ai", ""}));
}

TEST(ReadPodReview, OfADeletedPodTheOldObjectCounts) {
  std::string text = review(R"("CREATE")", R"("DELETE")");
  text.replace(text.find(R"("object":)"), 9, R"("nothing":)");
  EXPECT_EQ(read_pod_review(text).error().message, "request.oldObject: missing");
  text.replace(text.find(R"("oldObject":null)"), 16,
               R"("oldObject":{"metadata":{"name":"p","namespace":"ai"}})");

  const Result<PodReview> asked = read_pod_review(text);

  ASSERT_TRUE(asked) << asked.error().message;
  EXPECT_TRUE(asked->is("DELETE"));
  EXPECT_TRUE(asked->object.is_null());
  EXPECT_EQ(asked->old_object.at("metadata", "name").string(), "p");
}

TEST(ReadPodReview, WhatIsNoPodIsLeftToTheCaller) {
  const Result<PodReview> status =
      read_pod_review(review(R"("name":"p","namespace")", R"("subResource":"status","namespace")"));
  const Result<PodReview> other = read_pod_review(review(R"("pods")", R"("services")"));

  EXPECT_TRUE(status && !status->is_pod());
  EXPECT_TRUE(other && !other->is_pod());
}

struct Refused {
  const char* was;
  const char* is;
  const char* message;
};

TEST(ReadPodReview, RefusesWithTheField) {
  for (
      const auto& [was, is, message] : {
          Refused{"v1\",\"request", "v1beta1\",\"request",
                  "apiVersion: \"admission.k8s.io/v1beta1\" is not spoken here; write "
                  "admissionReviewVersions: [v1] in the webhook's configuration"},
          {R"("AdmissionReview")", "7", "kind: an AdmissionReview is expected"},
          {R"("uid":"q")", R"("uid":7)", "request.uid: missing"},
          {R"("request")", R"("requests")", "request: missing"},
          {R"("object":{"kind")", R"("objects":{"kind")", "request.object: missing"},
          {R"("kind":"Pod")", R"("kind":"Job")", R"(request.object.kind: "Job" is no Pod)"},
          {R"("metadata")", R"("meta")", "request.object.metadata: missing"},
          {R"("CREATE")", R"("UPDATE")", "request.oldObject: missing"},
          {R"("namespace":"ai",)", "", "request.namespace: missing"},
          {R"({"name":"p"})", R"({"name":"q"})",
           R"(request.object.metadata.name: "q" is another one than request.name, "p")"},
          {R"({"name":"p"})", R"({"namespace":"b"})",
           R"(request.object.metadata.namespace: "b" is another one than request.namespace, "ai")"},
      }) {
    EXPECT_EQ(complaint(was, is), message);
  }
  EXPECT_FALSE(read_pod_review("[")) << "no JSON";
}

TEST(WritePodPatch, SaysWhatWasChangedAndNothingElse) {
  const Json was = read_pod_review(review())->object;
  Json is = was;
  is.member("metadata").member("labels").set("a/b", "c");

  EXPECT_EQ(write_pod_patch(was, is),
            R"([{"op":"add","path":"/metadata/labels","value":{"a/b":"c"}}])");
  EXPECT_EQ(write_pod_patch(was, was), "");
}

}  // namespace
}  // namespace npushare::wire
