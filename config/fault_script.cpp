#include "config/fault_script.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "config/fault_rule.hpp"
#include "config/yaml_parse.hpp"

namespace npushare::config {
namespace {

constexpr std::size_t kMostRules = 1000;
constexpr std::int64_t kMostCalls = 1'000'000'000;
constexpr std::array<std::string_view, 8> kVerbs = {"get",    "list",  "watch",  "create",
                                                    "update", "patch", "delete", "bind"};

void read_target(MappingReader& from, FaultRule& rule) {
  if (is_plugin_fault(rule.fault)) {
    take(from.text("node"), rule.target.node);
    return;
  }
  take(from.text("kind"), rule.target.kind);
  take(from.text("path"), rule.target.path);
  if (is_watch_fault(rule.fault)) return;
  const std::optional<std::string> verb = from.text("verb");
  if (!verb) return;
  rule.target.verb = *verb;
  if (std::ranges::find(kVerbs, *verb) != kVerbs.end()) return;
  from.refuse("verb", "\"" + *verb + "\" is no verb of the API server",
              "write get, list, watch, create, update, patch, delete or bind");
}

void read_probability(MappingReader& from, FaultTiming& timing) {
  const std::optional<std::string> text = from.text("probability");
  if (!text) return;
  double value = -1;
  const char* end = text->data() + text->size();
  const auto [stop, failure] = std::from_chars(text->data(), end, value);
  if (failure == std::errc{} && stop == end && value >= 0 && value <= 1) {
    timing.probability = value;
    return;
  }
  from.refuse("probability", "\"" + *text + "\" is no probability", "write a number from 0 to 1");
}

void read_timing(MappingReader& from, FaultTiming& timing) {
  read_probability(from, timing);
  if (const auto every = from.integer("every", {1, kMostCalls}))
    timing.every = static_cast<std::uint64_t>(*every);
  if (const auto nth = from.integer("nth", {1, kMostCalls}))
    timing.nth = static_cast<std::uint64_t>(*nth);
  if (const auto limit = from.integer("limit", {0, kMostCalls}))
    timing.limit = static_cast<std::uint64_t>(*limit);
  if (timing.nth && (timing.every != 1 || timing.limit)) {
    from.refuse("nth", "cannot stand beside every or limit", "it strikes once, and only that call");
  }
}

FaultRule rule_of(const YamlNode& node, const std::string& path, Report& report) {
  MappingReader from(&node, path, report);
  FaultRule rule;
  if (!read_fault(from, rule)) return rule;
  take(from.text("name"), rule.name);
  read_target(from, rule);
  read_timing(from, rule.timing);
  read_details(from, rule);
  from.refuse_unknown();
  return rule;
}

}  // namespace

FaultScript fault_script_of(MappingReader& from) {
  FaultScript script;
  if (const auto seed = from.integer("seed", {0, INT64_MAX}))
    script.seed = static_cast<std::uint64_t>(*seed);
  const std::vector<YamlPtr> items = from.list("rules");
  if (items.size() > kMostRules) {
    from.refuse("rules", "are more than 1000", "join some");
    return script;
  }
  for (std::size_t k = 0; k < items.size(); ++k) {
    const std::string path = from.path_of("rules") + "[" + std::to_string(k) + "]";
    script.rules.push_back(rule_of(*items[k], path, from.report()));
  }
  from.refuse_unknown();
  return script;
}

Result<FaultScript> read_fault_script(std::string_view text, std::string_view name) {
  Report report;
  const YamlPtr document = parse_one(text, report);
  if (auto failure = report.failure(name)) return std::move(*failure);
  MappingReader root(document.get(), "", report);
  FaultScript script = fault_script_of(root);
  if (auto failure = report.failure(name)) return std::move(*failure);
  return script;
}

}  // namespace npushare::config
