#include "scheduler/embedded/api_server.hpp"

#include <gtest/gtest.h>

#include "tests/support/embedded_running.hpp"

namespace npushare::embedded {
namespace {

using namespace testing_support;
using wire::Json;

const std::string kPods = "/api/v1/namespaces/default/pods";
const std::string kLeases = "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases";

TEST(ApiServer, SaysThatItIsWellAndWhatItIs) {
  RunningApi api;
  ASSERT_TRUE(api.is_started);

  for (const char* path : {"/healthz", "/livez", "/readyz"}) {
    EXPECT_EQ(get(api.server.port(), path).body, "ok");
  }
  EXPECT_EQ(parsed(get(api.server.port(), "/version").body)["major"].string(), "1");
}

TEST(ApiServer, SaysWhichResourcesItHas) {
  RunningApi api;

  const Json versions = parsed(get(api.server.port(), "/api").body);
  const Json resources = parsed(get(api.server.port(), "/api/v1").body);

  EXPECT_EQ(versions["versions"], Json(Json::Array{"v1"}));
  EXPECT_EQ(resources["groupVersion"].string(), "v1");
  EXPECT_FALSE(resources["resources"].items().empty());
  EXPECT_EQ(get(api.server.port(), "/apis/resource.k8s.io/v1").status, 404U);
}

class NoResource : public testing::TestWithParam<const char*> {};

TEST_P(NoResource, IsAPlain404) {
  RunningApi api;

  const RawReply reply = get(api.server.port(), GetParam());

  EXPECT_EQ(reply.status, 404U);
  EXPECT_EQ(reply.body, "404 page not found\n");
  EXPECT_TRUE(reply.has("Content-Type: text/plain; charset=utf-8"));
}

INSTANTIATE_TEST_SUITE_P(Paths, NoResource,
                         testing::Values("/nope", "/api/v2/pods", "/api/v1/pods/p",
                                         "/api/v1/services", "/api/v1/namespaces/default/nodes",
                                         "/api/v1/namespaces/default",
                                         "/api/v1/namespaces/default/pods/p/exec",
                                         "/api/v1/namespaces/default/pods/p/status/x",
                                         "/api/v1//pods", "/api/v1/nodes/",
                                         "/apis/coordination.k8s.io/v1beta1/leases"));

TEST(ApiServer, KeepsObjectsOfSeveralGroups) {
  RunningApi api;
  const std::uint16_t port = api.server.port();

  EXPECT_EQ(create(port, "/api/v1/nodes", named(kNode)).status, 201U);
  EXPECT_EQ(create(port, kPods, a_pod("p")).status, 201U);
  EXPECT_EQ(create(port, kLeases, named("npushare")).status, 201U);
  EXPECT_EQ(create(port, "/api/v1/namespaces/default/events", named("e.1")).status, 201U);

  EXPECT_EQ(parsed(get(port, kLeases + "/npushare").body)["kind"].string(), "Lease");
  EXPECT_EQ(parsed(get(port, "/api/v1/nodes/" + kNode).body)["apiVersion"].string(), "v1");
  EXPECT_EQ(
      parsed(get(port, "/api/v1/pods?fieldSelector=spec.nodeName%3D").body)["items"].items().size(),
      1U);
  EXPECT_EQ(get(port, "/api/v1/pods?fieldSelector=spec.image%3Dx").status, 400U);
}

TEST(ApiServer, PagesAListOverHttp) {
  RunningApi api;
  for (const char* name : {"a", "b", "c"}) create(api.server.port(), kPods, a_pod(name));

  const Json first = parsed(get(api.server.port(), kPods + "?limit=2").body);
  const std::string token = first.at("metadata", "continue").string();
  const Json rest = parsed(get(api.server.port(), kPods + "?limit=2&continue=" + token).body);

  EXPECT_EQ(first["items"].items().size(), 2U);
  ASSERT_EQ(rest["items"].items().size(), 1U);
  EXPECT_EQ(rest["items"].items().front().at("metadata", "name").string(), "c");
}

TEST(ApiServer, BindsOverHttp) {
  RunningApi api;
  create(api.server.port(), kPods, a_pod("p"));

  const RawReply bound =
      create(api.server.port(), kPods + "/p/binding?timeout=3s&fieldManager=npushare",
             annotated(a_binding("p", kNode), "k", "v"));
  const RawReply again = create(api.server.port(), kPods + "/p/binding", a_binding("p", kNode));

  EXPECT_EQ(bound.status, 201U);
  EXPECT_EQ(again.status, 409U);
  EXPECT_EQ(annotation_of(*api.store, pod_at("p"), "k"), "v");
}

TEST(ApiServer, TakesTheTwoKindsOfPatchAndNoOther) {
  RunningApi api;
  create(api.server.port(), kPods, a_pod("p"));
  HttpCall call{.method = "PATCH", .path = kPods + "/p"};

  call.body = R"({"metadata":{"annotations":{"a":"1"}}})";
  call.content_type = "application/merge-patch+json; charset=utf-8";
  EXPECT_EQ(ask(api.server.port(), call).status, 200U);
  call.content_type = "application/strategic-merge-patch+json";
  EXPECT_EQ(ask(api.server.port(), call).status, 415U);
  call.content_type = "application/json-patch+json";
  call.body = R"([{"op":"add","path":"/metadata/annotations/b","value":"2"}])";
  EXPECT_EQ(ask(api.server.port(), call).status, 200U);
  call.body = R"({"op":"add"})";
  EXPECT_EQ(ask(api.server.port(), call).status, 400U);
  call.body = "{";
  EXPECT_EQ(ask(api.server.port(), call).status, 400U);
  EXPECT_EQ(annotation_of(*api.store, pod_at("p"), "b"), "2");
}

TEST(ApiServer, UpdatesWithPutAndDeletesWithPreconditions) {
  RunningApi api;
  Json lease = parsed(create(api.server.port(), kLeases, named("npushare")).body);
  lease.member("spec").set("holderIdentity", "b");

  const HttpCall put{.method = "PUT", .path = kLeases + "/npushare", .body = lease.text()};
  EXPECT_EQ(ask(api.server.port(), put).status, 200U);
  EXPECT_EQ(ask(api.server.port(), put).status, 409U);  // that version has been replaced
  const HttpCall other{
      .method = "DELETE", .path = put.path, .body = R"({"preconditions":{"uid":"x"}})"};
  EXPECT_EQ(ask(api.server.port(), other).status, 409U);
  EXPECT_EQ(ask(api.server.port(), {.method = "DELETE", .path = put.path}).status, 200U);
  EXPECT_EQ(get(api.server.port(), put.path).status, 404U);
}

TEST(ApiServer, RefusesMethodsThatAreNotThere) {
  RunningApi api;

  EXPECT_EQ(ask(api.server.port(), {.method = "DELETE", .path = kPods}).status, 405U);
  EXPECT_EQ(get(api.server.port(), kPods + "/p/binding").status, 405U);
  EXPECT_EQ(create(api.server.port(), "/api/v1/pods", a_pod("p")).status, 405U);
}

TEST(ApiServer, RefusesADryRun) {
  RunningApi api;
  create(api.server.port(), kPods, a_pod("p"));

  const RawReply reply =
      create(api.server.port(), kPods + "/p/binding?dryRun=All", a_binding("p", kNode));

  EXPECT_EQ(reply.status, 400U);
  EXPECT_TRUE(api.store->get(pod_at("p")).body.at("spec", "nodeName").string().empty());
}

TEST(ApiServer, TakesBodiesUpToTheirLimit) {
  RunningApi api;
  Json map = named("c");
  map.member("data").set("k", "");
  const std::size_t frame = map.text().size();
  const std::size_t most = std::size_t{3} << 20;
  const std::string path = "/api/v1/namespaces/default/configmaps";

  map.member("data").set("k", std::string(most - frame + 1, 'x'));
  EXPECT_EQ(create(api.server.port(), path, map).status, 413U);
  map.member("data").set("k", std::string(most - frame, 'x'));
  EXPECT_EQ(create(api.server.port(), path, map).status, 201U);
}

}  // namespace
}  // namespace npushare::embedded
