#include "scheduler/cli/http_client.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <fstream>
#include <optional>
#include <utility>

#include "scheduler/cli/text.hpp"
#include "scheduler/cli/url.hpp"

namespace npushare::cli {
namespace asio = boost::asio;
namespace {

/// Both pointers outlive the call: send() runs the loop until the answer is there.
asio::awaitable<void> deliver(kube::RestClient* client, kube::Call call,
                              std::optional<Result<kube::Reply>>* answer) {
  asio::awaitable<Result<kube::Reply>> pending = client->call(std::move(call));
  answer->emplace(co_await std::move(pending));
}

}  // namespace

struct HttpClient::Loop {
  explicit Loop(kube::Endpoint endpoint) : client(context.get_executor(), std::move(endpoint)) {}

  asio::io_context context{1};
  kube::RestClient client;
};

Result<std::unique_ptr<HttpClient>> HttpClient::open(std::string url, std::string hint) {
  Result<kube::Endpoint> endpoint = endpoint_of(url);
  if (!endpoint) return endpoint.error();
  return std::unique_ptr<HttpClient>(
      new HttpClient(std::move(url), std::move(hint), std::move(*endpoint)));
}

Result<std::unique_ptr<HttpClient>> HttpClient::open(const ServiceAccess& service,
                                                     std::string hint) {
  Result<kube::Endpoint> endpoint = endpoint_of(service.url);
  if (!endpoint) return endpoint.error();
  for (const std::string& path : {service.token_file, service.ca_file})
    if (!path.empty() && !std::ifstream(path))
      return Error{ErrorCode::kNotFound, path + ": cannot be read"};
  endpoint->token_file = service.token_file;
  endpoint->ca_file = service.ca_file;
  return std::unique_ptr<HttpClient>(
      new HttpClient(service.url, std::move(hint), std::move(*endpoint)));
}

HttpClient::HttpClient(std::string url, std::string hint, kube::Endpoint endpoint)
    : url_(std::move(url)),
      hint_(std::move(hint)),
      loop_(std::make_unique<Loop>(std::move(endpoint))) {}

HttpClient::~HttpClient() {
  loop_->client.stop();
}

Result<kube::Reply> HttpClient::send(kube::Call call) {
  std::optional<Result<kube::Reply>> answer;
  asio::co_spawn(loop_->context, deliver(&loop_->client, std::move(call), &answer), asio::detached);
  loop_->context.restart();
  while (!answer && loop_->context.run_one() > 0) {
  }
  if (!answer) return Error{ErrorCode::kTimeout, "no answer from " + url_ + "; " + hint_};
  if (*answer) return std::move(*answer);
  return Error{ErrorCode::kTimeout,
               "cannot reach " + url_ + ": " + printable(answer->error().message) + "; " + hint_};
}

}  // namespace npushare::cli
