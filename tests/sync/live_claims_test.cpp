#include "scheduler/sync/live_claims.hpp"

#include <gmock/gmock.h>

#include "tests/support/accounting_builders.hpp"
#include "tests/support/kube_client_bench.hpp"

namespace npushare::sync {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;
using testing_support::ok;
using testing_support::Step;

constexpr const char* kExists = "HTTP/1.1 409 X\r\nContent-Length: 2\r\n\r\n{}";
constexpr const char* kGone = "HTTP/1.1 404 X\r\nContent-Length: 2\r\n\r\n{}";
constexpr const char* kForbidden = "HTTP/1.1 403 X\r\nContent-Length: 2\r\n\r\n{}";

struct Bench : testing_support::ClientBench {
  explicit Bench(std::deque<Step> script) : ClientBench(std::move(script)) {}

  template <class T>
  T run(boost::asio::awaitable<T> work) {
    return testing_support::run(running.context(), std::move(work));
  }
  static kube::Deadline soon() {
    return std::chrono::steady_clock::now() + std::chrono::seconds{5};
  }
  Result<> mirror() {
    return run(
        claims.mirror(test::AnAllocation("n1", "u1").grant("A", test::amount(8192, 50)), soon()));
  }
  /// "POST /path", of each request.
  std::vector<std::string> calls() {
    std::vector<std::string> lines;
    for (const std::string& request : server.requests())
      lines.push_back(request.substr(0, request.find(" HTTP/")));
    return lines;
  }

  dra::NodeMode mode = dra::NodeMode::kChecked;
  bool published = true;
  kube::InformerStats stats;
  const kube::InformerStats* watch = &stats;
  NodeSharing sharing{{.fallback = [this] { return mode; }}};
  LiveClaims claims{{.client = client,
                     .sharing = sharing,
                     .watch = [this] { return watch; },
                     .has_devices = [this](const NodeName&) { return published; },
                     .parts = [](const Allocation& grants) -> Result<std::vector<dra::MirrorPart>> {
                       if (grants.grants.at(0).chip != ChipUuid{"A"})
                         return Error{ErrorCode::kNotFound, "chip B is published by no driver"};
                       return std::vector<dra::MirrorPart>{
                           {"drv", "n1", "npu-0-0", "s1", MiB{8192}, Cores{50}}};
                     },
                     .device_class = "vnpu"}};
};

Step list_at(const std::string& version) {
  return {.answer = ok(R"({"metadata":{"resourceVersion":")" + version + R"("},"items":[]})")};
}

TEST(LiveClaims, AreCaredForAsTheNodesModeWants) {
  Bench bench({});
  const auto care = [&](dra::NodeMode mode) {
    bench.mode = mode;
    return bench.claims.care_for(NodeName{"n1"});
  };

  EXPECT_EQ(care(dra::NodeMode::kConvert), verbs::ClaimCare::kNone);
  EXPECT_EQ(care(dra::NodeMode::kSplit), verbs::ClaimCare::kNone);
  EXPECT_EQ(care(dra::NodeMode::kChecked), verbs::ClaimCare::kCheck);
  EXPECT_EQ(care(dra::NodeMode::kMirror), verbs::ClaimCare::kMirror);
  bench.published = false;
  EXPECT_EQ(care(dra::NodeMode::kMirror), verbs::ClaimCare::kNone);
  bench.published = true;
  bench.watch = nullptr;
  EXPECT_EQ(care(dra::NodeMode::kChecked), verbs::ClaimCare::kNone);
}

TEST(LiveClaims, HaveCaughtUpOnceTheWatchIsAtTheListsVersion) {
  Bench bench({list_at("41")});
  bench.stats.version = 41;

  EXPECT_TRUE(bench.run(bench.claims.catch_up(Bench::soon())));

  EXPECT_THAT(bench.calls(), ElementsAre("GET /apis/resource.k8s.io/v1/resourceclaims?limit=1"));
}

// Other kinds of objects move the version on, and the watch of claims does not show that.
TEST(LiveClaims, HaveCaughtUpOnceALiveWatchIsQuiet) {
  Bench bench({list_at("42")});
  bench.stats.version = 41;
  bench.stats.stand(kube::Standing::kWatching);

  EXPECT_TRUE(bench.run(bench.claims.catch_up(Bench::soon())));
}

TEST(LiveClaims, HaveNotCaughtUpWithoutAWatch) {
  Bench bench({list_at("42")});
  bench.stats.version = 41;
  bench.stats.stand(kube::Standing::kListing);

  const Result<> caught_up = bench.run(bench.claims.catch_up(Bench::soon()));

  ASSERT_FALSE(caught_up);
  EXPECT_EQ(caught_up.error().code, ErrorCode::kTimeout);
}

TEST(LiveClaims, SayWhenTheListIsRefusedOrNone) {
  Bench refused({Step{.answer = kForbidden}});
  EXPECT_EQ(refused.run(refused.claims.catch_up(Bench::soon())).error().code,
            ErrorCode::kUnauthorized);
  for (const char* version : {"", "x1", "99999999999999999999999"}) {
    Bench odd({list_at(version)});
    EXPECT_EQ(odd.run(odd.claims.catch_up(Bench::soon())).error().code, ErrorCode::kInvalid);
  }
}

TEST(LiveClaims, CreateTheMirrorAndAllocateIt) {
  Bench bench({Step{.answer = ok("{}")}, Step{.answer = ok("{}")}});

  EXPECT_TRUE(bench.mirror());

  EXPECT_THAT(bench.calls(),
              ElementsAre("POST /apis/resource.k8s.io/v1/namespaces/default/resourceclaims"
                          "?fieldManager=npushare",
                          "PATCH /apis/resource.k8s.io/v1/namespaces/default/resourceclaims/"
                          "npu-mirror-u1/status?fieldManager=npushare"));
  EXPECT_THAT(bench.server.requests().at(1), HasSubstr(R"("reservedFor":[{"resource":"pods")"));
}

TEST(LiveClaims, ReplaceAMirrorOfAnEarlierTry) {
  Bench bench({Step{.answer = kExists}, Step{.answer = ok("{}")}, Step{.answer = ok("{}")},
               Step{.answer = ok("{}")}});

  EXPECT_TRUE(bench.mirror());

  EXPECT_THAT(bench.calls(), ElementsAre(StartsWith("POST"), StartsWith("DELETE"),
                                         StartsWith("POST"), StartsWith("PATCH")));
}

TEST(LiveClaims, WriteNoMirrorOfAChipThatNoDriverPublishes) {
  Bench bench({});

  const Result<> mirrored = bench.run(bench.claims.mirror(
      test::AnAllocation("n1", "u1").grant("B", test::amount(1, 1)), Bench::soon()));

  EXPECT_EQ(mirrored.error().message, "chip B is published by no driver");
  EXPECT_THAT(bench.calls(), testing::IsEmpty());
}

TEST(LiveClaims, SayWhichRightIsMissing) {
  Bench bench({Step{.answer = kForbidden}});

  EXPECT_THAT(bench.mirror().error().message, HasSubstr("create a resourceclaim in default"));
}

TEST(LiveClaims, WithdrawAMirrorThatMayBeGone) {
  Bench bench({Step{.answer = kGone}});
  boost::asio::io_context& io = bench.running.context();
  auto work = [](Bench& with) -> boost::asio::awaitable<Result<>> {
    auto withdrawing =
        with.claims.withdraw(NodeName{"n1"}, {"default", "p"}, PodUid{"u1"}, Bench::soon());
    co_await std::move(withdrawing);
    co_return Result<>{};
  };

  EXPECT_TRUE(testing_support::run(io, work(bench)));

  EXPECT_THAT(bench.calls(),
              ElementsAre("DELETE /apis/resource.k8s.io/v1/namespaces/default/resourceclaims/"
                          "npu-mirror-u1"));
}

}  // namespace
}  // namespace npushare::sync
