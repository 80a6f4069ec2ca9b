#include "scheduler/embedded/watch_stream.hpp"

#include <boost/asio/this_coro.hpp>

#include "scheduler/embedded/bell.hpp"

namespace npushare::embedded {
namespace {

namespace asio = boost::asio;
using Steady = std::chrono::steady_clock;

/// What is to be sent at once, and the version that it brings the client to.
struct Batch {
  std::string lines;
  Version version = 0;
  bool is_last = false;
};

Batch first_batch(const Store& store, const WatchCall& call) {
  const Store::Snapshot now = store.snapshot(*call.scope.kind);
  Batch batch{{}, now.version, false};
  for (const Object& object : now.objects)
    if (call.scope.covers(*object)) batch.lines += event_line("ADDED", *object);
  if (call.marks_initial_end)
    batch.lines += bookmark_line(*call.scope.kind, now.version, BookmarkType::kInitialEnd);
  return batch;
}

Batch next_batch(const Store& store, const WatchCall& call, Version after) {
  const Kind& kind = *call.scope.kind;
  const std::optional<Store::News> news = store.news(kind, after);
  if (!news) {
    const Answer expired = version_too_old(after, store.oldest_watchable(kind));
    return {event_line("ERROR", expired.body), after, true};
  }
  Batch batch{{}, news->version, false};
  for (const Change& change : news->changes)
    if (auto line = change_line(call.scope, change)) batch.lines += *line;
  return batch;
}

}  // namespace

asio::awaitable<void> run_watch(std::shared_ptr<Store> store,
                                std::shared_ptr<const std::atomic<bool>> is_open, WatchCall call,
                                http::Stream& out) {
  const asio::any_io_executor executor = co_await asio::this_coro::executor;
  const auto bell = std::make_shared<Bell>(executor);
  const std::shared_ptr<void> subscription =
      store->subscribe(*call.scope.kind, [bell] { bell->ring(); });
  const Steady::time_point end = Steady::now() + call.duration;
  Steady::time_point next_bookmark = Steady::now() + call.bookmark_every;

  Batch batch = call.from ? next_batch(*store, call, *call.from) : first_batch(*store, call);
  while (is_open->load()) {
    const bool is_over = batch.is_last || Steady::now() >= end;
    const bool is_bookmark_due = !batch.is_last && (is_over || Steady::now() >= next_bookmark);
    if (call.wants_bookmarks && is_bookmark_due) {
      batch.lines += bookmark_line(*call.scope.kind, batch.version, BookmarkType::kPosition);
      next_bookmark = Steady::now() + call.bookmark_every;
    }
    if (!batch.lines.empty()) {
      asio::awaitable<bool> writing = out.write(std::move(batch.lines));
      const bool is_written = co_await std::move(writing);
      if (!is_written) co_return;
    }
    if (is_over) co_return;
    asio::awaitable<void> waiting =
        bell->wait(call.wants_bookmarks ? std::min(end, next_bookmark) : end);
    co_await std::move(waiting);
    batch = next_batch(*store, call, batch.version);
  }
}

}  // namespace npushare::embedded
