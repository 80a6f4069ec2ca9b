#include "scheduler/kube/informer.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <memory>
#include <random>
#include <utility>

#include "scheduler/kube/back_off.hpp"
#include "scheduler/kube/percent.hpp"

namespace npushare::kube {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kPageLimit{60'000};
// The server ends a watch by itself; the spread keeps many watches from ending together.
constexpr std::int64_t kShortestWatchSeconds = 300;
constexpr std::int64_t kLongestWatchSeconds = 600;
constexpr int kRefusalsBeforeList = 5;

template <class Object>
struct Decode;

template <>
struct Decode<wire::Pod> {
  static constexpr auto kList = wire::read_pod_list;
  static constexpr auto kEvent = wire::read_pod_event;
};

template <>
struct Decode<wire::Node> {
  static constexpr auto kList = wire::read_node_list;
  static constexpr auto kEvent = wire::read_node_event;
};

/// What one list or watch has come to. Nothing: go on at once.
using Wait = std::optional<std::chrono::milliseconds>;

template <class Object>
class Loop {
 public:
  Loop(RestClient& client, InformerOptions options, Sink<Object>& sink, InformerStats& stats)
      : client_(client),
        options_(std::move(options)),
        sink_(sink),
        stats_(stats),
        back_off_(options_.first_back_off, options_.longest_back_off,
                  options_.seed.value_or(std::random_device{}())) {}

  static asio::awaitable<void> run(std::unique_ptr<Loop> self) {
    while (!self->client_.is_stopped()) {
      auto working = self->version_.empty() ? self->list() : self->watch();
      const Wait wait = co_await std::move(working);
      if (!wait) continue;
      auto pausing = self->client_.pause(*wait);
      co_await std::move(pausing);
    }
  }

 private:
  asio::awaitable<Wait> list() {
    std::string continue_token;
    bool is_first = true;
    do {
      Call call{.target = page_target(continue_token), .time_limit = kPageLimit};
      auto calling = client_.call(std::move(call));
      const Result<Reply> reply = co_await std::move(calling);
      if (!reply) co_return failed(reply.error());
      // 410: the pages' version is gone, and their rest with it. The next list begins from the
      // start.
      if (reply->status != 200) co_return failed(error_of(*reply, "list"), reply->retry_after);
      if (std::exchange(is_first, false)) sink_.list_started();
      const Result<wire::ListMeta> meta = read_page(reply->body);
      if (!meta) co_return failed(meta.error());
      continue_token = meta->continue_token;
      listed_version_ = meta->resource_version;
    } while (!continue_token.empty());
    if (listed_version_.empty())
      co_return failed({ErrorCode::kInvalid, "the list has no resourceVersion"});
    version_ = listed_version_;
    ++stats_.lists;
    sink_.list_done();
    co_return Wait{};
  }

  Result<wire::ListMeta> read_page(std::string_view body) {
    return Decode<Object>::kList(body, [this](Object&& object) { sink_.item(std::move(object)); });
  }

  asio::awaitable<Wait> watch() {
    ++stats_.watches;
    refusal_.reset();
    events_ = 0;
    const Clock::time_point begun = Clock::now();
    Call call{.target = watch_target()};
    std::function<void(std::string_view)> on_line = [this](std::string_view line) { take(line); };
    auto streaming = client_.stream(std::move(call), options_.silence, std::move(on_line));
    const Result<Reply> reply = co_await std::move(streaming);
    // A refusal may take its time too, so only a real watch is healthy for having lasted.
    const bool was_watching = reply && reply->status == 200 && !refusal_;
    const bool has_lasted = Clock::now() - begun >= options_.shortest_watch;
    const bool is_healthy = events_ > 0 || (was_watching && has_lasted);
    if (is_healthy) settle();
    co_return judge(reply, is_healthy);
  }

  void take(std::string_view line) {
    if (refusal_) return;  // nothing counts after an ERROR
    Result<wire::WatchEvent<Object>> event = Decode<Object>::kEvent(line);
    if (!event) {
      ++stats_.bad_events;
      spdlog::warn("informer={} event=undecodable error=\"{}\"", options_.path,
                   event.error().message);
      return;
    }
    apply(std::move(*event));
  }

  void apply(wire::WatchEvent<Object> event) {
    std::string version = event.object.resource_version;
    switch (event.type) {
      case wire::EventType::kAdded:
      case wire::EventType::kModified: sink_.changed(std::move(event.object)); break;
      case wire::EventType::kDeleted: sink_.removed(std::move(event.object)); break;
      case wire::EventType::kBookmark: break;
      case wire::EventType::kError: refusal_ = std::move(event.status); return;
    }
    ++events_;
    if (event.type != wire::EventType::kBookmark) ++stats_.events;
    if (!version.empty()) version_ = std::move(version);
  }

  Wait judge(const Result<Reply>& reply, bool is_healthy) {
    if (refusal_) return refused(refusal_->code, refusal_->message, {});
    if (!reply) return failed(reply.error());
    if (reply->status != 200)
      return refused(static_cast<int>(reply->status), error_of(*reply, "watch").message,
                     reply->retry_after);
    if (is_healthy) return {};
    return failed({ErrorCode::kInternal, "the watch ended at once"});
  }

  Wait refused(int code, const std::string& message, std::chrono::seconds retry_after) {
    const bool is_expired = code == 410;
    if (code != 429) ++refusals_;
    if (is_expired || refusals_ >= kRefusalsBeforeList) version_.clear();
    // The first 410 is the ordinary course of things; a server that says nothing else is not
    // hurried.
    if (is_expired && refusals_ == 1) return {};
    return failed({ErrorCode::kInternal, message}, retry_after);
  }

  Wait failed(const Error& error, std::chrono::seconds retry_after = {}) {
    const std::chrono::milliseconds wait =
        std::max<std::chrono::milliseconds>(back_off_.next(), retry_after);
    if (!client_.is_stopped())
      spdlog::warn("informer={} retry_ms={} error=\"{}\"", options_.path, wait.count(),
                   error.message);
    return wait;
  }

  void settle() {
    back_off_.reset();
    refusals_ = 0;
  }

  std::string page_target(const std::string& continue_token) const {
    std::string target = options_.path + "?limit=" + std::to_string(options_.page) + selector();
    if (!continue_token.empty()) target += "&continue=" + percent_encoded(continue_token);
    return target;
  }

  std::string watch_target() {
    const std::int64_t seconds = back_off_.between(kShortestWatchSeconds, kLongestWatchSeconds);
    return options_.path +
           "?watch=1&allowWatchBookmarks=true&timeoutSeconds=" + std::to_string(seconds) +
           "&resourceVersion=" + percent_encoded(version_) + selector();
  }

  std::string selector() const {
    if (options_.field_selector.empty()) return {};
    return "&fieldSelector=" + percent_encoded(options_.field_selector);
  }

  RestClient& client_;
  InformerOptions options_;
  Sink<Object>& sink_;
  InformerStats& stats_;
  BackOff back_off_;
  std::string version_;                  // of what the sink holds; empty: list first
  std::string listed_version_;           // of the list being read
  std::optional<wire::Status> refusal_;  // the ERROR that ends this watch
  std::uint64_t events_ = 0;             // of this watch, bookmarks included
  int refusals_ = 0;                     // in a row, without a healthy watch between
};

}  // namespace

asio::awaitable<void> run_informer(RestClient& client, InformerOptions options,
                                   Sink<wire::Pod>& sink, InformerStats& stats) {
  using Pods = Loop<wire::Pod>;
  return Pods::run(std::make_unique<Pods>(client, std::move(options), sink, stats));
}

asio::awaitable<void> run_informer(RestClient& client, InformerOptions options,
                                   Sink<wire::Node>& sink, InformerStats& stats) {
  using Nodes = Loop<wire::Node>;
  return Nodes::run(std::make_unique<Nodes>(client, std::move(options), sink, stats));
}

}  // namespace npushare::kube
