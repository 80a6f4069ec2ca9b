#include "scheduler/http/connection.hpp"

#include <algorithm>
#include <exception>
#include <utility>

#include "scheduler/http/reply_head.hpp"

namespace npushare::http {
namespace {

constexpr std::chrono::seconds kLinger{2};
constexpr std::chrono::minutes kLongestSilence{10};
constexpr std::string_view kNotTls = "this port speaks TLS; write https:// before its address";
constexpr std::string_view kNoCertificate =
    "a client certificate is asked for here; only the health endpoints answer without one";

std::chrono::milliseconds shortest(const ServerOptions& options) {
  return std::min({options.header_timeout, options.body_timeout, options.idle_timeout});
}

TlsIdentity::Context context_of(const ServerOptions& options) {
  return options.tls ? options.tls->current() : nullptr;
}

/// Head and body, with the body's splices in their places.
Channel::Parts parts_of(std::string_view head, const Response& response, ReplyBody wanted) {
  Channel::Parts parts;
  parts.push_back(asio::buffer(head));
  if (wanted == ReplyBody::kLeftOut) return parts;
  const std::string_view body = response.body;
  std::size_t done = 0;
  for (const auto& [before, piece] : response.splices) {
    if (before > done) parts.push_back(asio::buffer(body.substr(done, before - done)));
    parts.push_back(asio::buffer(piece));
    done = before;
  }
  if (body.size() > done) parts.push_back(asio::buffer(body.substr(done)));
  return parts;
}

}  // namespace

Connection::Connection(asio::ip::tcp::socket socket, std::shared_ptr<const Service> service)
    : service_(std::move(service)),
      channel_(std::make_shared<Channel>(std::move(socket), shortest(service_->options),
                                         context_of(service_->options))),
      reader_(*channel_, service_->options) {}

asio::awaitable<void> Connection::run() {
  channel_->start();
  try {
    auto greeting = greet();
    if (co_await std::move(greeting)) {
      auto serving = serve();
      co_await std::move(serving);
      channel_->say_goodbye();
    }
  } catch (const std::exception&) {
    // A stream that stop() has cancelled, or a handler that throws past the router: either way it
    // is over.
  }
  channel_->close();
}

asio::awaitable<bool> Connection::greet() {
  channel_->due_in(service_->options.header_timeout);
  is_greeting_ = true;
  auto greeting = channel_->greet();
  const Channel::Greeting greeted = co_await std::move(greeting);
  is_greeting_ = false;
  channel_->no_deadline();
  if (greeted == Channel::Greeting::kPlainHttp) {
    auto refusing = refuse(error_response(400, kNotTls));
    co_await std::move(refusing);
  }
  co_return greeted == Channel::Greeting::kReady;
}

asio::awaitable<void> Connection::serve() {
  bool goes_on = true;
  while (goes_on && !is_stopping_) {
    auto reading = reader_.read();
    const ReadOutcome outcome = co_await std::move(reading);
    if (outcome == ReadOutcome::kEnded) co_return;
    auto answering = outcome == ReadOutcome::kRequest ? answer() : refuse(reader_.refusal());
    goes_on = co_await std::move(answering);
  }
}

asio::awaitable<bool> Connection::answer() {
  Request& request = reader_.incoming().request;
  request.caller = channel_.get();
  if (!may_ask(request)) {
    auto refusing = send(error_response(401, kNoCertificate), ReplyBody::kSent);
    co_return co_await std::move(refusing);
  }
  const ReplyBody wanted = request.method == "HEAD" ? ReplyBody::kLeftOut : ReplyBody::kSent;
  auto routing = service_->router.route(request);
  Response response = co_await std::move(routing);
  auto sending = send(std::move(response), wanted);
  co_return co_await std::move(sending);
}

bool Connection::may_ask(const Request& request) const {
  const ServerOptions& options = service_->options;
  if (!options.tls || !options.tls->wants_client_certificates() || channel_->knows_peer())
    return true;
  return std::ranges::find(options.open_paths, request.path) != options.open_paths.end();
}

asio::awaitable<bool> Connection::refuse(Response refusal) {
  reader_.incoming().keep_alive = false;
  auto sending = send(std::move(refusal), ReplyBody::kSent);
  co_await std::move(sending);
  // What the peer still sends would reset the connection and could take our answer with it.
  auto lingering = channel_->linger(kLinger);
  co_await std::move(lingering);
  co_return false;
}

asio::awaitable<bool> Connection::send(Response response, ReplyBody wanted) {
  if (response.delivery != Delivery::kSent) {
    auto withholding = withhold(response.delivery);
    co_await std::move(withholding);
    co_return false;
  }
  const Incoming& incoming = reader_.incoming();
  const bool ends_with_connection = response.stream && !incoming.is_http11;
  const bool keep_alive =
      incoming.keep_alive && !response.close && !ends_with_connection && !is_stopping_;
  const bool has_body = may_have_body(response.status) && wanted == ReplyBody::kSent;
  write_reply_head(response, {.is_http11 = incoming.is_http11, .keep_alive = keep_alive}, head_);

  const bool is_whole = has_body && !response.stream;
  auto parts = parts_of(head_, response, is_whole ? ReplyBody::kSent : ReplyBody::kLeftOut);
  auto writing = channel_->write(std::move(parts), service_->options.body_timeout);
  if (!co_await std::move(writing)) co_return false;

  if (has_body && response.stream) {
    auto streaming = send_stream(std::move(response));
    if (!co_await std::move(streaming)) co_return false;
  }
  co_return keep_alive;
}

asio::awaitable<bool> Connection::send_stream(Response response) {
  const auto framing = reader_.incoming().is_http11 ? BodyStream::Framing::kChunked
                                                    : BodyStream::Framing::kUntilClose;
  BodyStream body(*channel_, framing, service_->options.body_timeout);
  stream_ = &body;
  try {
    auto streaming = response.stream(body);
    co_await std::move(streaming);
  } catch (const std::exception&) {
    // Cut off in the middle, the body must not look complete; stop() makes a clean end.
    stream_ = nullptr;
    if (is_stopping_) body.finish();
    throw;
  }
  stream_ = nullptr;
  body.finish();
  co_return body.is_open();
}

asio::awaitable<void> Connection::withhold(Delivery delivery) {
  if (delivery == Delivery::kReset) {
    channel_->reset();
    co_return;
  }
  is_withholding_ = true;
  auto waiting = channel_->wait_for_end(kLongestSilence);
  co_await std::move(waiting);
  is_withholding_ = false;
}

void Connection::stop() {
  is_stopping_ = true;
  if (reader_.is_idle() || is_greeting_ || is_withholding_) channel_->close();
  if (stream_ == nullptr) return;
  stream_->stop();
  wake_.emit(asio::cancellation_type::terminal);
}

}  // namespace npushare::http
