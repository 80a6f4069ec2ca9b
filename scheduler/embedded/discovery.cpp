#include "scheduler/embedded/discovery.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "scheduler/embedded/kinds.hpp"

namespace npushare::embedded {

using wire::Json;

namespace {

std::vector<const Kind*> served(Devices devices) {
  std::vector<const Kind*> found;
  for (const Kind& kind : all_kinds())
    if (devices == Devices::kServed || !is_of_devices(kind)) found.push_back(&kind);
  return found;
}

Json document(const char* kind, const char* version) {
  return Json::Object{{"kind", kind}, {"apiVersion", version}};
}

Json version_entry(const Kind& kind) {
  return Json::Object{{"groupVersion", kind.api_version()}, {"version", kind.version}};
}

Json group_of(const Kind& kind) {
  Json group = Json::Object{{"name", kind.group}};
  group.member("versions").push_back(version_entry(kind));
  group.set("preferredVersion", version_entry(kind));
  return group;
}

Json resource_entry(const Kind& kind, const std::string& subresource) {
  Json entry = Json::Object{{"name", std::string(kind.plural) + subresource},
                            {"singularName", ""},
                            {"namespaced", kind.is_namespaced},
                            {"kind", kind.name}};
  const std::vector<const char*> verbs =
      subresource.empty()
          ? std::vector<const char*>{"create", "delete", "get", "list", "patch", "update", "watch"}
          : std::vector<const char*>{"get", "patch", "update"};
  for (const char* verb : verbs) entry.member("verbs").push_back(verb);
  return entry;
}

/// Each group has one version here.
Json groups(const std::vector<const Kind*>& kinds) {
  Json list = document("APIGroupList", "v1");
  list.set("groups", Json::array());
  std::vector<std::string_view> seen{""};
  for (const Kind* kind : kinds) {
    if (std::ranges::find(seen, kind->group) != seen.end()) continue;
    seen.push_back(kind->group);
    list.member("groups").push_back(group_of(*kind));
  }
  return list;
}

std::optional<Json> group(const std::vector<const Kind*>& kinds, std::string_view name) {
  const auto first = std::ranges::find(kinds, name, &Kind::group);
  if (name.empty() || first == kinds.end()) return std::nullopt;
  Json found = document("APIGroup", "v1");
  merge_patch(found, group_of(**first));
  return found;
}

std::optional<Json> resources(const std::vector<const Kind*>& kinds, std::string_view version) {
  Json list = document("APIResourceList", "v1");
  list.set("groupVersion", version);
  for (const Kind* kind : kinds) {
    if (kind->api_version() != version) continue;
    list.member("resources").push_back(resource_entry(*kind, ""));
    if (kind->has_status) list.member("resources").push_back(resource_entry(*kind, "/status"));
  }
  if (list["resources"].is_null()) return std::nullopt;
  return list;
}

}  // namespace

std::optional<Json> discover(std::string_view path, Devices devices) {
  const std::vector<const Kind*> kinds = served(devices);
  if (path == "/api") {
    Json versions = Json::Object{{"kind", "APIVersions"}};
    versions.member("versions").push_back("v1");
    return versions;
  }
  if (path == "/apis") return groups(kinds);
  if (path == "/api/v1") return resources(kinds, "v1");
  constexpr std::string_view kGroups = "/apis/";
  if (!path.starts_with(kGroups)) return std::nullopt;
  path.remove_prefix(kGroups.size());
  const std::ptrdiff_t slashes = std::ranges::count(path, '/');
  if (slashes == 0) return group(kinds, path);
  return slashes == 1 ? resources(kinds, path) : std::nullopt;
}

}  // namespace npushare::embedded
