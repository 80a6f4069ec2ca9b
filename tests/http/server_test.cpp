// Starting, stopping, and many clients at once.
#include "scheduler/http/server.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <future>
#include <thread>

#include "tests/support/http_raw_client.hpp"
#include "tests/support/http_running_server.hpp"

namespace npushare::http {
namespace {

using testing_support::echo_router;
using testing_support::eventually;
using testing_support::get;
using testing_support::post;
using testing_support::RawClient;
using testing_support::RawReply;
using testing_support::RunningContext;
using testing_support::RunningServer;

TEST(HttpServer, ChoosesAFreePortAndSaysWhich) {
  RunningServer server(echo_router());

  ASSERT_TRUE(server.started()) << server.started().error().message;
  EXPECT_NE(server.port(), 0);
}

TEST(HttpServer, SaysThatItsAddressIsTaken) {
  RunningServer first(echo_router());
  RunningServer second(echo_router(), {.port = first.port()});

  ASSERT_FALSE(second.started());
  EXPECT_EQ(second.started().error().code, ErrorCode::kConflict);
  EXPECT_THAT(second.started().error().message, testing::HasSubstr(std::to_string(first.port())));
}

TEST(HttpServer, SaysThatItsAddressIsNone) {
  for (const char* address : {"", "localhost:80", "300.0.0.1"}) {
    RunningServer server(echo_router(), {.address = address});
    ASSERT_FALSE(server.started()) << address;
    EXPECT_EQ(server.started().error().code, ErrorCode::kInvalid);
  }
}

TEST(HttpServer, ClosesIdleConnectionsAndAcceptsNoMoreWhenStopped) {
  RunningServer server(echo_router());
  RawClient used(server.port());
  ASSERT_TRUE(used.ask(get("/echo")));
  RawClient unused(server.port());
  ASSERT_TRUE(eventually([&] { return server.server().open() == 2; }));

  server.server().stop();

  EXPECT_EQ(used.receive_rest(), "");
  EXPECT_EQ(unused.receive_rest(), "");
  EXPECT_FALSE(RawClient(server.port()).is_connected());
}

TEST(HttpServer, FinishesTheAnswerItIsWorkingOnWhenStopped) {
  std::promise<std::shared_ptr<asio::steady_timer>> held;
  Router router;
  router.on("GET", "/slow", [&](Request&) -> asio::awaitable<Response> {
    const auto executor = co_await asio::this_coro::executor;
    auto timer =
        std::make_shared<asio::steady_timer>(executor, asio::steady_timer::time_point::max());
    held.set_value(timer);
    auto waiting = timer->async_wait(asio::as_tuple(asio::deferred));
    co_await std::move(waiting);
    Response response;
    response.body = "done";
    co_return response;
  });
  RunningServer server(std::move(router));
  RawClient client(server.port());
  ASSERT_TRUE(client.send(get("/slow")));
  const std::shared_ptr<asio::steady_timer> timer = held.get_future().get();

  server.server().stop();
  ASSERT_TRUE(eventually([&] { return !RawClient(server.port()).is_connected(); }));
  asio::post(timer->get_executor(), [timer] { timer->cancel(); });

  const std::optional<RawReply> reply = client.receive();
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->body, "done");
  EXPECT_TRUE(reply->has("Connection: close"));
  EXPECT_EQ(client.receive_rest(), "");
}

TEST(HttpServer, CanBeDestroyedWithoutEverHavingStarted) {
  RunningContext running;
  const Server server(running.context().get_executor(), echo_router(), {});

  EXPECT_EQ(server.open(), 0U);
}

TEST(HttpServer, ServesManyConnectionsOnTwoThreads) {
  RunningServer server(echo_router(), {}, 2);
  std::vector<std::thread> clients;
  std::atomic<int> right{0};

  for (int c = 0; c < 8; ++c)
    clients.emplace_back([&, c] {
      for (int round = 0; round < 5; ++round) {
        RawClient client(server.port());
        for (int i = 0; i < 20; ++i) {
          const std::string body =
              std::to_string(c * 100 + i) + std::string(static_cast<std::size_t>(i) * 500, 'x');
          right +=
              client.ask(post("/echo", body)).value_or(RawReply{}).body == "POST:" + body ? 1 : 0;
        }
      }
    });
  for (std::thread& client : clients) client.join();

  EXPECT_EQ(right, 8 * 5 * 20);
  EXPECT_EQ(server.server().accepted(), 40U);
}

}  // namespace
}  // namespace npushare::http
