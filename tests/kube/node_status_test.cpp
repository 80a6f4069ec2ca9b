#include "scheduler/kube/node_status.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/kube_client_bench.hpp"

namespace npushare::kube {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;
using testing_support::Step;

struct Bench : testing_support::ClientBench {
  explicit Bench(std::deque<Step> script) : ClientBench(std::move(script)) {}
  Result<> patch(const std::string& node) {
    auto patching =
        patch_capacity(client, NodeName{node}, {{"huawei.com/Ascend310P-memory", 43054}});
    return testing_support::run(running.context(), std::move(patching));
  }
};

TEST(NodeStatus, IsPatchedThroughItsOwnPathByOneMerge) {
  Bench bench({Step{.answer = testing_support::ok("{}")}});

  EXPECT_TRUE(bench.patch("n1"));

  const std::string request = bench.server.requests().at(0);
  EXPECT_THAT(request,
              StartsWith("PATCH /api/v1/nodes/n1/status?fieldManager=npushare HTTP/1.1\r\n"));
  EXPECT_THAT(request, HasSubstr("Content-Type: application/merge-patch+json\r\n"));
  EXPECT_THAT(request, EndsWith(R"("allocatable":{"huawei.com/Ascend310P-memory":"43054"}}})"));
}

TEST(NodeStatus, OfANodeThatIsGoneIsSaidToBe) {
  Bench bench({Step{.answer = "HTTP/1.1 404 X\r\nContent-Length: 2\r\n\r\n{}"}});

  EXPECT_EQ(bench.patch("n1").error().code, ErrorCode::kNotFound);
}

TEST(NodeStatus, IsNotAskedForByANameThatCannotBeOne) {
  Bench bench({});

  EXPECT_EQ(bench.patch("..").error().code, ErrorCode::kInvalid);
  EXPECT_TRUE(bench.server.requests().empty());
}

}  // namespace
}  // namespace npushare::kube
