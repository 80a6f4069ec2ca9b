#include "scheduler/kube/exec_credential.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <iterator>

#include "scheduler/wire/base64.hpp"
#include "scheduler/wire/json.hpp"

namespace npushare::kube {
namespace {

using wire::Json;

Json cluster_of(const Endpoint& endpoint) {
  Json cluster = Json::object();
  cluster.set("server", (endpoint.tls ? "https://" : "http://") + authority_of(endpoint));
  if (!endpoint.server_name.empty()) cluster.set("tls-server-name", endpoint.server_name);
  if (endpoint.skip_verify) cluster.set("insecure-skip-tls-verify", true);
  std::string roots = endpoint.ca_pem;
  if (roots.empty() && !endpoint.ca_file.empty()) {
    std::ifstream file(endpoint.ca_file, std::ios::binary);
    roots.assign(std::istreambuf_iterator<char>(file), {});
  }
  if (!roots.empty()) cluster.set("certificate-authority-data", wire::base64(roots));
  return cluster;
}

Error wrong(const std::string& what) {
  return {ErrorCode::kInvalid, "its answer " + what};
}

/// What stands behind the seconds: a fraction, which is cut off, and the zone, in minutes east.
std::optional<std::chrono::minutes> zone_in(std::string_view rest) {
  if (rest.starts_with('.'))
    rest.remove_prefix(std::min(rest.find_first_not_of("0123456789", 1), rest.size()));
  if (rest == "Z") return std::chrono::minutes{0};
  const bool is_offset = rest.size() == 6 && (rest[0] == '+' || rest[0] == '-');
  int hours = 0;
  int minutes = 0;
  if (!is_offset ||
      std::sscanf(std::string(rest.substr(1)).c_str(), "%2d:%2d", &hours, &minutes) != 2)
    return std::nullopt;
  const std::chrono::minutes east = std::chrono::hours{hours} + std::chrono::minutes{minutes};
  return rest[0] == '-' ? -east : east;
}

/// RFC 3339.
std::optional<std::chrono::sys_seconds> time_in(const std::string& text) {
  namespace chrono = std::chrono;
  std::array<int, 6> part{};
  int used = 0;
  const int found = std::sscanf(text.c_str(), "%4d-%2d-%2dT%2d:%2d:%2d%n", &part[0], &part[1],
                                &part[2], &part[3], &part[4], &part[5], &used);
  if (found != 6) return std::nullopt;
  const chrono::year_month_day day{chrono::year{part[0]},
                                   chrono::month{static_cast<unsigned>(part[1])},
                                   chrono::day{static_cast<unsigned>(part[2])}};
  const auto zone = zone_in(std::string_view(text).substr(static_cast<std::size_t>(used)));
  if (!day.ok() || !zone) return std::nullopt;
  return chrono::sys_days{day} + chrono::hours{part[3]} + chrono::minutes{part[4]} +
         chrono::seconds{part[5]} - *zone;
}

bool is_header_text(std::string_view text) {
  return std::ranges::all_of(text, [](char letter) { return letter > ' ' && letter <= '~'; });
}

Result<> check(const ExecCredential& credential) {
  const bool has_cert = !credential.client_cert_pem.empty();
  if (has_cert != !credential.client_key_pem.empty())
    return wrong("has only one of status.clientCertificateData and status.clientKeyData");
  if (credential.token.empty() && !has_cert)
    return wrong("has neither status.token nor a client certificate");
  if (!is_header_text(credential.token))
    return wrong("has a status.token with blanks or control characters");
  return {};
}

}  // namespace

std::string exec_info(const ExecPlugin& plugin, const Endpoint& endpoint) {
  Json spec = Json::object();
  spec.set("interactive", false);
  if (plugin.wants_cluster) spec.set("cluster", cluster_of(endpoint));
  Json info = Json::object();
  info.set("apiVersion", plugin.api_version);
  info.set("kind", "ExecCredential");
  info.set("spec", std::move(spec));
  return info.text();
}

Result<ExecCredential> read_exec_credential(std::string_view text, std::string_view api_version) {
  const Result<Json> json = Json::parse(text);
  if (!json || (*json)["kind"].string() != "ExecCredential") return wrong("is no ExecCredential");
  if ((*json)["apiVersion"].string() != api_version)
    return wrong("has the apiVersion \"" + (*json)["apiVersion"].string() + "\" where " +
                 std::string(api_version) + " was asked for");
  const Json& status = (*json)["status"];
  ExecCredential credential{.token = status["token"].string(),
                            .client_cert_pem = status["clientCertificateData"].string(),
                            .client_key_pem = status["clientKeyData"].string()};
  if (const Result<> good = check(credential); !good) return good.error();
  const std::string& expiry = status["expirationTimestamp"].string();
  if (expiry.empty()) return credential;
  credential.expires = time_in(expiry);
  if (!credential.expires)
    return wrong("has the status.expirationTimestamp \"" + expiry + "\", which is no time");
  return credential;
}

}  // namespace npushare::kube
