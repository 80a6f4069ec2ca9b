/// The calls of one informer, in the order its ReadPlan says. What informer.cpp runs for each kind.
#pragma once

#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <utility>

#include "scheduler/kube/back_off.hpp"
#include "scheduler/kube/informer.hpp"
#include "scheduler/kube/informer_targets.hpp"
#include "scheduler/kube/watch_reader.hpp"
#include "scheduler/wire/object_writer.hpp"

namespace npushare::kube {

template <class Object>
class InformerLoop {
 public:
  InformerLoop(RestClient& client, InformerOptions options, Sink<Object>& sink,
               InformerStats& stats)
      : client_(client),
        options_(std::move(options)),
        sink_(sink),
        stats_(stats),
        relists_(options_.relists != nullptr ? *options_.relists : unasked_),
        plan_(options_.streams, options_.first_list),
        watch_(options_, sink_, stats_, plan_, relists_),
        back_off_(options_.first_back_off, options_.longest_back_off,
                  options_.seed.value_or(std::random_device{}())) {}
  InformerLoop(const InformerLoop&) = delete;
  InformerLoop& operator=(const InformerLoop&) = delete;

  static asio::awaitable<void> run(std::unique_ptr<InformerLoop> self) {
    while (!self->client_.is_stopped()) {
      if (self->relists_.begin()) self->plan_.list_newest();
      const bool is_list = self->plan_.next() == ReadPlan::Read::kList;
      auto working = is_list ? self->list() : self->follow();
      const Wait wait = co_await std::move(working);
      self->stats_.stand(Standing::kNone);
      if (!wait) continue;
      auto pausing = self->client_.pause(*wait, self->relists_.interrupt());
      co_await std::move(pausing);
    }
    self->relists_.end();
  }

 private:
  using Clock = std::chrono::steady_clock;
  using Pace = ReadPlan::Pace;
  using Watch = WatchReader<Object>;
  /// What one list or watch has come to. Nothing: go on at once.
  using Wait = std::optional<std::chrono::milliseconds>;

  static constexpr std::chrono::milliseconds kPageLimit{60'000};

  asio::awaitable<Wait> list() {
    stats_.stand(Standing::kListing);
    wire::ListMeta meta;
    bool is_first = true;
    do {
      Call call{.target = list_target(options_, plan_.list_version(), meta.continue_token),
                .time_limit = kPageLimit,
                .interrupt = relists_.interrupt()};
      auto calling = client_.call(std::move(call));
      const Result<Reply> reply = co_await std::move(calling);
      if (!reply) co_return failed(reply.error());
      if (reply->status != 200) co_return list_refused(*reply, is_first);
      stats_.hear(Clock::now());
      if (std::exchange(is_first, false)) sink_.list_started();
      const Result<wire::ListMeta> read = Decode<Object>::kList(
          reply->body, [this](Object&& object) { sink_.item(std::move(object)); });
      if (!read) co_return failed(read.error());
      meta = *read;
    } while (!meta.continue_token.empty());
    if (meta.resource_version.empty())
      co_return failed({ErrorCode::kInvalid, "the list has no resourceVersion"});
    watch_.all_are_here(meta.resource_version);
    co_return Wait{};
  }

  /// 410 later than on the first page: the pages' version is gone, and their rest with it.
  Wait list_refused(const Reply& reply, bool is_first) {
    const Error error = error_of(reply, "list");
    const bool is_version = reply.status == 410 || is_version_too_large(reply);
    const Pace pace = is_first && is_version ? plan_.list_refused() : Pace::kBackOff;
    return at_pace(pace, error, reply.retry_after);
  }

  asio::awaitable<Wait> follow() {
    ++stats_.watches;
    const bool is_stream = plan_.next() == ReadPlan::Read::kStream;
    watch_.begin(is_stream ? Watch::Begins::kWithAllObjects : Watch::Begins::kAtItsVersion);
    const Clock::time_point begun = Clock::now();
    const std::int64_t seconds = back_off_.between(kShortestWatchSeconds, kLongestWatchSeconds);
    Call call{.target = is_stream ? stream_target(options_, seconds)
                                  : watch_target(options_, plan_.watch_version(), seconds),
              .interrupt = relists_.interrupt()};
    std::function<void(std::string_view)> on_line = [this](std::string_view line) {
      watch_.take(line);
    };
    std::function<void()> on_open = [this] { watch_.opened(); };
    auto streaming =
        client_.stream(std::move(call), options_.silence, std::move(on_line), std::move(on_open));
    const Result<Reply> reply = co_await std::move(streaming);
    if (watch_.was_cut()) relists_.interrupt()->reset();
    if (watch_.is_initial()) co_return stream_failed(reply);
    co_return watch_ended(reply, Clock::now() - begun >= options_.shortest_watch);
  }

  Wait stream_failed(const Result<Reply>& reply) {
    const int code = reply ? static_cast<int>(reply->status) : 0;
    const bool is_silent =
        !reply && reply.error().code == ErrorCode::kTimeout && watch_.has_opened();
    if (code == 422 || code == 400 || watch_.has_unmarked() || is_silent)
      return at_pace(plan_.stream_unknown(), {});
    if (relists_.is_wanted()) return {};
    const Pace pace = watch_.has_opened() ? plan_.stream_failed() : Pace::kBackOff;
    if (watch_.refusal()) return at_pace(pace, {ErrorCode::kInternal, watch_.refusal()->message});
    if (!reply) return at_pace(pace, reply.error());
    if (code != 200) return at_pace(pace, error_of(*reply, "watch"), reply->retry_after);
    return at_pace(pace, {ErrorCode::kInternal, "the watch ended before all objects had come"});
  }

  /// A refusal may take its time too, so only a real watch is healthy for having lasted.
  Wait watch_ended(const Result<Reply>& reply, bool has_lasted) {
    const std::optional<wire::Status>& refusal = watch_.refusal();
    const bool was_watching = reply && reply->status == 200 && !refusal;
    const bool is_healthy = watch_.events() > 0 || (was_watching && has_lasted);
    if (is_healthy) plan_.watch_was_healthy(has_lasted);
    if (refusal)
      return at_pace(plan_.watch_refused(refusal->code, ReadPlan::Where::kStream),
                     {ErrorCode::kInternal, refusal->message});
    if (!reply) return failed(reply.error());
    if (reply->status != 200)
      return at_pace(plan_.watch_refused(static_cast<int>(reply->status), ReadPlan::Where::kStatus),
                     error_of(*reply, "watch"), reply->retry_after);
    if (is_healthy) return {};
    return failed({ErrorCode::kInternal, "the watch ended at once"});
  }

  Wait at_pace(Pace pace, const Error& error, std::chrono::seconds retry_after = {}) {
    return pace == Pace::kAtOnce ? Wait{} : failed(error, retry_after);
  }

  Wait failed(const Error& error, std::chrono::seconds retry_after = {}) {
    if (relists_.is_wanted()) return {};  // ended by who wants a list, no failure
    const std::chrono::milliseconds wait =
        std::max<std::chrono::milliseconds>(back_off_.next(Clock::now()), retry_after);
    if (client_.is_stopped()) return wait;
    stats_.fail(error.message);
    spdlog::warn("informer={} retry_ms={} error={}", options_.path, wait.count(),
                 wire::quoted(error.message));
    return wait;
  }

  RestClient& client_;
  InformerOptions options_;
  Sink<Object>& sink_;
  InformerStats& stats_;
  Relists unasked_;
  Relists& relists_;
  ReadPlan plan_;
  Watch watch_;
  BackOff back_off_;
};

}  // namespace npushare::kube
