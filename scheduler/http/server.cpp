#include "scheduler/http/server.hpp"

#include <atomic>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/strand.hpp>
#include <exception>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "scheduler/http/connection.hpp"

namespace npushare::http {
namespace {

using asio::ip::tcp;
using boost::system::error_code;

constexpr int kBacklog = 4096;  // one burst of binds opens a connection each
constexpr std::chrono::milliseconds kOutOfSocketsPause{50};

bool is_out_of_sockets(const error_code& error) {
  return error == asio::error::no_descriptors || error == asio::error::no_buffer_space ||
         error == asio::error::no_memory;
}

}  // namespace

class Server::State : public std::enable_shared_from_this<State> {
 public:
  State(asio::any_io_executor executor, Router router, ServerOptions options)
      : executor_(std::move(executor)),
        strand_(asio::make_strand(executor_)),
        acceptor_(strand_),
        pause_(strand_),
        service_(std::make_shared<const Service>(Service{std::move(router), std::move(options)})) {}

  Result<> listen();
  void start();
  void stop();

  std::uint16_t port() const { return port_; }
  std::size_t open() const {
    const std::lock_guard lock(mutex_);
    return connections_.size();
  }
  std::uint64_t accepted() const { return accepted_; }

 private:
  static asio::awaitable<void> accept_all(std::shared_ptr<State> self);
  void begin(tcp::socket socket);
  void end(const Connection* connection);
  void stop_all();
  std::vector<std::shared_ptr<Connection>> connections() const;

  asio::any_io_executor executor_;
  asio::any_io_executor strand_;  // accepting and stopping
  tcp::acceptor acceptor_;
  asio::steady_timer pause_;
  std::shared_ptr<const Service> service_;
  std::uint16_t port_ = 0;
  std::atomic<std::uint64_t> accepted_{0};

  mutable std::mutex mutex_;
  std::map<const Connection*, std::weak_ptr<Connection>> connections_;
};

Result<> Server::State::listen() {
  const ServerOptions& options = service_->options;
  error_code error;
  const asio::ip::address address = asio::ip::make_address(options.address, error);
  if (error)
    return Error{ErrorCode::kInvalid, "\"" + options.address + "\" is no IP address to listen on"};

  const tcp::endpoint endpoint(address, options.port);
  acceptor_.open(endpoint.protocol(), error);
  if (!error) acceptor_.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error) acceptor_.bind(endpoint, error);
  if (!error) acceptor_.listen(kBacklog, error);
  if (!error) port_ = acceptor_.local_endpoint(error).port();
  if (!error) return {};
  return Error{ErrorCode::kConflict, "cannot listen on " + options.address + " port " +
                                         std::to_string(options.port) + ": " + error.message()};
}

void Server::State::start() {
  asio::co_spawn(strand_, accept_all(shared_from_this()), asio::detached);
}

asio::awaitable<void> Server::State::accept_all(std::shared_ptr<State> self) {
  while (self->acceptor_.is_open()) {
    const asio::any_io_executor strand = asio::make_strand(self->executor_);
    auto accepting = self->acceptor_.async_accept(strand, asio::as_tuple(asio::deferred));
    auto [error, socket] = co_await std::move(accepting);
    if (!error && self->acceptor_.is_open()) self->begin(std::move(socket));
    if (!is_out_of_sockets(error)) continue;

    self->pause_.expires_after(kOutOfSocketsPause);
    auto waiting = self->pause_.async_wait(asio::as_tuple(asio::deferred));
    co_await std::move(waiting);
  }
}

void Server::State::begin(tcp::socket socket) {
  ++accepted_;
  auto connection = std::make_shared<Connection>(std::move(socket), service_);
  {
    const std::lock_guard lock(mutex_);
    connections_.emplace(connection.get(), connection);
  }
  const auto ended = [self = shared_from_this(), connection](const std::exception_ptr&) {
    self->end(connection.get());
  };
  asio::co_spawn(connection->executor(), connection->run(),
                 asio::bind_cancellation_slot(connection->slot(), ended));
}

void Server::State::end(const Connection* connection) {
  const std::lock_guard lock(mutex_);
  connections_.erase(connection);
}

void Server::State::stop() {
  asio::post(strand_, [self = shared_from_this()] { self->stop_all(); });
}

void Server::State::stop_all() {
  error_code ignored;
  acceptor_.close(ignored);
  pause_.cancel();
  for (const std::shared_ptr<Connection>& connection : connections())
    asio::post(connection->executor(), [connection] { connection->stop(); });
}

std::vector<std::shared_ptr<Connection>> Server::State::connections() const {
  std::vector<std::shared_ptr<Connection>> alive;
  const std::lock_guard lock(mutex_);
  for (const auto& [key, weak] : connections_)
    if (std::shared_ptr<Connection> connection = weak.lock())
      alive.push_back(std::move(connection));
  return alive;
}

Server::Server(asio::any_io_executor executor, Router router, ServerOptions options)
    : state_(std::make_shared<State>(std::move(executor), std::move(router), std::move(options))) {}

Server::~Server() {
  stop();
}

Result<> Server::start() {
  Result<> listening = state_->listen();
  if (listening) state_->start();
  return listening;
}

std::uint16_t Server::port() const {
  return state_->port();
}

void Server::stop() {
  state_->stop();
}

std::size_t Server::open() const {
  return state_->open();
}

std::uint64_t Server::accepted() const {
  return state_->accepted();
}

}  // namespace npushare::http
