#include <algorithm>
#include <limits>
#include <tuple>

#include "config/mapping_reader.hpp"
#include "config/readers.hpp"
#include "config/text_values.hpp"

namespace npushare::config {
namespace {

/// Registrations carry memory and cores as int32 (spec/node-plugin-contract.md 1.2).
constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();

/// Kubernetes allows 63 characters in an annotation's name; the longest is
/// NAME-devices-to-allocate.
constexpr std::size_t kLongestName = 43;
constexpr std::size_t kLongestTemplate = 63;

std::string read_name(MappingReader& from, std::string_view key, std::size_t longest) {
  const std::optional<std::string> name = from.text(key, Presence::kRequired);
  if (!name) return {};
  if (!is_plain_name(*name, longest)) {
    from.refuse(key, "\"" + *name + "\" cannot be a name",
                "use at most " + std::to_string(longest) + " letters, digits, '-', '_' and '.'");
  }
  return *name;
}

void check_resource(MappingReader& from, std::string_view key, const std::string& name) {
  if (name.empty() || is_resource_name(name)) return;
  from.refuse(key, "\"" + name + "\" is not the name of an extended resource",
              "write it as DOMAIN/NAME, e.g. huawei.com/Ascend310P");
}

void read_resources(MappingReader& from, ChipModel& model) {
  take(from.text("resourceName", Presence::kRequired), model.count_resource);
  take(from.text("resourceMemoryName", Presence::kRequired), model.memory_resource);
  model.core_resource = model.count_resource + "-core";
  const YamlNode* core = from.find("resourceCoreName");
  const bool is_blank = core && core->kind == YamlKind::kScalar && core->text.empty();
  if (!is_blank) {
    take(from.text("resourceCoreName"), model.core_resource);
  }
  if (model.core_resource != model.count_resource + "-core") {
    from.warn("resourceCoreName", "Volcano always uses " + model.count_resource + "-core",
              "use that name if Volcano schedules here");
  }
  check_resource(from, "resourceName", model.count_resource);
  check_resource(from, "resourceMemoryName", model.memory_resource);
  check_resource(from, "resourceCoreName", model.core_resource);
}

void read_amounts(MappingReader& from, ChipModel& model) {
  take(from.integer("memoryAllocatable", {1, kMost}, Presence::kRequired), model.allocatable);
  take(from.integer("memoryCapacity", {1, kMost}, Presence::kRequired), model.capacity);
  take(from.integer("aiCore", {1, kMost}, Presence::kRequired), model.ai_cores);
  take(from.integer("aiCPU", {0, kMost}), model.ai_cpus);
  take(from.integer("memoryFactor", {0, kMost}), model.memory_factor);
  model.memory_factor = std::max<std::int64_t>(model.memory_factor, 1);
  if (model.capacity < model.allocatable && model.capacity > MiB{0}) {
    from.refuse("memoryCapacity",
                "is less than memoryAllocatable, " + std::to_string(model.allocatable.value()),
                "a chip cannot share more memory than it has");
  }
}

/// What a part may have of a chip's amount; a chip whose own amount was refused bounds nothing.
Range part_of(std::int64_t amount, std::int64_t left_over) {
  return {1, amount == 0 ? kMost : amount - left_over};
}

Template template_of(const YamlNode& node, const std::string& path, const ChipModel& model,
                     Report& report) {
  MappingReader from(&node, path, report);
  Template split;
  split.name = read_name(from, "name", kLongestTemplate);
  take(from.integer("memory", part_of(model.allocatable.value(), 1), Presence::kRequired),
       split.memory);
  take(from.integer("aiCore", part_of(model.ai_cores.value(), 0), Presence::kRequired),
       split.cores);
  take(from.integer("aiCPU", {0, model.ai_cpus.value()}), split.cpus);
  from.judge_unknown();
  return split;
}

void check_templates(MappingReader& from, const std::vector<Template>& sorted) {
  for (std::size_t k = 1; k < sorted.size(); ++k) {
    if (sorted[k - 1].memory == sorted[k].memory && sorted[k].memory > MiB{0}) {
      from.refuse("templates",
                  sorted[k - 1].name + " and " + sorted[k].name + " have the same memory",
                  "keep one of them");
    }
    for (std::size_t other = 0; other < k; ++other) {
      if (sorted[other].name.empty() || sorted[other].name != sorted[k].name) continue;
      from.refuse("templates", "two have the name \"" + sorted[k].name + "\"", "rename one");
    }
  }
}

void read_templates(MappingReader& from, ChipModel& model, Report& report) {
  constexpr std::size_t kMostTemplates = 64;
  const std::vector<YamlPtr> items = from.list("templates");
  if (items.size() > kMostTemplates) {
    return from.refuse("templates", "has more than 64 entries", "list the splits of one chip");
  }
  for (std::size_t k = 0; k < items.size(); ++k) {
    const std::string path = from.path_of("templates") + "[" + std::to_string(k) + "]";
    model.templates.push_back(template_of(*items[k], path, model, report));
  }
  std::ranges::sort(model.templates, [](const Template& a, const Template& b) {
    return std::tie(a.memory, a.name) < std::tie(b.memory, b.name);
  });
  check_templates(from, model.templates);
}

}  // namespace

ChipModel chip_model_of(const YamlNode& node, const std::string& path, Report& report) {
  MappingReader from(&node, path, report);
  ChipModel model;
  take(from.text("chipName"), model.chip_name);
  model.name = ModelName(read_name(from, "commonWord", kLongestName));
  if (model.chip_name.empty()) {
    from.warn("chipName", "is missing", "the node plugin finds its chips by it");
  }
  read_resources(from, model);
  read_amounts(from, model);
  take(from.text("runtimeClassName"), model.runtime_class);
  take(from.boolean("overwriteEnv"), model.overwrite_env);
  take(from.boolean("superPod"), model.super_pod);
  read_templates(from, model, report);
  from.judge_unknown({"topologyPairs"});
  return model;
}

}  // namespace npushare::config
