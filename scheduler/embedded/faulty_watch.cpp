#include "scheduler/embedded/faulty_watch.hpp"

#include <algorithm>
#include <utility>

#include "scheduler/embedded/fault_answers.hpp"
#include "scheduler/embedded/store.hpp"

namespace npushare::embedded {

namespace asio = boost::asio;
using config::Fault;

namespace {

using Strikes = std::vector<Faults::Strike>;

bool ends_watch(Fault fault) {
  return fault == Fault::kWatchEnd || fault == Fault::kWatchCut || fault == Fault::kWatchSilent ||
         fault == Fault::kWatchExpired;
}

/// Not the one that ends a WatchList's initial events: without it no client would ever be synced.
bool is_plain_bookmark(std::string_view line) {
  return line.starts_with(R"({"type":"BOOKMARK")") &&
         line.find("k8s.io/initial-events-end") == std::string_view::npos;
}

std::string* query_value(http::Request& request, std::string_view name) {
  const auto found =
      std::ranges::find(request.query, name, &std::pair<std::string, std::string>::first);
  return found == request.query.end() ? nullptr : &found->second;
}

void go_back(const Faults::Strike& strike, http::Request& request) {
  std::string* from = query_value(request, "resourceVersion");
  const Version version = from == nullptr ? 0 : read_version(*from).value_or(0);
  if (version < 2) return;
  *from = std::to_string(version - std::min(version - 1, strike.rule().back));
  strike.done();
}

class FaultyStream final : public http::Stream {
 public:
  FaultyStream(http::Stream& out, const Strikes& strikes) : out_(out), strikes_(strikes) {
    doubled_ = find(Fault::kWatchDuplicate);
    unmarked_ = find(Fault::kWatchNoBookmarks);
  }

  asio::awaitable<bool> write(std::string chunk) override {
    if (silence_ != nullptr) co_return keep_silent();
    std::string passed;
    const Faults::Strike* ending = pass(chunk, passed);
    const bool cuts = ending != nullptr && ending->rule().fault == Fault::kWatchCut;
    auto writing = out_.write(std::move(passed));
    const bool is_written = co_await std::move(writing);
    if (ending == nullptr || !is_written) co_return is_written;
    ending->done();
    if (cuts) out_.cut();
    if (ending->rule().fault == Fault::kWatchSilent) silence_ = ending;
    co_return silence_ != nullptr;
  }

  void cut() override { out_.cut(); }

 private:
  const Faults::Strike* find(Fault fault) const {
    const auto found = std::ranges::find_if(
        strikes_, [fault](const Faults::Strike& strike) { return strike.rule().fault == fault; });
    return found == strikes_.end() ? nullptr : &*found;
  }

  bool keep_silent() {
    if (!silence_->is_over()) return true;
    out_.cut();
    return false;
  }

  /// What of the chunk goes out, and the fault that ends the watch behind it.
  const Faults::Strike* pass(std::string_view chunk, std::string& passed) {
    while (!chunk.empty()) {
      const std::size_t end = std::min(chunk.find('\n'), chunk.size() - 1) + 1;
      const std::string_view line = chunk.substr(0, end);
      if (const Faults::Strike* ending = due()) {
        if (ending->rule().fault == Fault::kWatchCut) passed += line.substr(0, line.size() / 2);
        if (ending->rule().fault == Fault::kWatchExpired) passed += expired_line();
        return ending;
      }
      tell(line, passed);
      chunk.remove_prefix(end);
    }
    return nullptr;
  }

  void tell(std::string_view line, std::string& passed) {
    if (unmarked_ != nullptr && is_plain_bookmark(line)) {
      if (!std::exchange(has_left_out_, true)) unmarked_->done();
      return;
    }
    passed += line;
    if (doubled_ != nullptr) passed += line;
    if (doubled_ != nullptr && told_ == 0) doubled_->done();
    ++told_;
  }

  const Faults::Strike* due() const {
    const auto found = std::ranges::find_if(strikes_, [this](const Faults::Strike& strike) {
      return ends_watch(strike.rule().fault) && strike.rule().events <= told_;
    });
    return found == strikes_.end() ? nullptr : &*found;
  }

  http::Stream& out_;
  const Strikes& strikes_;
  const Faults::Strike* doubled_ = nullptr;
  const Faults::Strike* unmarked_ = nullptr;
  bool has_left_out_ = false;
  std::uint64_t told_ = 0;
  const Faults::Strike* silence_ = nullptr;  // the fault that has silenced the watch
};

asio::awaitable<void> run(Strikes strikes, WatchBody body, http::Stream& out) {
  FaultyStream faulty(out, strikes);
  auto streaming = body(faulty);
  co_await std::move(streaming);
}

}  // namespace

void bend_query(const Strikes& strikes, http::Request& request) {
  for (const Faults::Strike& strike : strikes) {
    if (strike.rule().fault == Fault::kWatchReplay) go_back(strike, request);
  }
}

WatchBody faulty_stream(Strikes strikes, WatchBody body) {
  const bool is_harmless = std::ranges::all_of(strikes, [](const Faults::Strike& strike) {
    const Fault fault = strike.rule().fault;
    return !ends_watch(fault) && fault != Fault::kWatchDuplicate &&
           fault != Fault::kWatchNoBookmarks;
  });
  if (is_harmless) return body;
  return [strikes = std::move(strikes), body = std::move(body)](http::Stream& out) {
    return run(strikes, body, out);
  };
}

}  // namespace npushare::embedded
