#include "config/managed_resources.hpp"

#include <algorithm>

#include "config/device_config.hpp"
#include "config/text_values.hpp"

namespace npushare::config {
namespace {

constexpr const char* kKey = "managedResources";

enum class Role : std::uint8_t { kCount, kAmount };

const ManagedResource* find_in(const std::vector<ManagedResource>& managed,
                               const std::string& name) {
  const auto same = std::ranges::find(managed, name, &ManagedResource::name);
  return same == managed.end() ? nullptr : &*same;
}

bool names_model(const std::vector<ManagedResource>& managed, const ChipModel& model) {
  return find_in(managed, model.count_resource) || find_in(managed, model.memory_resource) ||
         find_in(managed, model.core_resource);
}

std::string line_to_write(const std::string& name, Role role) {
  return "`- {name: " + name + (role == Role::kAmount ? ", ignoredByScheduler: true}`" : "}`");
}

void check_one(const std::vector<ManagedResource>& managed, const MappingReader& extender,
               const std::string& name, Role role) {
  Report& report = extender.report();
  const std::string path = extender.path_of(kKey);
  const ManagedResource* there = find_in(managed, name);
  if (!there) {
    const char* effect = role == Role::kAmount ? ", so kube-scheduler counts it itself" : "";
    report.error(extender.line(), path, name + " is missing" + effect,
                 "add " + line_to_write(name, role));
    return;
  }
  if (role == Role::kAmount && !there->is_ignored) {
    report.error(there->line, path, name + " is not ignored, so no node seems to have any",
                 "write " + line_to_write(name, role));
  }
  if (role == Role::kCount && there->is_ignored) {
    report.warn(there->line, path,
                name + " is ignored, so nodes without NPUs crowd out the others in the sample",
                "write " + line_to_write(name, role));
  }
}

ManagedResource managed_of(const YamlNode& node, const std::string& path, Report& report) {
  MappingReader from(&node, path, report);
  ManagedResource resource;
  resource.line = node.line;
  take(from.text("name", Presence::kRequired), resource.name);
  if (!resource.name.empty() && !is_resource_name(resource.name)) {
    from.refuse("name", "\"" + resource.name + "\" is not the name of an extended resource",
                "write it as DOMAIN/NAME");
  }
  take(from.boolean("ignoredByScheduler"), resource.is_ignored);
  from.refuse_unknown();
  return resource;
}

}  // namespace

std::vector<ManagedResource> managed_resources_of(MappingReader& extender) {
  std::vector<ManagedResource> managed;
  const std::vector<YamlPtr> items = extender.list(kKey);
  for (std::size_t k = 0; k < items.size(); ++k) {
    const std::string path = extender.path_of(kKey) + "[" + std::to_string(k) + "]";
    managed.push_back(managed_of(*items[k], path, extender.report()));
  }
  return managed;
}

bool names_any(const std::vector<ManagedResource>& managed, const Catalogue& catalogue) {
  return std::ranges::any_of(
      catalogue.models, [&managed](const ChipModel& model) { return names_model(managed, model); });
}

void check_managed(const std::vector<ManagedResource>& managed, const MappingReader& extender,
                   const Catalogue* shared) {
  const Catalogue& catalogue = shared ? *shared : built_in_catalogue();
  if (!shared && !names_any(managed, catalogue)) {
    extender.report().error(
        extender.line(), extender.path_of(kKey), "names no NPU resource",
        "add those of your chips, e.g. " + line_to_write("huawei.com/Ascend310P", Role::kCount) +
            ", " + line_to_write("huawei.com/Ascend310P-memory", Role::kAmount) + " and " +
            line_to_write("huawei.com/Ascend310P-core", Role::kAmount));
    return;
  }
  for (const ChipModel& model : catalogue.models) {
    if (!shared && !names_model(managed, model)) continue;
    check_one(managed, extender, model.count_resource, Role::kCount);
    check_one(managed, extender, model.memory_resource, Role::kAmount);
    check_one(managed, extender, model.core_resource, Role::kAmount);
  }
}

}  // namespace npushare::config
