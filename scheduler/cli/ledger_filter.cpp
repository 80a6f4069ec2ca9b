#include "scheduler/cli/ledger_filter.hpp"

#include <utility>

namespace npushare::cli {
namespace {

using wire::Json;

bool suits_chip(const Json& chip, const LedgerFilter& filter) {
  return filter.chip.empty() || chip["uuid"].string() == filter.chip ||
         chip["index"].number_text() == filter.chip;
}

bool asks_for_pods(const LedgerFilter& filter) {
  return !filter.space.empty() || !filter.pod.empty();
}

bool suits_pod(const std::string& pod, const LedgerFilter& filter) {
  const std::size_t slash = pod.find('/');
  if (!filter.space.empty() && pod.substr(0, slash) != filter.space) return false;
  return filter.pod.empty() || (slash != std::string::npos && pod.substr(slash + 1) == filter.pod);
}

/// The items of the list that hold a share of the pods asked for.
Json of_pods(const Json& list, const LedgerFilter& filter) {
  Json kept = Json::array();
  for (const Json& item : list.items())
    if (suits_pod(item["pod"].string(), filter)) kept.push_back(item);
  return kept;
}

Json chips_of(const Json& node, const LedgerFilter& filter) {
  Json kept = Json::array();
  for (const Json& chip : node["chips"].items()) {
    if (!suits_chip(chip, filter)) continue;
    Json copy = chip;
    copy.set("shares", of_pods(chip["shares"], filter));
    if (asks_for_pods(filter) && copy["shares"].items().empty()) continue;
    kept.push_back(std::move(copy));
  }
  return kept;
}

}  // namespace

Json filtered(const Json& ledgers, const LedgerFilter& filter) {
  Json nodes = Json::array();
  const bool is_narrowed = asks_for_pods(filter) || !filter.chip.empty();
  for (const Json& node : ledgers["nodes"].items()) {
    if (!filter.node.empty() && node["name"].string() != filter.node) continue;
    Json copy = node;
    copy.set("chips", chips_of(node, filter));
    copy.set("orphans", filter.chip.empty() ? of_pods(node["orphans"], filter) : Json::array());
    const bool is_empty = copy["chips"].items().empty() && copy["orphans"].items().empty();
    if (is_narrowed && is_empty) continue;
    nodes.push_back(std::move(copy));
  }
  return Json::Object{{"nodes", std::move(nodes)}};
}

}  // namespace npushare::cli
