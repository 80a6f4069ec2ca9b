#include "scheduler/embedded/extender_dialogue.hpp"

#include <algorithm>

namespace npushare::embedded {

using wire::Json;

namespace {

Error failed(std::string message) {
  return {ErrorCode::kInternal, std::move(message)};
}

/// As it travels inside ExtenderArgs: without its type and without managedFields.
Json pod_in_body(const Json& pod) {
  Json sent = pod;
  sent.erase("kind");
  sent.erase("apiVersion");
  sent.member("metadata").erase("managedFields");
  return sent;
}

}  // namespace

std::string extender_body(const Json& pod, const std::vector<std::string>& nodes) {
  Json names = Json::array();
  for (const std::string& node : nodes) names.push_back(node);
  Json body = Json::object();
  body.set("Pod", pod_in_body(pod));
  body.set("Nodes", Json{});
  body.set("NodeNames", std::move(names));
  return body.text();
}

std::string bind_body(const Json& pod, const std::string& node) {
  Json body = Json::object();
  body.set("PodName", pod.at("metadata", "name"));
  body.set("PodNamespace", pod.at("metadata", "namespace"));
  body.set("PodUID", pod.at("metadata", "uid"));
  body.set("Node", node);
  return body.text();
}

Result<FilterReply> read_filter_reply(std::string_view body,
                                      const std::vector<std::string>& asked) {
  const Result<Json> read = Json::parse(body);
  if (!read) return failed("filter: " + read.error().message);
  const std::string& error = (*read)["Error"].string();
  if (!error.empty()) return failed(error);

  FilterReply reply;
  for (const Json& name : (*read)["NodeNames"].items()) {
    if (std::ranges::find(asked, name.string()) == asked.end()) {
      return failed("extender claims a filtered node \"" + name.string() +
                    "\" which is not found in the input node list");
    }
    reply.nodes.push_back(name.string());
  }
  for (const char* map : {"FailedNodes", "FailedAndUnresolvableNodes"})
    for (const auto& [node, reason] : (*read)[map].members())
      reply.refusals[node] = reason.string();
  return reply;
}

std::string best_host(std::string_view body, std::vector<std::string> hosts) {
  std::map<std::string, std::int64_t> totals;
  const Result<Json> read = Json::parse(body);
  if (read)
    for (const Json& entry : read->items())
      totals[entry["Host"].string()] += entry["Score"].integer();
  std::ranges::sort(hosts);
  return *std::ranges::max_element(hosts, {},
                                   [&totals](const std::string& host) { return totals[host]; });
}

Result<> read_bind_reply(std::string_view body) {
  const Result<Json> read = Json::parse(body);
  if (!read) return failed("bind: " + read.error().message);
  const std::string& error = (*read)["Error"].string();
  if (!error.empty()) return failed(error);
  return {};
}

std::string refusal_message(std::size_t nodes, const std::map<std::string, std::string>& refusals) {
  if (nodes == 0) return "no nodes available to schedule pods";
  std::map<std::string, std::size_t> counts;
  for (const auto& [node, reason] : refusals) ++counts[reason];
  std::vector<std::string> texts;
  for (const auto& [reason, count] : counts) texts.push_back(std::to_string(count) + " " + reason);
  std::ranges::sort(texts);

  std::string message = "0/" + std::to_string(nodes) + " nodes are available";
  for (std::size_t k = 0; k < texts.size(); ++k) message += (k == 0 ? ": " : ", ") + texts[k];
  return message + ".";
}

}  // namespace npushare::embedded
