#include "scheduler/http/request_reader.hpp"

#include <boost/beast/core/string.hpp>
#include <boost/beast/http/basic_parser.hpp>
#include <string>
#include <utility>

#include "scheduler/http/router.hpp"
#include "scheduler/http/target.hpp"

namespace npushare::http {
namespace {

namespace beast = boost::beast;
using boost::system::error_code;

constexpr std::size_t kHeadLimit = std::size_t{64} << 10;
// Enough for a header and a small body in one call, little enough to copy when a large body
// follows.
constexpr std::size_t kReadStep = std::size_t{16} << 10;
constexpr std::string_view kHeadTooLarge = "the header is above the limit of 65536 bytes";
constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";

}  // namespace

/// Beast's parser, keeping the fields we act on and no others.
class RequestReader::Head final : public beast::http::basic_parser<true> {
 public:
  Head(Request& request, BodyBuffer& body, std::uint64_t body_limit)
      : request_(request), body_(body) {
    header_limit(static_cast<std::uint32_t>(kHeadLimit));
    this->body_limit(body_limit);
  }

  const std::string& target() const { return target_; }
  std::size_t length() const { return static_cast<std::size_t>(content_length().value_or(0)); }
  bool is_http11() const { return is_http11_; }
  std::size_t size() const { return size_; }
  void add_size(std::size_t bytes) { size_ += bytes; }
  bool expects_continue() const { return expects_continue_; }
  bool has_foreign_coding() const { return has_foreign_coding_; }

 private:
  void on_request_impl(beast::http::verb, beast::string_view method, beast::string_view target,
                       int version, error_code&) override {
    is_http11_ = version >= 11;
    request_.method.assign(method.data(), method.size());
    target_.assign(target.data(), target.size());
  }
  void on_field_impl(beast::http::field field, beast::string_view, beast::string_view value,
                     error_code&) override {
    if (is_header_done()) return;  // a chunked body's trailer changes nothing
    if (field == beast::http::field::content_type)
      request_.content_type.assign(value.data(), value.size());
    if (field == beast::http::field::authorization)
      request_.authorization.assign(value.data(), value.size());
    if (field == beast::http::field::if_none_match)
      request_.if_none_match.append(request_.if_none_match.empty() ? "" : ", ")
          .append(value.data(), value.size());
    if (field == beast::http::field::expect)
      expects_continue_ = beast::iequals(value, "100-continue");
    if (field == beast::http::field::transfer_encoding)
      has_foreign_coding_ = !beast::iequals(value, "chunked");
  }
  std::size_t on_chunk_body_impl(std::uint64_t, beast::string_view piece, error_code&) override {
    body_.append({piece.data(), piece.size()});
    return piece.size();
  }
  // A body of known length never reaches the parser.
  std::size_t on_body_impl(beast::string_view piece, error_code&) override { return piece.size(); }
  void on_response_impl(int, beast::string_view, int, error_code&) override {}
  void on_header_impl(error_code&) override {}
  void on_body_init_impl(const boost::optional<std::uint64_t>&, error_code&) override {}
  void on_chunk_header_impl(std::uint64_t, beast::string_view, error_code&) override {}
  void on_finish_impl(error_code&) override {}

  Request& request_;
  BodyBuffer& body_;
  std::string target_;
  std::size_t size_ = 0;  // of the header so far
  bool is_http11_ = false;
  bool expects_continue_ = false;
  bool has_foreign_coding_ = false;
};

asio::awaitable<ReadOutcome> RequestReader::read() {
  incoming_ = {};
  refusal_.reset();
  Head head(incoming_.request, body_, options_.body_limit);
  auto reading_head = read_head(head);
  const ReadOutcome outcome = co_await std::move(reading_head);
  if (outcome != ReadOutcome::kRequest) co_return outcome;
  if (!check_head(head)) co_return ReadOutcome::kRefused;

  auto reading_body = read_body(head);
  co_return co_await std::move(reading_body);
}

bool RequestReader::check_head(const Head& head) {
  if (head.has_foreign_coding())
    return !refuse(501, "the only Transfer-Encoding known here is chunked");
  const Result<> target = read_target(head.target(), incoming_.request);
  return target || !refuse(400, target.error().message);
}

asio::awaitable<ReadOutcome> RequestReader::read_head(Head& head) {
  is_idle_ = input_.bytes().empty();
  if (is_idle_) {
    channel_.due_in(options_.idle_timeout);
    auto filling = fill();
    if (!co_await std::move(filling)) co_return ReadOutcome::kEnded;
    is_idle_ = false;
  }
  bool is_whole = parse_head(head);
  if (!is_whole) channel_.due_in(options_.header_timeout);
  while (!is_whole) {
    auto filling = fill();
    if (!co_await std::move(filling)) co_return ReadOutcome::kEnded;
    is_whole = parse_head(head);
  }
  channel_.no_deadline();
  co_return refusal_ ? ReadOutcome::kRefused : ReadOutcome::kRequest;
}

/// True when the header is complete or refused.
bool RequestReader::parse_head(Head& head) {
  error_code error;
  const std::size_t used = head.put(asio::buffer(input_.bytes()), error);
  input_.consume(used);
  head.add_size(used);
  if (error == beast::http::error::body_limit) return refuse_body();
  if (error == beast::http::error::header_limit) return refuse(431, kHeadTooLarge);
  if (error && error != beast::http::error::need_more)
    return refuse(400, "the header is malformed: " + error.message());
  const std::size_t pending = head.is_header_done() ? 0 : input_.bytes().size();
  if (head.size() + pending > kHeadLimit || pending == InputBuffer::kCapacity)
    return refuse(431, kHeadTooLarge);
  return head.is_header_done();
}

asio::awaitable<ReadOutcome> RequestReader::read_body(Head& head) {
  incoming_.keep_alive = head.keep_alive();
  incoming_.is_http11 = head.is_http11();
  const bool is_awaited = !head.is_done() && input_.bytes().empty();
  if (head.expects_continue() && head.is_http11() && is_awaited) {
    Channel::Parts invitation{asio::buffer(kContinue)};
    auto inviting = channel_.write(std::move(invitation), options_.body_timeout);
    if (!co_await std::move(inviting)) co_return ReadOutcome::kEnded;
  }
  channel_.due_in(options_.body_timeout);
  auto reading = head.chunked() ? read_chunked(head) : read_sized(head.length());
  const ReadOutcome outcome = co_await std::move(reading);
  channel_.no_deadline();
  co_return outcome;
}

asio::awaitable<ReadOutcome> RequestReader::read_sized(std::size_t size) {
  body_.start(size);
  body_.grown(input_.take(body_.room().first(size)));
  if (body_.size() < size) {
    const std::size_t rest = size - body_.size();
    auto reading = channel_.read_exactly(body_.room().first(rest));
    if (!co_await std::move(reading)) co_return ReadOutcome::kEnded;
    body_.grown(rest);
  }
  incoming_.request.body = body_.finish();
  co_return ReadOutcome::kRequest;
}

asio::awaitable<ReadOutcome> RequestReader::read_chunked(Head& head) {
  body_.start(0);
  head.eager(true);
  while (!parse_chunks(head)) {
    auto filling = fill();
    if (!co_await std::move(filling)) co_return ReadOutcome::kEnded;
  }
  incoming_.request.body = body_.finish();
  co_return refusal_ ? ReadOutcome::kRefused : ReadOutcome::kRequest;
}

/// True when the body is complete or refused.
bool RequestReader::parse_chunks(Head& head) {
  if (input_.bytes().empty()) return false;
  error_code error;
  input_.consume(head.put(asio::buffer(input_.bytes()), error));
  if (head.is_done()) return true;
  if (error == beast::http::error::body_limit) return refuse_body();
  if (error && error != beast::http::error::need_more)
    return refuse(400, "the chunked body is malformed: " + error.message());
  return input_.is_full() && refuse(400, "a chunk's header or the trailer is too large");
}

asio::awaitable<bool> RequestReader::fill() {
  auto reading = channel_.read_some(input_.room(kReadStep));
  const std::size_t size = co_await std::move(reading);
  input_.grown(size);
  co_return size > 0;
}

bool RequestReader::refuse(unsigned status, std::string_view why) {
  refusal_ = error_response(status, why);
  return true;
}

bool RequestReader::refuse_body() {
  return refuse(413,
                "the body is above the limit of " + std::to_string(options_.body_limit) + " bytes");
}

}  // namespace npushare::http
