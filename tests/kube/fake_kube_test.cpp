// The fake behaves as the API server does: spec/kube-scheduler-extender.md 1.6 and 4.2.
#include "tests/support/fake_kube.hpp"

#include <gtest/gtest.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <optional>

namespace npushare::kube {
namespace {

using testing_support::FakeKube;
using Verb = FakeKube::Verb;

const PodKey kPod{"default", "p"};
const NodeName kNode("n1");

asio::awaitable<Result<>> outcome(asio::awaitable<BindAnswer> work) {
  const BindAnswer answer = co_await std::move(work);
  co_return answer.done;
}

asio::awaitable<void> keep(asio::awaitable<Result<>> work, std::optional<Result<>>& out) {
  out = co_await std::move(work);
}

constexpr Deadline kBy{};

Result<> done(asio::awaitable<Result<>> work) {
  asio::io_context context;
  std::optional<Result<>> out;
  asio::co_spawn(context, keep(std::move(work), out), asio::detached);
  context.run();
  return *out;
}

Result<> done(asio::awaitable<BindAnswer> work) {
  return done(outcome(std::move(work)));
}

class FakeKubeTest : public testing::Test {
 protected:
  FakeKubeTest() {
    fake_.put(wire::Pod{.key = kPod, .uid = PodUid("u1"), .annotations = {{"own", "kept"}}});
    fake_.put(wire::Node{.name = kNode});
  }

  wire::Binding binding(const char* uid = "u1") const {
    return {.pod = kPod, .uid = PodUid(uid), .node = kNode, .annotations = {{"grant", "x"}}};
  }

  FakeKube fake_;
};

TEST_F(FakeKubeTest, BindsOnceAndMergesTheAnnotations) {
  EXPECT_TRUE(done(fake_.bind(binding(), kBy)));
  EXPECT_EQ(fake_.pod(kPod)->node, kNode);
  EXPECT_EQ(fake_.pod(kPod)->annotations, (wire::StringMap{{"grant", "x"}, {"own", "kept"}}));

  EXPECT_EQ(done(fake_.bind(binding(), kBy)).error().code, ErrorCode::kConflict);
  EXPECT_EQ(fake_.bindings().size(), 1U);
  EXPECT_EQ(fake_.calls(Verb::kBind), 2);
}

TEST_F(FakeKubeTest, RefusesAnotherPodsUidAndChangesNothing) {
  EXPECT_EQ(done(fake_.bind(binding("u2"), kBy)).error().code, ErrorCode::kConflict);
  EXPECT_EQ(done(fake_.patch_pod(kPod, PodUid("u2"), {{"a", "1"}}, kBy)).error().code,
            ErrorCode::kConflict);

  EXPECT_TRUE(fake_.pod(kPod)->node.empty());
  EXPECT_EQ(fake_.pod(kPod)->annotations, (wire::StringMap{{"own", "kept"}}));
}

TEST_F(FakeKubeTest, DoesTheWriteWhoseAnswerIsLost) {
  fake_.lose_next_answer(Verb::kBind);

  EXPECT_EQ(done(fake_.bind(binding(), kBy)).error().code, ErrorCode::kUncertain);

  EXPECT_EQ(fake_.pod(kPod)->node, kNode);
}

TEST_F(FakeKubeTest, DoesNotDoTheWriteThatFailsBeforeIt) {
  fake_.fail_next({.verb = Verb::kBind, .error = {ErrorCode::kBusy, "later"}});

  EXPECT_EQ(done(fake_.bind(binding(), kBy)).error().code, ErrorCode::kBusy);

  EXPECT_TRUE(fake_.pod(kPod)->node.empty());
  EXPECT_TRUE(done(fake_.bind(binding(), kBy)));
}

TEST_F(FakeKubeTest, PatchesANodeOnlyAtItsVersion) {
  const std::string version = fake_.node(kNode)->resource_version;

  EXPECT_TRUE(done(fake_.patch_node(kNode, version, {{"lock", "x"}}, kBy)));
  EXPECT_EQ(done(fake_.patch_node(kNode, version, {{"lock", "y"}}, kBy)).error().code,
            ErrorCode::kConflict);
  EXPECT_TRUE(done(fake_.patch_node(kNode, "", {{"lock", std::nullopt}}, kBy)));

  EXPECT_TRUE(fake_.node(kNode)->annotations.empty());
}

TEST_F(FakeKubeTest, DoesNotKnowWhatIsNotThere) {
  fake_.remove(kPod);

  EXPECT_EQ(done(fake_.bind(binding(), kBy)).error().code, ErrorCode::kNotFound);
  EXPECT_EQ(done(fake_.patch_node(NodeName("n2"), "", {}, kBy)).error().code, ErrorCode::kNotFound);
}

}  // namespace
}  // namespace npushare::kube
