#include "tests/bench/bind_desk.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <thread>

#include "policies/registry.hpp"
#include "scheduler/http/server.hpp"
#include "scheduler/kube/rest_api.hpp"
#include "scheduler/sync/node_gate.hpp"
#include "scheduler/verbs/bind_calls.hpp"
#include "scheduler/wire/object_reader.hpp"
#include "tests/bench/state.hpp"

namespace npushare::bench {
namespace {

namespace asio = boost::asio;
using std::chrono::milliseconds;

std::string pod_name(std::size_t node) {
  return "p" + std::to_string(node);
}

/// The benchmark's pod, once for each node.
class Pods final : public verbs::PodIndex {
 public:
  Pods() {
    wire::Pod pod = *wire::read_pod(pod_json());
    for (std::size_t node = 0; node < BindDesk::kNodes; ++node) {
      pod.key = {"ai", pod_name(node)};
      pod.uid = PodUid{"uid-" + pod.key.name};
      pods_[pod.key] = std::make_shared<const wire::Pod>(pod);
    }
  }
  std::shared_ptr<const wire::Pod> find(const PodKey& pod) const override { return pods_.at(pod); }
  std::vector<PodKey> nearest(const PodKey&) const override { return {}; }
  std::vector<std::shared_ptr<const wire::Pod>> pending() const override { return {}; }
  std::vector<Request> nominated_on(const NodeName&) const override { return {}; }
  bool has_nominations() const override { return false; }

 private:
  std::map<PodKey, std::shared_ptr<const wire::Pod>> pods_;
};

class FreeLocks final : public verbs::NodeLocks {
 public:
  std::optional<verbs::NodeLockView> lock_of(const NodeName&) const override {
    return verbs::NodeLockView{.value = {}, .resource_version = "1"};
  }
};

/// A node plugin that takes no time.
class Served final : public verbs::BindObserver {
 public:
  Served(LedgerBook& book, sync::FairGate& gate) : book_(book), gate_(gate) {}
  void bound(const Allocation& allocation) override {
    book_.release(allocation.node, allocation.holder->uid);
    gate_.release(allocation.node, allocation.holder->uid);
  }
  void uncertain(const Allocation&) override { std::abort(); }

 private:
  LedgerBook& book_;
  sync::FairGate& gate_;
};

std::shared_ptr<const verbs::Rules> rules(verbs::LockUse lock) {
  return std::make_shared<const verbs::Rules>(
      verbs::Rules{.dialect = backends::Dialect(a_catalogue(), {}),
                   .node_policy = find_policy("binpack"),
                   .chip_policy = find_policy("binpack"),
                   .node_policy_name = "binpack",
                   .chip_policy_name = "binpack",
                   .lock = lock});
}

/// A server and the one thread that runs it.
class ServerThread {
 public:
  asio::io_context& context() { return context_; }
  void start(http::Router router) {
    server_ = std::make_unique<http::Server>(context_.get_executor(), std::move(router),
                                             http::ServerOptions{});
    if (const Result<> started = server_->start(); !started) {
      std::fprintf(stderr, "%s\n", started.error().message.c_str());
      std::exit(1);
    }
    thread_ = std::thread([this] { context_.run(); });
  }
  void stop() {
    context_.stop();
    if (thread_.joinable()) thread_.join();
  }
  std::uint16_t port() const { return server_->port(); }

 private:
  asio::io_context context_{1};
  asio::executor_work_guard<asio::io_context::executor_type> work_{context_.get_executor()};
  std::unique_ptr<http::Server> server_;
  std::thread thread_;
};

asio::awaitable<http::Response> written(milliseconds latency) {
  if (latency.count() > 0) {
    asio::steady_timer timer(co_await asio::this_coro::executor, latency);
    auto waiting = timer.async_wait(asio::as_tuple(asio::deferred));
    co_await std::move(waiting);
  }
  co_return http::Response{.body = "{}"};
}

http::Router api_routes(milliseconds latency) {
  http::Router router;
  const auto answer = [latency](http::Request&) { return written(latency); };
  router.on("POST", "/api/**", answer).on("PATCH", "/api/**", answer);
  router.on("POST", "/null", [](http::Request&) { return written(milliseconds{0}); });
  return router;
}

asio::awaitable<http::Response> answer_bind(http::Request& request, verbs::BindCalls& calls,
                                            verbs::Services& with) {
  const Result<wire::BindArgs> call = wire::read_bind_args(request.text());
  auto binding = calls.bind(*call, with);
  const Result<> bound = co_await std::move(binding);
  if (!bound) {
    std::fprintf(stderr, "%s\n", bound.error().message.c_str());
    std::exit(1);
  }
  co_return http::Response{.body = wire::write_bind_answer({})};
}

kube::Endpoint local(std::uint16_t port) {
  kube::Endpoint endpoint;
  endpoint.host = "127.0.0.1";
  endpoint.port = std::to_string(port);
  return endpoint;
}

}  // namespace

class BindDesk::State {
 public:
  State(verbs::LockUse lock, milliseconds latency) : rules_(rules(lock)) {
    fill(book_, {.nodes = kNodes, .pods = kNodes});
    server_.start(api_routes(latency));
    client_.emplace(extender_.context().get_executor(), local(server_.port()));
    api_.emplace(*client_);
    services_.emplace(verbs::Services{book_, rules_, *api_, pods_, gate_, locks_, served_, clock_});
    http::Router router;
    router.on("POST", "/bind",
              [this](http::Request& r) { return answer_bind(r, calls_, *services_); });
    extender_.start(std::move(router));
  }
  ~State() {
    extender_.stop();
    server_.stop();
  }
  std::uint16_t extender_port() const { return extender_.port(); }
  std::uint16_t api_port() const { return server_.port(); }

 private:
  LedgerBook book_;
  Published<verbs::Rules> rules_;
  Pods pods_;
  FreeLocks locks_;
  observe::SystemClock clock_;
  ServerThread server_;
  ServerThread extender_;
  sync::FairGate gate_{extender_.context().get_executor(), clock_};
  Served served_{book_, gate_};
  verbs::BindCalls calls_{extender_.context().get_executor()};
  std::optional<kube::RestClient> client_;
  std::optional<kube::RestApi> api_;
  std::optional<verbs::Services> services_;
};

BindDesk::BindDesk(verbs::LockUse lock, milliseconds latency)
    : state_(std::make_unique<State>(lock, latency)) {}
BindDesk::~BindDesk() = default;

std::uint16_t BindDesk::extender_port() const {
  return state_->extender_port();
}
std::uint16_t BindDesk::api_port() const {
  return state_->api_port();
}

std::string BindDesk::body(std::size_t node) {
  return R"({"PodName":")" + pod_name(node) + R"(","PodNamespace":"ai","PodUID":"uid-)" +
         pod_name(node) + R"(","Node":")" + node_name(node) + R"("})";
}

}  // namespace npushare::bench
