#include "scheduler/kube/exchange.hpp"

#include <algorithm>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/basic_parser.hpp>
#include <charconv>
#include <utility>

#include "scheduler/kube/line_splitter.hpp"

namespace npushare::kube {
namespace {

namespace beast = boost::beast;
using boost::system::error_code;

constexpr std::size_t kReadStep = std::size_t{64} << 10;
constexpr std::uint32_t kHeadLimit = 64U << 10U;
constexpr std::uint64_t kBodyLimit = std::uint64_t{1} << 30;  // a page of 500 nodes is about 10 MB
constexpr std::size_t kReserve = std::size_t{16} << 20;       // at most, on the server's word alone
constexpr std::chrono::seconds kLongestRetryAfter{3600};

/// Beast's parser, keeping the body and Retry-After and no other field.
class Answer final : public beast::http::basic_parser<false> {
 public:
  explicit Answer(const Exchange& exchange)
      : on_line_(exchange.on_line), on_open_(exchange.on_open) {
    header_limit(kHeadLimit);
    body_limit(kBodyLimit);
    eager(true);
  }

  bool is_streamed() const { return is_header_done() && is_stream_; }
  Reply take() { return std::move(reply_); }

 private:
  void on_response_impl(int code, beast::string_view, int, error_code&) override {
    reply_.status = static_cast<unsigned>(code);
    is_stream_ = code == 200 && on_line_;
    if (is_stream_) body_limit(boost::none);  // a watch has no end
  }
  void on_field_impl(beast::http::field field, beast::string_view, beast::string_view value,
                     error_code&) override {
    if (field != beast::http::field::retry_after) return;
    std::int64_t seconds = 0;  // the form with a date is not used by API servers
    std::from_chars(value.data(), value.data() + value.size(), seconds);
    reply_.retry_after =
        std::clamp(std::chrono::seconds(seconds), std::chrono::seconds(0), kLongestRetryAfter);
  }
  void on_body_init_impl(const boost::optional<std::uint64_t>& length, error_code&) override {
    if (length && !is_stream_) reply_.body.reserve(std::min<std::size_t>(*length, kReserve));
  }
  std::size_t on_body_impl(beast::string_view piece, error_code&) override {
    return take_piece(piece);
  }
  std::size_t on_chunk_body_impl(std::uint64_t, beast::string_view piece, error_code&) override {
    return take_piece(piece);
  }
  void on_request_impl(beast::http::verb, beast::string_view, beast::string_view, int,
                       error_code&) override {}
  void on_header_impl(error_code&) override {
    if (is_stream_ && on_open_) on_open_();
  }
  void on_chunk_header_impl(std::uint64_t, beast::string_view, error_code&) override {}
  void on_finish_impl(error_code&) override {}

  std::size_t take_piece(beast::string_view piece) {
    const std::string_view bytes(piece.data(), piece.size());
    if (is_stream_) {
      lines_.feed(bytes, on_line_);
    } else {
      reply_.body.append(bytes);
    }
    return piece.size();
  }

  const std::function<void(std::string_view)>& on_line_;
  const std::function<void()>& on_open_;
  LineSplitter lines_;
  Reply reply_;
  bool is_stream_ = false;
};

Error broken_answer(const error_code& error) {
  const bool is_too_large =
      error == beast::http::error::body_limit || error == beast::http::error::header_limit;
  return {is_too_large ? ErrorCode::kTooLarge : ErrorCode::kInternal,
          "the answer is no HTTP we can read: " + error.message()};
}

/// Feeds what has come; nothing read is the end of the connection.
Result<> parse(Answer& answer, beast::flat_buffer& input, std::size_t read) {
  error_code error;
  if (read == 0) {
    if (answer.got_some()) answer.put_eof(error);
    if (answer.is_done()) return {};
    return Error{ErrorCode::kInternal, "the server has closed the connection"};
  }
  input.consume(answer.put(input.data(), error));
  if (!error || error == beast::http::error::need_more) {
    if (input.size() <= kHeadLimit) return {};
    error = beast::http::error::header_limit;  // a chunk's header or the trailer
  }
  return broken_answer(error);
}

asio::awaitable<Result<>> read_answer(Transport& transport, Exchange& exchange, Answer& answer) {
  beast::flat_buffer input;
  while (!answer.is_done()) {
    const auto room = input.prepare(kReadStep);
    auto reading = transport.read_some({static_cast<char*>(room.data()), room.size()});
    const Result<std::size_t> size = co_await std::move(reading);
    if (!size) co_return size.error();
    input.commit(*size);
    const Result<> parsed = parse(answer, input, *size);
    if (!parsed) co_return parsed;
    if (answer.is_streamed()) transport.due_at(Transport::Clock::now() + exchange.silence);
  }
  if (input.size() > 0) transport.close();  // bytes that nobody asked for
  co_return Result<>{};
}

asio::awaitable<Result<>> send(Transport& transport, Exchange& exchange) {
  if (!transport.is_connected()) {
    auto connecting = transport.connect();
    const Result<> connected = co_await std::move(connecting);
    if (!connected) co_return connected;
  }
  auto writing = transport.write(exchange.request);
  co_return co_await std::move(writing);
}

asio::awaitable<Outcome> converse(Transport& transport, Exchange& exchange) {
  Outcome outcome;
  auto sending = send(transport, exchange);
  const Result<> sent = co_await std::move(sending);
  outcome.was_sent = sent.has_value();
  if (!sent) {
    outcome.reply = sent.error();
    co_return outcome;
  }
  Answer answer(exchange);
  auto reading = read_answer(transport, exchange, answer);
  const Result<> read = co_await std::move(reading);
  outcome.was_answered = answer.got_some();
  outcome.is_reusable = read && answer.keep_alive();
  outcome.reply = read ? Result<Reply>(answer.take()) : Result<Reply>(read.error());
  co_return outcome;
}

}  // namespace

asio::awaitable<Outcome> run_exchange(std::shared_ptr<Transport> transport, Exchange exchange) {
  transport->due_at(exchange.due);
  auto conversing = converse(*transport, exchange);
  Outcome outcome = co_await std::move(conversing);
  if (outcome.is_reusable) {
    transport->rest();
  } else {
    transport->close();
  }
  co_return outcome;
}

}  // namespace npushare::kube
