#include <algorithm>
#include <string>

#include "config/device_config.hpp"
#include "config/managed_resources.hpp"
#include "config/volcano_check.hpp"

namespace npushare::config {
namespace {

constexpr const char* kAllocate = "extender.allocateFuncVerb";
constexpr const char* kDeallocate = "extender.deallocateFuncVerb";

/// Mode B, and nobody else: without the HAMi switch nothing but us can give a pod its chips.
void check_allocator(const VolcanoParts& parts, Report& report) {
  const VolcanoArguments& given = parts.extender_arguments;
  for (const char* verb : {kAllocate, kDeallocate}) {
    const bool is_set = !given.text(verb).empty();
    if (is_set == !parts.picks_chips()) continue;
    if (is_set) {
      report.error(given.line_of(verb), verb,
                   "\"" + given.text(verb) +
                       "\" makes npushare the allocator while deviceshare.AscendHAMiVNPUEnable is "
                       "true: two would pick chips",
                   "remove the switch, or both verbs to have npushare advise only");
    } else {
      report.error(given.line_of(verb), verb,
                   "is not set, and deviceshare.AscendHAMiVNPUEnable is not true either: nobody "
                   "keeps chips for a pod between its placement and its binding",
                   "add `" + std::string(verb) + ": " +
                       (verb == std::string(kAllocate) ? "allocateFunc`" : "deallocateFunc`"));
    }
  }
}

std::ptrdiff_t position_of(const VolcanoParts& parts, const VolcanoEntry& entry) {
  return &entry - parts.tiers.plugins.data();
}

void check_order(const VolcanoParts& parts, Report& report) {
  const VolcanoEntry* predicates = parts.tiers.plugin("predicates");
  if (predicates == nullptr) return;
  if (position_of(parts, *parts.extender) > position_of(parts, *predicates)) return;
  report.warn(parts.extender->line, parts.extender->path,
              "extender stands before predicates, so npushare is asked about nodes that cheaper "
              "checks would have ruled out",
              "move it behind predicates");
}

/// One of a pod's resources on the list is enough for the pod to be sent.
void check_listed(std::size_t line, const std::vector<std::string>& listed, Report& report) {
  std::vector<ManagedResource> managed;
  for (const std::string& name : listed) managed.push_back({.name = name});
  if (names_any(managed, built_in_catalogue())) return;
  report.warn(line, "extender.managedResources",
              "lists no resource of a known chip, so pods that ask for NPUs are placed without "
              "npushare",
              "add `- huawei.com/Ascend310P`, or the resources of your own chips");
}

void check_resources(const VolcanoArguments& given, Report& report) {
  constexpr const char* kResources = "extender.managedResources";
  const bool is_refused = given.has(kResources) && !given.takes(kResources);
  if (is_refused) return;
  const std::vector<std::string> listed = given.texts(kResources);
  if (!listed.empty()) return check_listed(given.line_of(kResources), listed, report);
  report.warn(given.line_of(kResources), kResources,
              "lists nothing, so every pod of the cluster is sent to npushare with its node",
              "list the resources of your chips: `- huawei.com/Ascend310P` and "
              "`- huawei.com/Ascend310P-memory`");
}

void check_verbs(const VolcanoArguments& given, Report& report) {
  constexpr const char* kOpen = "extender.onSessionOpenVerb";
  constexpr const char* kReady = "extender.jobReadyVerb";
  if (!given.text(kOpen).empty() && !given.truth("extender.ignorable"))
    report.warn(given.line_of(kOpen), kOpen,
                "when this call fails, Volcano asks npushare nothing in that session and places "
                "pods all the same; it also sends the whole cluster each second",
                "remove it; npushare needs no such call");
  if (!given.text(kReady).empty())
    report.error(given.line_of(kReady), kReady,
                 "when this call fails, Volcano takes the job for ready, and for never ready with "
                 "extender.ignorable: the wrong way round",
                 "remove it; npushare needs no such call");
}

bool names_host(std::string_view url) {
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (!url.starts_with(scheme)) continue;
    const std::string_view host = url.substr(scheme.size());
    return !host.empty() && host.front() != '/' && host.front() != ':' && host.front() != '?';
  }
  return false;
}

void check_url(const VolcanoArguments& given, Report& report) {
  constexpr const char* kUrl = "extender.urlPrefix";
  const std::string url = given.text(kUrl);
  if (names_host(url)) return;
  report.error(given.line_of(kUrl), kUrl,
               url.empty() ? "is missing, so every call fails before it is sent"
                           : "\"" + url + "\" lacks http:// or a host, so every call fails",
               "write it as `http://npushare.kube-system:8080/volcano`");
}

}  // namespace

void check_volcano_extender(const VolcanoParts& parts, Report& report) {
  if (parts.extender == nullptr) return;
  const VolcanoArguments& given = parts.extender_arguments;
  check_url(given, report);
  check_allocator(parts, report);
  check_order(parts, report);
  check_resources(given, report);
  check_verbs(given, report);
}

}  // namespace npushare::config
