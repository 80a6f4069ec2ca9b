#include "scheduler/app/rules.hpp"

#include <fstream>
#include <iterator>
#include <string_view>
#include <utility>

#include "config/device_config.hpp"
#include "policies/registry.hpp"

namespace npushare {
namespace {

Result<const Policy*> policy_from(const char* key, const std::string& name) {
  if (const Policy* policy = find_policy(name)) return policy;
  std::string text = std::string(key) + ": \"" + name + "\" is not a policy; write one of";
  for (const std::string_view known : policy_names()) text.append(" ").append(known);
  return Error{ErrorCode::kInvalid, std::move(text)};
}

/// Without a weight Volcano's own formulas score nothing, as they do there; ours count.
verbs::VolcanoRules volcano_rules(const config::Settings& settings,
                                  const std::optional<config::VolcanoConf>& conf) {
  verbs::VolcanoRules rules;
  if (!conf) return rules;
  const bool is_ours = settings.volcano_formulas == config::VolcanoFormulas::kNpushare;
  rules.weight = conf->weight.value_or(is_ours ? verbs::kVolcanoWeight : 0);
  rules.is_adviser = conf->picks_chips;
  return rules;
}

backends::Segments segments_for(const std::optional<config::VolcanoConf>& conf) {
  return conf && conf->picks_chips ? backends::Segments::kServedContainers
                                   : backends::Segments::kEveryContainer;
}

}  // namespace

Result<std::string> read_text_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return Error{ErrorCode::kNotFound, path + ": cannot be read"};
  return std::string(std::istreambuf_iterator<char>(file), {});
}

Result<config::Settings> settings_from(const std::string& yaml, const std::string& name,
                                       const std::string& listen) {
  Result<config::Settings> settings = config::read_settings(yaml, name);
  if (!settings || listen.empty()) return settings;
  const auto named = config::read_settings("listen: '" + listen + "'", "--listen");
  if (!named) return named.error();
  settings->listen_address = named->listen_address;
  settings->listen_port = named->listen_port;
  return settings;
}

Result<config::Settings> read_settings_file(const std::string& path, const std::string& listen) {
  if (path.empty()) return settings_from("", "the defaults", listen);
  const Result<std::string> yaml = read_text_file(path);
  if (!yaml) return yaml.error();
  return settings_from(*yaml, path, listen);
}

Result<Catalogue> read_catalogue(const config::Settings& settings) {
  if (settings.device_config.empty()) return config::built_in_catalogue();
  const Result<std::string> yaml = read_text_file(settings.device_config);
  if (!yaml) return yaml.error();
  return config::read_device_config(*yaml, settings.device_config);
}

Result<std::shared_ptr<const verbs::Rules>> make_rules(
    const config::Settings& settings, const Catalogue& catalogue,
    const std::optional<config::VolcanoConf>& volcano) {
  const Result<const Policy*> node = policy_from("policy.node", settings.node_policy);
  if (!node) return node.error();
  const Result<const Policy*> chip = policy_from("policy.chip", settings.chip_policy);
  if (!chip) return chip.error();
  return std::make_shared<const verbs::Rules>(verbs::Rules{
      .dialect = backends::Dialect(catalogue, {.reserved_memory = settings.reserved_memory,
                                               .segments = segments_for(volcano)}),
      .node_policy = *node,
      .chip_policy = *chip,
      .node_policy_name = settings.node_policy,
      .chip_policy_name = settings.chip_policy,
      .single_node = settings.single_node,
      .lock = settings.node_lock ? verbs::LockUse::kHami : verbs::LockUse::kNone,
      .bind_deadline = settings.bind_deadline,
      .volcano = volcano_rules(settings, volcano)});
}

}  // namespace npushare
