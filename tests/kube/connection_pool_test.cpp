// Which kept connection serves the next call.
#include "scheduler/kube/connection_pool.hpp"

#include <gtest/gtest.h>

#include <boost/asio/strand.hpp>

#include "tests/support/http_running_server.hpp"
#include "tests/support/kube_calls.hpp"
#include "tests/support/kube_raw_server.hpp"

namespace npushare::kube {
namespace {

class ConnectionPoolTest : public testing::Test {
 protected:
  ~ConnectionPoolTest() override {
    running_.context().stop();
    running_.drain();
  }

  /// A connection to the server, at rest.
  std::shared_ptr<Transport> connected() {
    auto transport =
        std::make_shared<Transport>(asio::make_strand(running_.context()), endpoint_, nullptr);
    EXPECT_TRUE(pool_.add(transport));
    EXPECT_TRUE(testing_support::run(running_.context(), transport->connect()));
    return transport;
  }

  testing_support::RunningContext running_;
  testing_support::KubeRawServer server_{running_.context(), {}};
  Endpoint endpoint_ = testing_support::local_endpoint(server_.port());
  ConnectionPool pool_;
};

TEST_F(ConnectionPoolTest, HandsOutTheOneUsedLast) {
  const auto first = connected();
  const auto second = connected();
  pool_.give_back(first, 0);
  pool_.give_back(second, 0);

  EXPECT_EQ(pool_.take(0), second);
  EXPECT_EQ(pool_.take(0), first);
  EXPECT_EQ(pool_.take(0), nullptr);
}

TEST_F(ConnectionPoolTest, ClosesThoseOfAnOlderIdentity) {
  auto old = connected();
  const std::weak_ptr<Transport> watched = old;
  pool_.give_back(std::move(old), 1);

  EXPECT_EQ(pool_.take(2), nullptr);

  EXPECT_TRUE(watched.expired());
}

TEST_F(ConnectionPoolTest, KeepsNoneThatComesBackWithAnOlderIdentity) {
  auto late = connected();
  ASSERT_EQ(pool_.take(2), nullptr);

  pool_.give_back(std::move(late), 1);

  EXPECT_EQ(pool_.take(1), nullptr);
  EXPECT_EQ(pool_.take(2), nullptr);
}

TEST_F(ConnectionPoolTest, TakesNoMoreOnceItIsStopped) {
  const auto kept = connected();
  pool_.stop();

  pool_.give_back(kept, 0);

  EXPECT_EQ(pool_.take(0), nullptr);
  EXPECT_FALSE(pool_.add(kept));
}

}  // namespace
}  // namespace npushare::kube
