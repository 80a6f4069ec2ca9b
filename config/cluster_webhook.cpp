#include "config/cluster_webhook.hpp"

#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "config/choice.hpp"
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

ClusterWebhook webhook_of(MappingReader& from) {
  const std::optional<std::string> url = from.text("url", Presence::kRequired);
  std::optional<ClusterWebhook> webhook = webhook_at(url.value_or("/"));
  if (!webhook) {
    from.refuse("url", "\"" + *url + "\" is no URL of this machine",
                "write http://127.0.0.1:PORT/webhook/bindings, or /webhook/bindings for the "
                "service's own");
    webhook.emplace();
  }
  const std::optional<std::int64_t> seconds = from.integer("timeoutSeconds", kTimeouts);
  if (seconds) webhook->timeout = std::chrono::seconds{*seconds};
  return *std::move(webhook);
}

}  // namespace

ClusterWebhooks cluster_webhooks_of(MappingReader& root) {
  static constexpr std::array<std::string_view, 3> kOn = {"bindings", "podCreate", "podDelete"};
  ClusterWebhooks webhooks;
  std::optional<ClusterWebhook>* const places[] = {&webhooks.bindings, &webhooks.pod_create,
                                                   &webhooks.pod_delete};
  const std::vector<YamlPtr> items = root.list("webhooks");
  for (std::size_t k = 0; k < items.size(); ++k) {
    MappingReader from(items[k].get(), "webhooks[" + std::to_string(k) + "]", root.report());
    const std::size_t on = choice(from, "on", kOn).value_or(0);
    ClusterWebhook webhook = webhook_of(from);
    from.refuse_unknown();
    if (*places[on]) {
      root.refuse("webhooks", "are more than one on " + std::string(kOn[on]), "leave one");
    }
    *places[on] = std::move(webhook);
  }
  return webhooks;
}

}  // namespace npushare::config
