#include "config/overlap.hpp"

#include <string>

#include "config/yaml_parse.hpp"

namespace npushare::config {
namespace {

void note_policy(const YamlNode& policy, const char* key, const VolcanoConf& conf,
                 std::string_view conf_name, Report& report) {
  const YamlNode* ours = policy.find(key);
  if (ours == nullptr || ours->kind != YamlKind::kScalar || ours->text == conf.policy) return;
  report.warn(ours->line, "policy." + std::string(key),
              "\"" + ours->text + "\" does not count beside deviceshare.SchedulePolicy \"" +
                  conf.policy + "\" of " + std::string(conf_name),
              "remove it here, or SchedulePolicy there");
}

bool is_same(const YamlNode& map, const ConfigMapSource& other) {
  const ConfigMapSource usual;
  const YamlNode* space = map.find("namespace");
  const YamlNode* name = map.find("name");
  return (space ? space->text : usual.space) == other.space &&
         (name ? name->text : usual.name) == other.name;
}

void note_chips(const YamlNode& document, const VolcanoConf& conf, std::string_view conf_name,
                Report& report) {
  if (!conf.geometries) return;
  for (const char* key : {"deviceConfig", "deviceConfigMap"}) {
    const YamlNode* ours = document.find(key);
    if (ours == nullptr || is_same(*ours, *conf.geometries)) continue;
    if (ours->kind == YamlKind::kScalar && ours->text.empty()) continue;
    report.warn(ours->line, key,
                "counts here, and not the ConfigMap " + conf.geometries->space + "/" +
                    conf.geometries->name + " that deviceshare.KnownGeometriesCMName of " +
                    std::string(conf_name) + " names",
                "see that both describe the same chips, or remove it here");
  }
}

}  // namespace

std::vector<Finding> overlaps_of(std::string_view yaml, const VolcanoConf& conf,
                                 std::string_view conf_name) {
  Report unread;
  const YamlPtr document = parse_one(yaml, unread);
  if (!document || unread.has_errors()) return {};
  Report report;
  const YamlNode* policy = document->find("policy");
  for (const char* key : {"node", "chip"})
    if (policy != nullptr && !conf.policy.empty())
      note_policy(*policy, key, conf, conf_name, report);
  note_chips(*document, conf, conf_name, report);
  return report.findings();
}

}  // namespace npushare::config
