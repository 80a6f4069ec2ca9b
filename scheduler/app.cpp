#include "scheduler/app.hpp"

#include <algorithm>
#include <atomic>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <chrono>
#include <thread>
#include <utility>
#include <vector>

#include "scheduler/app_routes.hpp"
#include "scheduler/app_setup.hpp"
#include "scheduler/embedded/cluster.hpp"
#include "scheduler/http/server.hpp"
#include "scheduler/kube/rest_api.hpp"
#include "scheduler/observe/log.hpp"

namespace npushare {
namespace {

using Io = boost::asio::io_context;

constexpr std::chrono::milliseconds kLastAnswers{500};

unsigned thread_count() {
  constexpr unsigned kFewest = 2;
  constexpr unsigned kMost = 8;
  return std::clamp(std::thread::hardware_concurrency(), kFewest, kMost);
}

/// What talks to the API server and serves the scheduler; made once it is known where that is.
struct Running {
  Running(Io& io, kube::Endpoint server, LedgerBook& book, const Published<verbs::Rules>& rules,
          const observe::Clock& clock, const config::Settings& settings)
      : client(io.get_executor(), std::move(server)),
        api(client),
        sync(io.get_executor(), book, rules, client, api, clock,
             {.registration_timeout = settings.registration_timeout}),
        calls(io.get_executor()),
        context{.services = {.book = book,
                             .rules = rules,
                             .api = api,
                             .pods = sync.pods(),
                             .gate = sync.gate(),
                             .locks = sync.locks(),
                             .observer = sync.observer(),
                             .clock = clock},
                .calls = calls,
                .sync = sync,
                .running = {}},
        web(io.get_executor(), make_routes(context),
            {.address = settings.listen_address,
             .port = settings.listen_port,
             .body_limit = settings.body_limit}) {}

  kube::RestClient client;
  kube::RestApi api;
  sync::ClusterSync sync;
  verbs::BindCalls calls;
  RouteContext context;
  http::Server web;
};

}  // namespace

class App::State {
 public:
  explicit State(Setup setup) : setup_(std::move(setup)), rules_(setup_.rules) {}
  ~State() { stop(); }

  Result<> start();
  void stop();
  bool wait_until_ready();
  std::string waiting_for() const {
    return running_ ? running_->context.waiting_for() : "the start";
  }
  const std::string& address() const { return setup_.settings.listen_address; }
  std::uint16_t port() const { return running_ ? running_->web.port() : std::uint16_t{0}; }
  std::uint16_t embedded_port() const { return cluster_ ? cluster_->port() : std::uint16_t{0}; }

 private:
  Result<kube::Endpoint> find_server();
  void run_threads();

  // Members end in reverse order: who works with something goes before it. What still waits on the
  // io_context goes with it, and may give shares back to the book.
  Setup setup_;
  observe::SystemClock clock_;
  LedgerBook book_;
  Published<verbs::Rules> rules_;
  Io io_;
  boost::asio::executor_work_guard<Io::executor_type> work_ = boost::asio::make_work_guard(io_);
  std::unique_ptr<embedded::Cluster> cluster_;
  std::unique_ptr<Running> running_;
  InFlight threads_at_work_;
  std::vector<std::jthread> threads_;
  std::atomic<bool> is_stopped_ = false;
};

Result<kube::Endpoint> App::State::find_server() {
  if (!setup_.embedded) return setup_.server;
  cluster_ = std::make_unique<embedded::Cluster>(io_.get_executor(), *setup_.embedded,
                                                 setup_.rules->dialect.catalogue());
  if (const Result<> started = cluster_->start(); !started) return started.error();
  kube::Endpoint server;
  server.host = "127.0.0.1";
  server.port = std::to_string(cluster_->port());
  return server;
}

void App::State::run_threads() {
  for (unsigned i = 0; i < thread_count(); ++i) {
    threads_at_work_.enter();
    threads_.emplace_back([this] {
      io_.run();
      threads_at_work_.leave();
    });
  }
}

Result<> App::State::start() {
  run_threads();
  Result<kube::Endpoint> server = find_server();
  if (!server) return server.error();
  running_ =
      std::make_unique<Running>(io_, *std::move(server), book_, rules_, clock_, setup_.settings);
  if (const Result<> listening = running_->web.start(); !listening) return listening;
  running_->sync.start();
  if (cluster_) cluster_->schedule_with(running_->web.port());
  return {};
}

bool App::State::wait_until_ready() {
  constexpr std::chrono::milliseconds kLook{5};
  while (!is_stopped_.load()) {
    if (waiting_for().empty()) return true;
    std::this_thread::sleep_for(kLook);
  }
  return false;
}

void App::State::stop() {
  if (is_stopped_.exchange(true)) return;
  if (running_) {
    running_->context.is_stopping.store(true);
    running_->web.stop();
    running_->context.running.wait_until_idle(setup_.settings.bind_deadline);
    running_->sync.stop();
  }
  if (cluster_) cluster_->stop();
  // The last answers are still being written; whatever has no end of its own is cut off.
  work_.reset();
  threads_at_work_.wait_until_idle(kLastAnswers);
  io_.stop();
  threads_.clear();
}

App::App(std::unique_ptr<State> state) : state_(std::move(state)) {}
App::~App() = default;

Result<std::unique_ptr<App>> App::make(const ServeOptions& options) {
  Result<Setup> setup = read_setup(options);
  if (!setup) return setup.error();
  const Result<> logging = observe::set_up_logging(setup->settings.log_level);
  if (!logging) return logging.error();
  return std::unique_ptr<App>(new App(std::make_unique<State>(*std::move(setup))));
}

Result<> App::start() {
  return state_->start();
}
void App::stop() {
  state_->stop();
}
bool App::is_ready() const {
  return state_->waiting_for().empty();
}
std::string App::waiting_for() const {
  return state_->waiting_for();
}
bool App::wait_until_ready() {
  return state_->wait_until_ready();
}
std::string App::address() const {
  return state_->address();
}
std::uint16_t App::port() const {
  return state_->port();
}
std::uint16_t App::embedded_port() const {
  return state_->embedded_port();
}

}  // namespace npushare
