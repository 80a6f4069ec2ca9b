#include "scheduler/app/rights.hpp"

#include <spdlog/spdlog.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <mutex>
#include <utility>

#include "scheduler/wire/object_writer.hpp"

namespace npushare {
namespace {

namespace asio = boost::asio;

constexpr std::chrono::seconds kAskAgain{15};

}  // namespace

struct RightsCheck::State {
  State(asio::any_io_executor from, kube::RestClient& to, kube::Duties what)
      : executor(std::move(from)), client(to), duties(std::move(what)) {}

  /// Rights that were missing may be granted at any time. What else goes wrong shows elsewhere.
  static asio::awaitable<void> ask(std::shared_ptr<State> self) {
    while (!self->client.is_stopped()) {
      auto asking = kube::check_rights(self->client, kube::rights_for(self->duties));
      const Result<> checked = co_await std::move(asking);
      if (checked) {
        self->note({});
        co_return;
      }
      if (checked.error().code == ErrorCode::kUnauthorized) self->note(checked.error().message);
      auto waiting = self->client.pause(kAskAgain);
      co_await std::move(waiting);
    }
  }

  void note(std::string text) {
    const std::lock_guard lock(mutex);
    if (!text.empty() && text != problem)
      spdlog::error("rights=missing text={}", wire::quoted(text));
    problem = std::move(text);
  }

  asio::any_io_executor executor;
  kube::RestClient& client;
  kube::Duties duties;
  std::mutex mutex;
  std::string problem;  // guarded by mutex
};

RightsCheck::RightsCheck(asio::any_io_executor executor, kube::RestClient& client,
                         kube::Duties duties)
    : state_(std::make_shared<State>(std::move(executor), client, std::move(duties))) {}

void RightsCheck::start() {
  asio::co_spawn(state_->executor, State::ask(state_), asio::detached);
}

std::string RightsCheck::problem() const {
  const std::lock_guard lock(state_->mutex);
  return state_->problem;
}

}  // namespace npushare
