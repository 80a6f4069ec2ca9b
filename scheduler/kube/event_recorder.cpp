#include "scheduler/kube/event_recorder.hpp"

#include <spdlog/spdlog.h>

#include <atomic>
#include <boost/asio/this_coro.hpp>
#include <deque>
#include <mutex>
#include <optional>
#include <utility>

#include "scheduler/kube/pauses.hpp"
#include "scheduler/kube/percent.hpp"
#include "scheduler/wire/object_writer.hpp"

namespace npushare::kube {
namespace {

constexpr std::string_view kQuery = "?fieldManager=npushare";

Call call_for(const EventWrite& write) {
  const bool is_new = write.kind == EventWrite::Kind::kCreate;
  const bool is_reworded = write.kind == EventWrite::Kind::kReword;
  std::string target = is_reworded ? "/api/v1" : "/apis/events.k8s.io/v1";
  target += "/namespaces/" + percent_encoded(write.space) + "/events";
  if (!is_new) target += "/" + percent_encoded(write.name);
  return {.method = is_new ? "POST" : "PATCH",
          .target = target.append(kQuery),
          .content_type = is_new ? "application/json" : "application/merge-patch+json",
          .body = write.body,
          .priority = Priority::kEvent};
}

/// What came of one try. A POST whose answer was lost is known by its name the next time.
enum class Fate { kWritten, kRefused, kLater };

Fate fate_of(const Result<Reply>& reply) {
  if (!reply) return reply.error().code == ErrorCode::kInvalid ? Fate::kRefused : Fate::kLater;
  if (reply->status < 300 || reply->status == 409) return Fate::kWritten;
  const bool is_passing = reply->status == 408 || reply->status == 429 || reply->status >= 500;
  return is_passing ? Fate::kLater : Fate::kRefused;
}

}  // namespace

class EventRecorder::State {
 public:
  State(RestClient& client, RecorderOptions options, const observe::Clock& clock)
      : client_(client),
        options_(std::move(options)),
        clock_(clock),
        series_(options_.controller, options_.instance) {}

  static asio::awaitable<void> run(std::shared_ptr<State> self);
  void note(Event event);
  void stop() {
    is_stopped_ = true;
    waits_.stop();
    interrupt_->raise();
  }

  std::uint64_t written() const { return written_; }
  std::uint64_t dropped() const { return dropped_; }

 private:
  std::optional<Event> take();
  bool has_waiting() {
    const std::lock_guard lock(mutex_);
    return !waiting_.empty();
  }
  asio::awaitable<void> send_all(std::vector<EventWrite> writes);
  asio::awaitable<void> send(EventWrite write);
  bool is_over() const { return is_stopped_ || client_.is_stopped(); }

  RestClient& client_;
  RecorderOptions options_;
  const observe::Clock& clock_;
  EventSeries series_;  // run()'s own
  Pauses waits_;
  std::shared_ptr<Interrupt> interrupt_ = std::make_shared<Interrupt>();
  std::mutex mutex_;
  std::deque<Event> waiting_;
  std::atomic<bool> is_stopped_ = false;
  std::atomic<std::uint64_t> written_ = 0;
  std::atomic<std::uint64_t> dropped_ = 0;
};

asio::awaitable<void> EventRecorder::State::run(std::shared_ptr<State> self) {
  const auto executor = co_await asio::this_coro::executor;
  while (!self->is_over()) {
    if (std::optional<Event> event = self->take()) {
      auto noting = self->send_all(self->series_.note(*event, self->clock_));
      co_await std::move(noting);
    } else {
      std::function<bool()> has_waiting = [&state = *self] { return state.has_waiting(); };
      auto waiting =
          self->waits_.wait(executor, self->options_.look, nullptr, std::move(has_waiting));
      co_await std::move(waiting);
    }
    auto telling = self->send_all(self->series_.due(self->clock_));
    co_await std::move(telling);
  }
}

void EventRecorder::State::note(Event event) {
  {
    const std::lock_guard lock(mutex_);
    if (waiting_.size() >= kMostWaiting) {
      ++dropped_;
      return;
    }
    waiting_.push_back(std::move(event));
  }
  waits_.wake();
}

std::optional<Event> EventRecorder::State::take() {
  const std::lock_guard lock(mutex_);
  if (waiting_.empty()) return std::nullopt;
  Event first = std::move(waiting_.front());
  waiting_.pop_front();
  return first;
}

asio::awaitable<void> EventRecorder::State::send_all(std::vector<EventWrite> writes) {
  for (EventWrite& write : writes) {
    auto sending = send(std::move(write));
    co_await std::move(sending);
  }
}

asio::awaitable<void> EventRecorder::State::send(EventWrite write) {
  for (int tried = 0; tried < kTries && !is_over(); ++tried) {
    if (tried > 0) {
      auto pausing = client_.pause(options_.retry, interrupt_);
      co_await std::move(pausing);
    }
    auto calling = client_.call(call_for(write));
    const Result<Reply> reply = co_await std::move(calling);
    const Fate fate = fate_of(reply);
    if (fate == Fate::kWritten) ++written_;
    if (fate == Fate::kRefused)
      spdlog::warn(
          "event=refused error={}",
          wire::quoted(reply ? error_of(*reply, write.name).message : reply.error().message));
    if (fate == Fate::kRefused) ++dropped_;
    if (fate != Fate::kLater) co_return;
  }
  ++dropped_;
}

EventRecorder::EventRecorder(RestClient& client, RecorderOptions options,
                             const observe::Clock& clock)
    : state_(std::make_shared<State>(client, std::move(options), clock)) {}

EventRecorder::~EventRecorder() {
  stop();
}

asio::awaitable<void> EventRecorder::run() {
  return State::run(state_);
}
void EventRecorder::stop() {
  state_->stop();
}
void EventRecorder::note(Event event) {
  state_->note(std::move(event));
}
std::uint64_t EventRecorder::written() const {
  return state_->written();
}
std::uint64_t EventRecorder::dropped() const {
  return state_->dropped();
}

}  // namespace npushare::kube
