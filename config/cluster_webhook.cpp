#include "config/cluster_webhook.hpp"

#include <string_view>

#include "config/text_values.hpp"

namespace npushare::config {
namespace {

constexpr Range kTimeouts{1, 30};  // seconds, as the API has them

/// Nothing for a URL of another form.
std::optional<ClusterWebhook> webhook_at(std::string_view url) {
  constexpr std::string_view kScheme = "http://";
  if (url.starts_with('/')) return ClusterWebhook{.path = std::string(url)};
  if (!url.starts_with(kScheme)) return std::nullopt;
  url.remove_prefix(kScheme.size());
  const std::size_t slash = url.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  const std::optional<Endpoint> host = endpoint_in(url.substr(0, slash));
  if (!host || host->address != "127.0.0.1" || host->port == 0) return std::nullopt;
  return ClusterWebhook{.port = host->port, .path = std::string(url.substr(slash))};
}

}  // namespace

std::optional<ClusterWebhook> cluster_webhook_of(MappingReader& root) {
  const std::vector<YamlPtr> items = root.list("webhooks");
  if (items.empty()) return std::nullopt;
  if (items.size() > 1) {
    root.refuse("webhooks", "are more than one", "leave one");
    return std::nullopt;
  }
  MappingReader from(items.front().get(), "webhooks[0]", root.report());
  const std::optional<std::string> url = from.text("url", Presence::kRequired);
  std::optional<ClusterWebhook> webhook = webhook_at(url.value_or("/"));
  if (!webhook) {
    from.refuse("url", "\"" + *url + "\" is no URL of this machine",
                "write http://127.0.0.1:PORT/webhook/bindings, or /webhook/bindings for the "
                "service's own");
  }
  const std::optional<std::int64_t> seconds = from.integer("timeoutSeconds", kTimeouts);
  if (webhook && seconds) webhook->timeout = std::chrono::seconds{*seconds};
  from.refuse_unknown();
  return webhook;
}

}  // namespace npushare::config
