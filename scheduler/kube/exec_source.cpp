#include "scheduler/kube/exec_source.hpp"

#include <mutex>
#include <thread>
#include <utility>

#include "scheduler/kube/command.hpp"
#include "scheduler/kube/pauses.hpp"

namespace npushare::kube {
namespace {

/// A credential about to expire would be refused on its way.
constexpr std::chrono::seconds kEarly{10};
constexpr std::chrono::seconds kBetweenFailures{1};

bool is_expiring(const ExecCredential& credential) {
  // In whole seconds: a time in the far future has no nanoseconds.
  const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
  return credential.expires && *credential.expires - kEarly <= now;
}

}  // namespace

class ExecSource::State {
 public:
  State(asio::any_io_executor executor, ExecPlugin plugin, const Endpoint& endpoint)
      : executor_(std::move(executor)), plugin_(std::move(plugin)) {
    line_.words = plugin_.words;
    line_.environment = plugin_.environment;
    line_.environment.emplace_back("KUBERNETES_EXEC_INFO", exec_info(plugin_, endpoint));
  }

  static asio::awaitable<Result<ExecCredential>> current(std::shared_ptr<State> self,
                                                         Clock::time_point due);
  bool renew(const ExecCredential& refused, Clock::time_point now);
  void stop();

 private:
  std::optional<Result<ExecCredential>> held();
  void start();
  void run(const std::stop_token& stop);
  bool is_running() {
    const std::lock_guard lock(mutex_);
    return is_running_;
  }

  asio::any_io_executor executor_;
  ExecPlugin plugin_;
  CommandLine line_;
  Pauses waits_;
  std::mutex mutex_;
  std::optional<Result<ExecCredential>> latest_;
  Clock::time_point came_{};
  bool is_running_ = false;
  bool is_stopped_ = false;
  std::jthread runner_;  // last: it ends before what it uses
};

asio::awaitable<Result<ExecCredential>> ExecSource::State::current(std::shared_ptr<State> self,
                                                                   Clock::time_point due) {
  while (true) {
    if (std::optional<Result<ExecCredential>> held = self->held()) co_return *std::move(held);
    self->start();
    const Clock::duration left = due - Clock::now();
    if (left <= Clock::duration::zero())
      co_return Error{ErrorCode::kTimeout, self->line_.words.front() + " is still at work"};
    std::function<bool()> is_over = [&state = *self] { return !state.is_running(); };
    auto waiting = self->waits_.wait(self->executor_, left, nullptr, std::move(is_over));
    co_await std::move(waiting);
  }
}

/// What there is to use now: a credential that lasts, or a failure too young to try again.
std::optional<Result<ExecCredential>> ExecSource::State::held() {
  const std::lock_guard lock(mutex_);
  if (is_stopped_) return Error{ErrorCode::kInternal, "the client has been stopped"};
  if (!latest_ || is_running_) return std::nullopt;
  if (!*latest_ && Clock::now() - came_ >= kBetweenFailures) return std::nullopt;
  const bool is_old = *latest_ && Clock::now() - came_ >= kGoodFor && is_expiring(**latest_);
  return is_old ? std::nullopt : latest_;
}

void ExecSource::State::start() {
  const std::lock_guard lock(mutex_);
  if (is_running_ || is_stopped_) return;
  is_running_ = true;
  if (runner_.joinable()) runner_.join();  // it has said its last word already
  runner_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

void ExecSource::State::run(const std::stop_token& stop) {
  Result<ExecCredential> credential = Error{};
  const Result<std::string> printed = run_command(line_, stop);
  if (printed) credential = read_exec_credential(*printed, plugin_.api_version);
  if (!printed || !credential) {
    const std::string why =
        printed ? line_.words.front() + ": " + credential.error().message : printed.error().message;
    const bool needs_hint = !printed && printed.error().code == ErrorCode::kNotFound;
    credential =
        Error{ErrorCode::kUnauthorized,
              "credential plugin: " + why +
                  (needs_hint && !plugin_.install_hint.empty() ? "\n" + plugin_.install_hint : "")};
  }
  {
    const std::lock_guard lock(mutex_);
    latest_ = std::move(credential);
    came_ = Clock::now();
    is_running_ = false;
  }
  waits_.wake();
}

bool ExecSource::State::renew(const ExecCredential& refused, Clock::time_point now) {
  const std::lock_guard lock(mutex_);
  if (!latest_ || !*latest_) return true;
  const bool is_another =
      (*latest_)->token != refused.token || (*latest_)->client_cert_pem != refused.client_cert_pem;
  if (is_another) return true;
  if (now - came_ < kGoodFor) return false;
  latest_.reset();
  return true;
}

void ExecSource::State::stop() {
  {
    const std::lock_guard lock(mutex_);
    is_stopped_ = true;
    runner_.request_stop();
  }
  waits_.stop();
}

ExecSource::ExecSource(asio::any_io_executor executor, ExecPlugin plugin, const Endpoint& endpoint)
    : state_(std::make_shared<State>(std::move(executor), std::move(plugin), endpoint)) {}

ExecSource::~ExecSource() {
  stop();
}

asio::awaitable<Result<ExecCredential>> ExecSource::current(Clock::time_point due) {
  return State::current(state_, due);
}

bool ExecSource::renew(const ExecCredential& refused, Clock::time_point now) {
  return state_->renew(refused, now);
}

void ExecSource::stop() {
  state_->stop();
}

}  // namespace npushare::kube
