/// One blocking HTTP call, for tests that talk to a running service or to its embedded cluster.
#pragma once

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <chrono>
#include <cstdint>
#include <string>
#include <utility>

#include "scheduler/kube/rest_client.hpp"
#include "scheduler/wire/json.hpp"

namespace npushare::service_test {

struct Answer {
  unsigned status = 0;
  std::string text;
  wire::Json json;
};

inline boost::asio::awaitable<void> perform(kube::RestClient& client, kube::Call request,
                                            Answer& answer) {
  auto calling = client.call(std::move(request));
  const Result<kube::Reply> reply = co_await std::move(calling);
  answer.status = reply ? reply->status : 0;
  answer.text = reply ? reply->body : reply.error().message;
  client.stop();
}

/// One call to this machine, done when this returns; status 0 when there was no answer in time.
inline Answer call(std::uint16_t port, const std::string& method, const std::string& target,
                   std::string body = {},
                   std::chrono::milliseconds time = std::chrono::seconds(10)) {
  boost::asio::io_context io;
  kube::Endpoint endpoint;
  endpoint.host = "127.0.0.1";
  endpoint.port = std::to_string(port);
  kube::RestClient client(io.get_executor(), endpoint);
  kube::Call request;
  request.method = method;
  request.target = target;
  request.content_type = "application/json";
  request.body = std::move(body);
  request.time_limit = time;
  Answer answer;
  boost::asio::co_spawn(io, perform(client, std::move(request), answer), boost::asio::detached);
  io.run();
  if (Result<wire::Json> json = wire::Json::parse(answer.text)) answer.json = *std::move(json);
  return answer;
}

}  // namespace npushare::service_test
