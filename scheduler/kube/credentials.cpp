#include "scheduler/kube/credentials.hpp"

#include <utility>

#include "scheduler/kube/percent.hpp"
#include "scheduler/wire/base64.hpp"

namespace npushare::kube {
namespace {

std::string header(const std::string& name, const std::string& value) {
  return name + ": " + value + "\r\n";
}

std::string bearer(const std::string& token) {
  return header("Authorization", "Bearer " + token);
}

std::string basic_header(const Endpoint& endpoint) {
  if (endpoint.username.empty() && endpoint.password.empty()) return {};
  return header("Authorization",
                "Basic " + wire::base64(endpoint.username + ":" + endpoint.password));
}

std::string impersonation_headers(const Impersonation& as) {
  if (as.user.empty()) return {};
  std::string lines = header("Impersonate-User", as.user);
  if (!as.uid.empty()) lines += header("Impersonate-Uid", as.uid);
  for (const std::string& group : as.groups) lines += header("Impersonate-Group", group);
  for (const auto& [key, values] : as.extra)
    for (const std::string& value : values)
      lines += header("Impersonate-Extra-" + percent_encoded(key), value);
  return lines;
}

}  // namespace

Credentials::Credentials(asio::any_io_executor executor, const Endpoint& endpoint)
    : tokens_(endpoint.token, endpoint.token_file),
      basic_(basic_header(endpoint)),
      as_(impersonation_headers(endpoint.as)) {
  if (endpoint.exec) plugin_.emplace(std::move(executor), *endpoint.exec, endpoint);
}

asio::awaitable<Result<Identity>> Credentials::current(Clock::time_point due) {
  Identity identity;
  identity.token = tokens_.current(Clock::now());
  if (!identity.token.empty()) {
    identity.headers = bearer(identity.token) + as_;
  } else if (!basic_.empty() || !plugin_) {
    identity.headers = basic_ + as_;
  } else {
    auto asking = plugin_->current(due);
    Result<ExecCredential> credential = co_await std::move(asking);
    if (!credential) co_return credential.error();
    if (!credential->token.empty()) identity.headers = bearer(credential->token);
    identity.headers += as_;
    identity.from_plugin = *std::move(credential);
  }
  co_return identity;
}

bool Credentials::renew(const Identity& refused, Clock::time_point now) {
  if (refused.from_plugin) return plugin_->renew(*refused.from_plugin, now);
  return tokens_.renew(refused.token, now);
}

void Credentials::stop() {
  if (plugin_) plugin_->stop();
}

}  // namespace npushare::kube
