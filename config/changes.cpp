#include "config/changes.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace npushare::config {
namespace {

constexpr const char* kListed = "listed";

std::string number(std::int64_t value) {
  return std::to_string(value);
}

std::string yes_or_no(bool value) {
  return value ? "true" : "false";
}

std::string word_of(HamiNames names) {
  switch (names) {
    case HamiNames::kNone: return "none";
    case HamiNames::kCurrent: return "current";
    case HamiNames::kLegacy: return "legacy";
  }
  __builtin_unreachable();
}

std::string word_of(LeakHandling leaks) {
  switch (leaks) {
    case LeakHandling::kReport: return "report";
    case LeakHandling::kDeleteOwn: return "delete-own";
    case LeakHandling::kDeleteHamiShaped: return "delete-hami-shaped";
  }
  __builtin_unreachable();
}

std::string word_of(NodeResources fate) {
  switch (fate) {
    case NodeResources::kKeep: return "keep";
    case NodeResources::kPublish: return "publish";
    case NodeResources::kRemove: return "remove";
  }
  __builtin_unreachable();
}

std::string word_of(DraMode mode) {
  switch (mode) {
    case DraMode::kConvert: return "convert";
    case DraMode::kSplit: return "split";
    case DraMode::kChecked: return "checked";
    case DraMode::kMirror: return "mirror";
  }
  __builtin_unreachable();
}

std::string word_of(VolcanoFormulas formulas) {
  switch (formulas) {
    case VolcanoFormulas::kNpushare: return "npushare";
    case VolcanoFormulas::kVolcano: return "volcano";
  }
  __builtin_unreachable();
}

std::string address_of(const Settings& settings) {
  const bool is_v6 = settings.listen_address.find(':') != std::string::npos;
  const std::string& address = settings.listen_address;
  return (is_v6 ? "[" + address + "]" : address) + ":" + number(settings.listen_port);
}

std::string text_of(const Template& slice) {
  return slice.name + " " + number(slice.memory.value()) + " MiB " + number(slice.cores.value()) +
         " cores " + number(slice.cpus.value()) + " CPUs";
}

std::string text_of(const std::vector<Template>& slices) {
  std::string text;
  for (const Template& slice : slices) text += (text.empty() ? "" : ", ") + text_of(slice);
  return text;
}

void append(std::vector<FieldValue>& fields, const ChipModel& model) {
  const std::string whole = "vnpus[" + model.name.text() + "]";
  const std::string prefix = whole + ".";
  fields.push_back({whole, kListed});
  const auto add = [&](const char* key, std::string value) {
    fields.push_back({prefix + key, std::move(value)});
  };
  add("chipName", model.chip_name);
  add("resourceName", model.count_resource);
  add("resourceMemoryName", model.memory_resource);
  add("resourceCoreName", model.core_resource);
  add("memoryAllocatable", number(model.allocatable.value()));
  add("memoryCapacity", number(model.capacity.value()));
  add("memoryFactor", number(model.memory_factor));
  add("aiCore", number(model.ai_cores.value()));
  add("aiCPU", number(model.ai_cpus.value()));
  add("runtimeClassName", model.runtime_class);
  add("overwriteEnv", yes_or_no(model.overwrite_env));
  add("superPod", yes_or_no(model.super_pod));
  add("templates", text_of(model.templates));
}

const std::string* value_of(const std::vector<FieldValue>& fields, const std::string& field) {
  const auto found = std::ranges::find(fields, field, &FieldValue::field);
  return found == fields.end() ? nullptr : &found->value;
}

/// A model that comes or goes is one change, not one for each of its fields.
bool is_part_of_a_change(const std::string& field, const std::vector<FieldValue>& others) {
  const std::size_t end = field.find("].");
  return end != std::string::npos && value_of(others, field.substr(0, end + 1)) == nullptr;
}

}  // namespace

std::vector<FieldValue> fields_of(const Settings& settings) {
  const ConfigMapSource map = settings.device_config_map.value_or(ConfigMapSource{"", "", ""});
  const TlsSettings tls = settings.tls.value_or(TlsSettings{});
  const LeaseSettings lease = settings.leader_election.value_or(LeaseSettings{"", ""});
  return {
      {"listen", address_of(settings)},
      {"policy.node", settings.node_policy},
      {"policy.chip", settings.chip_policy},
      {"filter.singleNode", yes_or_no(settings.single_node)},
      {"lock", settings.node_lock ? "hami" : "none"},
      {"reservedMemoryMiB", number(settings.reserved_memory.value())},
      {"bind.deadline", number(settings.bind_deadline.count()) + "ms"},
      {"node.registrationTimeout", number(settings.registration_timeout.count()) + "s"},
      {"deviceConfig", settings.device_config},
      {"deviceConfigMap.namespace", map.space},
      {"deviceConfigMap.name", map.name},
      {"deviceConfigMap.key", map.key},
      {"http.bodyLimit", std::to_string(settings.body_limit)},
      {"tls.certFile", tls.cert_file},
      {"tls.keyFile", tls.key_file},
      {"tls.clientCAFile", tls.client_ca_file},
      {"leaderElection.namespace", lease.space},
      {"leaderElection.name", lease.name},
      {"admin.auth", settings.admin_auth == AdminAuth::kNone ? "none" : "kubernetes"},
      {"metrics.hamiNames", word_of(settings.hami_names)},
      {"log.level", settings.log_level},
      {"history.decisions", std::to_string(settings.history_decisions)},
      {"history.perPod", std::to_string(settings.history_per_pod)},
      {"audit.file", settings.audit_file},
      {"dra.convert", settings.convert.is_on ? "on" : "off"},
      {"dra.mode", word_of(settings.dra.mode)},
      {"dra.convert.mode", settings.convert.mode == ConvertMode::kTemplate ? "template" : "claim"},
      {"dra.convert.coreDefault",
       settings.convert.core_default == CoreDefault::kPolicy ? "policy" : "zero"},
      {"dra.convert.enforceModel", yes_or_no(settings.convert.enforces_model())},
      {"dra.convert.deviceClass", settings.convert.device_class},
      {"dra.leaks", word_of(settings.leaks)},
      {"volcano.formulas", word_of(settings.volcano_formulas)},
      {"nodeResources", word_of(settings.node_resources)}};
}

std::vector<FieldValue> fields_of(const Catalogue& catalogue) {
  std::vector<FieldValue> fields{{"vnpus.hamiVnpuCore", yes_or_no(catalogue.soft_by_default)}};
  for (const ChipModel& model : catalogue.models) append(fields, model);
  return fields;
}

std::vector<FieldValue> fields_of(const VolcanoConf& conf) {
  return {{"deviceshare.SchedulePolicy", conf.policy},
          {"deviceshare.ScheduleWeight", conf.weight ? number(*conf.weight) : ""},
          {"deviceshare.AscendHAMiVNPUEnable", yes_or_no(conf.picks_chips)},
          {"extender.allocateFuncVerb", yes_or_no(conf.asks_allocate)}};
}

std::vector<Change> changes_between(const std::vector<FieldValue>& before,
                                    const std::vector<FieldValue>& after) {
  std::vector<Change> changes;
  for (const FieldValue& old : before) {
    const std::string* now = value_of(after, old.field);
    const bool is_same = now != nullptr && *now == old.value;
    if (is_same || is_part_of_a_change(old.field, after)) continue;
    changes.push_back({old.field, old.value, now == nullptr ? "" : *now});
  }
  for (const FieldValue& fresh : after) {
    const bool is_new = value_of(before, fresh.field) == nullptr;
    if (is_new && !is_part_of_a_change(fresh.field, before))
      changes.push_back({fresh.field, "", fresh.value});
  }
  return changes;
}

bool applies_live(const std::string& field) {
  static constexpr std::array<std::string_view, 11> kLive = {
      "policy.node",       "policy.chip",   "filter.singleNode", "lock",
      "reservedMemoryMiB", "bind.deadline", "deviceConfig",      "log.level",
      "volcano.formulas",  "nodeResources", "dra.mode"};
  return field.starts_with("vnpus") || field.starts_with("deviceshare.") ||
         field.starts_with("extender.") || std::ranges::find(kLive, field) != kLive.end();
}

}  // namespace npushare::config
