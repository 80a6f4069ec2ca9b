// Paths, bodies and meanings of the calls that the verbs make.
#include "scheduler/kube/rest_api.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/http_running_server.hpp"
#include "tests/support/kube_calls.hpp"
#include "tests/support/kube_raw_server.hpp"

namespace npushare::kube {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;
using testing_support::KubeRawServer;
using testing_support::ok;
using testing_support::RunningContext;
using testing_support::Step;

struct ApiBench {
  explicit ApiBench(std::deque<Step> script)
      : server(running.context(), std::move(script)),
        client(running.context().get_executor(), testing_support::local_endpoint(server.port())),
        api(client) {}
  ~ApiBench() {
    client.stop();
    running.context().stop();
    running.drain();
  }

  template <class T>
  T run(asio::awaitable<T> work) {
    return testing_support::run(running.context(), std::move(work));
  }
  std::string request() const { return server.requests().at(0); }

  RunningContext running;
  KubeRawServer server;
  RestClient client;
  RestApi api;
};

wire::Binding a_binding() {
  return {.pod = {"team a", "web-0"},
          .uid = PodUid("u1"),
          .node = NodeName("n1"),
          .annotations = {{"hami.io/vgpu-node", "n1"}}};
}

Deadline in_time() {
  return std::chrono::steady_clock::now() + std::chrono::seconds{10};
}

std::string answered(unsigned status, const std::string& body) {
  return "HTTP/1.1 " + std::to_string(status) +
         " X\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

TEST(RestApi, ReadsAPod) {
  ApiBench bench({{ok(R"({"metadata":{"name":"web-0","namespace":"team","uid":"u1"}})")}});

  const Result<wire::Pod> pod = bench.run(bench.api.get_pod({"team", "web-0"}, in_time()));

  ASSERT_TRUE(pod) << pod.error().message;
  EXPECT_EQ(pod->uid, PodUid("u1"));
  EXPECT_THAT(bench.request(), StartsWith("GET /api/v1/namespaces/team/pods/web-0 HTTP/1.1\r\n"));
}

TEST(RestApi, ReadsANode) {
  ApiBench bench({{ok(R"({"metadata":{"name":"n1","resourceVersion":"7"}})")}});

  const Result<wire::Node> node = bench.run(bench.api.get_node(NodeName("n1"), in_time()));

  ASSERT_TRUE(node) << node.error().message;
  EXPECT_EQ(node->resource_version, "7");
  EXPECT_THAT(bench.request(), StartsWith("GET /api/v1/nodes/n1 HTTP/1.1\r\n"));
}

TEST(RestApi, BindsWithOnePost) {
  ApiBench bench({{answered(201, "{}")}});

  const Result<> bound = bench.run(bench.api.bind(a_binding(), in_time())).done;

  EXPECT_TRUE(bound) << bound.error().message;
  EXPECT_THAT(
      bench.request(),
      StartsWith("POST /api/v1/namespaces/team%20a/pods/web-0/binding?timeout=3s&fieldManager="
                 "npushare HTTP/1.1\r\n"));
  EXPECT_THAT(bench.request(), HasSubstr("\r\nContent-Type: application/json\r\n"));
  EXPECT_THAT(bench.request(), EndsWith(wire::write_binding(a_binding())));
}

TEST(RestApi, PatchesAPodWithItsUid) {
  ApiBench bench({{ok("{}")}});
  const wire::AnnotationPatch patch{{"set", "1"}, {"gone", std::nullopt}};

  const Result<> patched =
      bench.run(bench.api.patch_pod({"team", "web-0"}, PodUid("u1"), patch, in_time()));

  EXPECT_TRUE(patched) << patched.error().message;
  EXPECT_THAT(
      bench.request(),
      StartsWith("PATCH /api/v1/namespaces/team/pods/web-0?timeout=3s&fieldManager=npushare "));
  EXPECT_THAT(bench.request(), HasSubstr("\r\nContent-Type: application/merge-patch+json\r\n"));
  EXPECT_THAT(bench.request(), EndsWith(wire::write_annotation_patch(patch, "u1", "")));
}

TEST(RestApi, PatchesANodeAtItsVersion) {
  ApiBench bench({{ok("{}")}});
  const wire::AnnotationPatch patch{{"hami.io/mutex.lock", "x"}};

  const Result<> patched = bench.run(bench.api.patch_node(NodeName("n1"), "42", patch, in_time()));

  EXPECT_TRUE(patched) << patched.error().message;
  EXPECT_THAT(bench.request(),
              StartsWith("PATCH /api/v1/nodes/n1?timeout=3s&fieldManager=npushare "));
  EXPECT_THAT(bench.request(), EndsWith(wire::write_annotation_patch(patch, "", "42")));
}

struct WriteCase {
  unsigned status;
  ErrorCode code;
};

class RestApiWrite : public testing::TestWithParam<WriteCase> {};

TEST_P(RestApiWrite, TellsWhatARefusalMeans) {
  ApiBench bench({{answered(GetParam().status, "no")}});

  const Result<> bound = bench.run(bench.api.bind(a_binding(), in_time())).done;

  ASSERT_FALSE(bound);
  EXPECT_EQ(bound.error().code, GetParam().code);
  EXPECT_THAT(bound.error().message, StartsWith("bind pod team a/web-0: no (HTTP "));
}

// 408 and 5xx leave open whether the write was carried out; 429 says that it was not.
INSTANTIATE_TEST_SUITE_P(
    Statuses, RestApiWrite,
    testing::Values(WriteCase{400, ErrorCode::kInvalid}, WriteCase{403, ErrorCode::kUnauthorized},
                    WriteCase{404, ErrorCode::kNotFound}, WriteCase{408, ErrorCode::kUncertain},
                    WriteCase{409, ErrorCode::kConflict}, WriteCase{422, ErrorCode::kInvalid},
                    WriteCase{429, ErrorCode::kBusy}, WriteCase{500, ErrorCode::kUncertain},
                    WriteCase{502, ErrorCode::kUncertain}, WriteCase{503, ErrorCode::kUncertain},
                    WriteCase{504, ErrorCode::kUncertain}, WriteCase{520, ErrorCode::kUncertain}),
    [](const auto& test) { return std::to_string(test.param.status); });

class RestApiBusy : public testing::TestWithParam<unsigned> {};

// A server that names a time to come back has not let the write in.
TEST_P(RestApiBusy, SaysWhenToComeBack) {
  ApiBench bench({{"HTTP/1.1 " + std::to_string(GetParam()) +
                   " X\r\nRetry-After: 2\r\nContent-Length: 2\r\n\r\nno"}});

  const BindAnswer answer = bench.run(bench.api.bind(a_binding(), in_time()));

  ASSERT_FALSE(answer.done);
  EXPECT_EQ(answer.done.error().code, ErrorCode::kBusy);
  EXPECT_EQ(answer.retry_after, std::chrono::seconds{2});
}

INSTANTIATE_TEST_SUITE_P(Statuses, RestApiBusy, testing::Values(429U, 503U));

TEST(RestApi, SendsNothingWhenTheTimeIsUp) {
  ApiBench bench({});
  const Deadline past = std::chrono::steady_clock::now();

  const Result<> bound = bench.run(bench.api.bind(a_binding(), past)).done;
  const Result<wire::Pod> pod = bench.run(bench.api.get_pod({"team", "web-0"}, past));

  ASSERT_FALSE(bound);
  EXPECT_EQ(bound.error().code, ErrorCode::kTimeout);
  EXPECT_THAT(bound.error().message, HasSubstr("was not sent"));
  ASSERT_FALSE(pod);
  EXPECT_EQ(bench.client.calls_made(), 0U);
}

// The server takes the request and never answers; the caller's deadline, far shorter than the
// call's own limit, ends it, and what was sent may have been carried out.
TEST(RestApi, ASilentServerIsLeftAtTheDeadline) {
  ApiBench bench(std::deque<Step>{{.answer = {}, .then = Step::Then::kHang}});
  const auto start = std::chrono::steady_clock::now();

  const BindAnswer answer =
      bench.run(bench.api.bind(a_binding(), start + std::chrono::milliseconds{300}));

  ASSERT_FALSE(answer.done);
  EXPECT_EQ(answer.done.error().code, ErrorCode::kUncertain);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds{3});
}

class RestApiName : public testing::TestWithParam<std::string> {};

TEST_P(RestApiName, ThatCannotBeOneIsNeverSent) {
  ApiBench bench({});

  const Result<wire::Pod> pod = bench.run(bench.api.get_pod({"team", GetParam()}, in_time()));
  const Result<wire::Node> node = bench.run(bench.api.get_node(NodeName(GetParam()), in_time()));

  ASSERT_FALSE(pod);
  EXPECT_EQ(pod.error().code, ErrorCode::kInvalid);
  ASSERT_FALSE(node);
  EXPECT_EQ(node.error().code, ErrorCode::kInvalid);
  EXPECT_EQ(bench.client.calls_made(), 0U);
}

INSTANTIATE_TEST_SUITE_P(Names, RestApiName,
                         testing::Values("", ".", "..", "a/b", "../nodes", "a%2Fb"));

TEST(RestApi, SaysWhenAnAnswerCannotBeRead) {
  ApiBench bench({{ok("no json")}});

  const Result<wire::Pod> pod = bench.run(bench.api.get_pod({"team", "web-0"}, in_time()));

  ASSERT_FALSE(pod);
  EXPECT_EQ(pod.error().code, ErrorCode::kInvalid);
}

}  // namespace
}  // namespace npushare::kube
