#include "scheduler/sync/fence_keeper.hpp"

#include <gmock/gmock.h>

#include <atomic>
#include <mutex>

#include "tests/support/http_running_server.hpp"
#include "tests/support/kube_calls.hpp"

namespace npushare::sync {
namespace {

using dra::DeviceName;
using testing_support::eventually;
namespace asio = boost::asio;

const DeviceName kDevice{"drv", "n1", "npu-0"};

/// Rules of one version of the group, in memory. A watch that begins with all objects is refused,
/// and lists are short, so that the informer comes back for every change.
class RuleServer {
 public:
  explicit RuleServer(std::string version) : version_(std::move(version)), server_(router()) {}

  std::string port() { return std::to_string(server_.port()); }
  asio::io_context& context() { return server_.context(); }
  std::vector<std::string> rules() const {
    const std::lock_guard lock(mutex_);
    std::vector<std::string> bodies;
    for (const auto& [name, body] : rules_) bodies.push_back(body);
    return bodies;
  }
  std::atomic<unsigned> refuse_with = 0;  // writes
  std::atomic<int> calls = 0;

 private:
  http::Router router() {
    http::Router router;
    for (const char* method : {"GET", "POST", "DELETE"})
      router.on(method, "/**", [this](http::Request& request) { return answer(request); });
    return router;
  }

  asio::awaitable<http::Response> answer(http::Request& request) {
    ++calls;
    http::Response response;
    const std::string path = "/apis/resource.k8s.io/" + version_ + "/devicetaintrules";
    if (!request.path.starts_with(path)) {
      response.status = 404;
      response.body = "{}";
      co_return response;
    }
    const std::lock_guard lock(mutex_);
    if (request.method == "GET") {
      response.status = request.query_value("watch") == "1" ? 400 : 200;
      response.body = list();
      co_return response;
    }
    response.body = "{}";
    if (refuse_with != 0) {
      response.status = refuse_with;
      co_return response;
    }
    if (request.method == "POST") {
      const std::string body(request.body.begin(), request.body.end());
      rules_[wire::read_taint_rule(body)->name] = body;
    } else {
      rules_.erase(std::string(request.path.substr(path.size() + 1)));
    }
    co_return response;
  }

  std::string list() const {
    std::string items;
    for (const auto& [name, body] : rules_) items += (items.empty() ? "" : ",") + body;
    return R"({"metadata":{"resourceVersion":"1"},"items":[)" + items + "]}";
  }

  const std::string version_;
  mutable std::mutex mutex_;
  std::map<std::string, std::string> rules_;
  testing_support::RunningServer server_;
};

class FenceKeeperTest : public testing::Test {
 protected:
  void start(const std::string& version) {
    server = std::make_unique<RuleServer>(version);
    client = std::make_unique<kube::RestClient>(server->context().get_executor(),
                                                testing_support::local_endpoint(server->port()));
    keeper = std::make_unique<FenceKeeper>(
        FenceKeeper::With{.executor = server->context().get_executor(),
                          .client = *client,
                          .wanted =
                              [this] {
                                const std::lock_guard lock(mutex);
                                return wanted;
                              },
                          .may_write = [this] { return leads.load(); }});
    keeper->start();
  }
  void want(std::set<DeviceName> devices) {
    const std::lock_guard lock(mutex);
    wanted = std::move(devices);
  }
  /// Ticks as housekeeping does, until it is so.
  template <class Condition>
  bool soon(const Condition& condition) {
    return eventually([&] {
      keeper->tick();
      std::this_thread::sleep_for(std::chrono::milliseconds{5});
      return condition();
    });
  }
  void TearDown() override {
    if (client) client->stop();
    keeper.reset();
    server.reset();
  }

  std::mutex mutex;
  std::set<DeviceName> wanted;
  std::atomic<bool> leads = true;
  std::unique_ptr<RuleServer> server;
  std::unique_ptr<kube::RestClient> client;
  std::unique_ptr<FenceKeeper> keeper;
};

TEST_F(FenceKeeperTest, FencesADeviceInTheVersionThatTheServerHas) {
  want({kDevice});
  start("v1beta2");

  ASSERT_TRUE(soon([&] { return server->rules().size() == 1; }));

  const wire::TaintRule rule = *wire::read_taint_rule(server->rules().at(0));
  EXPECT_EQ(rule.device, "npu-0");
  EXPECT_EQ(rule.effect, "NoSchedule");
  EXPECT_THAT(server->rules().at(0), testing::HasSubstr("resource.k8s.io/v1beta2"));
  EXPECT_EQ(keeper->problem(), "");
}

TEST_F(FenceKeeperTest, WritesNothingWhereItDoesNotLead) {
  leads = false;
  want({kDevice});
  start("v1");

  EXPECT_TRUE(soon([&] { return server->calls > 2; }));
  EXPECT_TRUE(server->rules().empty());

  leads = true;
  EXPECT_TRUE(soon([&] { return server->rules().size() == 1; }));
}

TEST_F(FenceKeeperTest, SaysWhatKeepsItFromWriting) {
  want({kDevice});
  start("v1");
  server->refuse_with = 403;

  EXPECT_TRUE(soon([&] { return !keeper->problem().empty(); }));
  EXPECT_THAT(keeper->problem(), testing::HasSubstr("create devicetaintrule npushare-"));
  EXPECT_EQ(keeper->of(kDevice), dra::Fence::kNone);
}

TEST_F(FenceKeeperTest, SaysThatTheServerHasNoSuchRules) {
  want({kDevice});
  start("v9");

  EXPECT_TRUE(soon([&] { return !keeper->problem().empty(); }));
  EXPECT_THAT(keeper->problem(), testing::HasSubstr("has no DeviceTaintRules"));
}

TEST_F(FenceKeeperTest, AsksNothingWhileNothingIsWanted) {
  start("v1");
  std::this_thread::sleep_for(std::chrono::milliseconds{50});

  keeper->tick();

  EXPECT_EQ(server->calls, 0);
  EXPECT_EQ(keeper->problem(), "");
}

}  // namespace
}  // namespace npushare::sync
