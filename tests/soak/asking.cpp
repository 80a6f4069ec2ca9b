#include "tests/soak/asking.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>

#include "scheduler/kube/rest_client.hpp"

namespace npushare::soak {
namespace {

boost::asio::awaitable<void> perform(kube::RestClient& client, kube::Call call, Reply& reply) {
  auto calling = client.call(std::move(call));
  const Result<kube::Reply> answer = co_await std::move(calling);
  if (answer) reply = {answer->status, answer->body};
  if (!answer) reply.body = answer.error().message;
  client.stop();
}

}  // namespace

wire::Json Reply::json() const {
  const Result<wire::Json> read = wire::Json::parse(body);
  return read ? *read : wire::Json{};
}

Reply ask(std::uint16_t port, const std::string& method, const std::string& target,
          std::string body, std::chrono::milliseconds time) {
  boost::asio::io_context io;
  kube::Endpoint endpoint;
  endpoint.host = "127.0.0.1";
  endpoint.port = std::to_string(port);
  kube::RestClient client(io.get_executor(), endpoint);
  kube::Call call;
  call.method = method;
  call.target = target;
  call.content_type = "application/json";
  call.body = std::move(body);
  call.time_limit = time;
  Reply reply;
  boost::asio::co_spawn(io, perform(client, std::move(call), reply), boost::asio::detached);
  io.run();
  return reply;
}

}  // namespace npushare::soak
