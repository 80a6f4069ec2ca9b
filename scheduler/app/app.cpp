#include "scheduler/app/app.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <atomic>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <chrono>
#include <thread>
#include <utility>
#include <vector>

#include "scheduler/app/parts.hpp"
#include "scheduler/app/setup.hpp"
#include "scheduler/embedded/cluster.hpp"
#include "scheduler/history/audit_log.hpp"
#include "scheduler/observe/log.hpp"
#include "scheduler/wire/object_writer.hpp"

namespace npushare {
namespace {

using Io = boost::asio::io_context;

constexpr std::chrono::milliseconds kLastAnswers{500};

unsigned thread_count() {
  constexpr unsigned kFewest = 2;
  constexpr unsigned kMost = 8;
  return std::clamp(std::thread::hardware_concurrency(), kFewest, kMost);
}

/// Null without TLS.
Result<std::shared_ptr<http::TlsIdentity>> identity_of(const config::Settings& settings) {
  if (!settings.tls) return std::shared_ptr<http::TlsIdentity>();
  return http::TlsIdentity::load({.certificate = settings.tls->cert_file,
                                  .key = settings.tls->key_file,
                                  .client_authority = settings.tls->client_ca_file});
}

config::HamiNames hami_names_of(const ServeOptions& options, const config::Settings& settings) {
  const bool adds_them = options.hami_metrics && settings.hami_names == config::HamiNames::kNone;
  return adds_them ? config::HamiNames::kCurrent : settings.hami_names;
}

Result<> check_that_tls_fits(const Setup& setup) {
  if (!setup.embedded || !setup.settings.tls) return {};
  return Error{ErrorCode::kInvalid,
               "tls: the embedded cluster's own scheduler speaks plain HTTP; leave it out"};
}

}  // namespace

class App::State {
 public:
  State(const ServeOptions& options, Setup setup, std::shared_ptr<http::TlsIdentity> identity)
      : setup_(std::move(setup)),
        config_{.config_path = options.config_path,
                .listen = options.listen,
                .settings = setup_.settings,
                .volcano = setup_.volcano},
        identity_(std::move(identity)),
        hami_names_(hami_names_of(options, setup_.settings)),
        audit_file_(options.audit_log.empty() ? setup_.settings.audit_file : options.audit_log),
        rules_(setup_.rules) {}
  ~State() { stop(); }

  Result<> start();
  void stop();
  bool wait_until_ready();
  std::string waiting_for() const {
    return parts_ ? parts_->context.health.waits_for() : "the start";
  }
  const std::string& address() const { return setup_.settings.listen_address; }
  bool speaks_tls() const { return identity_ != nullptr; }
  std::uint16_t port() const { return parts_ ? parts_->web.port() : std::uint16_t{0}; }
  std::uint16_t embedded_port() const { return cluster_ ? cluster_->port() : std::uint16_t{0}; }

 private:
  Result<> open_audit_log();
  Result<kube::Endpoint> find_server();
  void run_threads();

  // Members end in reverse order: who works with something goes before it. What still waits on the
  // io_context goes with it, and may give shares back to the book.
  Setup setup_;
  LiveConfig::Start config_;
  std::shared_ptr<http::TlsIdentity> identity_;  // null: plain HTTP
  config::HamiNames hami_names_;
  std::string audit_file_;
  observe::SystemClock clock_;
  std::unique_ptr<history::AuditLog> audit_;  // null: none is kept
  LedgerBook book_;
  Published<verbs::Rules> rules_;
  Io io_;
  boost::asio::executor_work_guard<Io::executor_type> work_ = boost::asio::make_work_guard(io_);
  std::unique_ptr<embedded::Cluster> cluster_;
  std::unique_ptr<Parts> parts_;
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

Result<> App::State::open_audit_log() {
  if (audit_file_.empty()) return {};
  Result<std::unique_ptr<history::AuditLog>> log = history::AuditLog::open(audit_file_, clock_);
  if (!log) return log.error();
  audit_ = *std::move(log);
  return {};
}

Result<> App::State::start() {
  if (Result<> opened = open_audit_log(); !opened) return opened;
  run_threads();
  Result<kube::Endpoint> server = find_server();
  if (!server) return server.error();
  parts_ = std::make_unique<Parts>(PartsFrom{.executor = io_.get_executor(),
                                             .server = *std::move(server),
                                             .book = book_,
                                             .rules = rules_,
                                             .clock = clock_,
                                             .config = config_,
                                             .identity = identity_,
                                             .audit = audit_.get(),
                                             .hami_names = hami_names_});
  if (const Result<> started = parts_->start(); !started) return started;
  if (cluster_) cluster_->schedule_with(parts_->web.port());
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
  if (parts_) {
    parts_->context.is_stopping.store(true);
    parts_->housekeeping.stop();
    parts_->web.stop();
    parts_->context.running.wait_until_idle(setup_.settings.bind_deadline);
    parts_->stop();
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
  for (const std::string& warning : setup->warnings)
    spdlog::warn("config=surprising warning={}", wire::quoted(warning));
  if (const Result<> fits = check_that_tls_fits(*setup); !fits) return fits.error();
  Result<std::shared_ptr<http::TlsIdentity>> identity = identity_of(setup->settings);
  if (!identity) return identity.error();
  return std::unique_ptr<App>(
      new App(std::make_unique<State>(options, *std::move(setup), *std::move(identity))));
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
bool App::speaks_tls() const {
  return state_->speaks_tls();
}
std::uint16_t App::port() const {
  return state_->port();
}
std::uint16_t App::embedded_port() const {
  return state_->embedded_port();
}

}  // namespace npushare
