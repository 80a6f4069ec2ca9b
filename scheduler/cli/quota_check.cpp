#include "scheduler/cli/quota_check.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include "config/file_kind.hpp"
#include "config/suggestion.hpp"
#include "config/yaml_parse.hpp"
#include "scheduler/backends/quota_limits.hpp"

namespace npushare::cli {
namespace {

using config::Report;
using config::YamlMember;
using config::YamlNode;

constexpr std::string_view kLimits = "limits.";
constexpr std::string_view kRequests = "requests.";

class QuotaCheck {
 public:
  QuotaCheck(const Catalogue& catalogue, Report& report) : catalogue_(catalogue), report_(report) {
    for (const ChipModel& model : catalogue.models)
      for (const std::string& resource :
           {model.count_resource, model.memory_resource, model.core_resource})
        if (!resource.empty()) resources_.push_back(resource);
  }

  void check(const YamlNode& quota) {
    const YamlNode* spec = quota.find("spec");
    const YamlNode* hard = spec == nullptr ? nullptr : spec->find("hard");
    bool is_about_chips = false;
    for (const YamlMember& entry : hard == nullptr ? std::vector<YamlMember>{} : hard->members)
      is_about_chips = check(entry) || is_about_chips;
    if (is_about_chips) return;
    report_.warn(hard == nullptr ? quota.line : hard->line, "spec.hard", "nothing here limits NPUs",
                 "write " + std::string(kLimits) + some_resource());
  }

 private:
  bool is_known(std::string_view resource) const {
    return std::ranges::find(resources_, resource) != resources_.end();
  }
  /// Of the same vendor: huawei.com/
  bool is_akin(std::string_view resource) const {
    const std::string_view vendor = resource.substr(0, resource.find('/') + 1);
    return !vendor.empty() && std::ranges::any_of(resources_, [vendor](const std::string& known) {
      return known.starts_with(vendor);
    });
  }
  std::string some_resource() const { return resources_.empty() ? "RESOURCE" : resources_.front(); }

  /// False for a key that has nothing to do with chips.
  bool check(const YamlMember& entry) {
    const bool limits = entry.key.starts_with(kLimits);
    const std::size_t prefix = entry.key.find('.') + 1;
    const std::string resource = entry.key.substr(prefix);
    if (!limits && !entry.key.starts_with(kRequests)) return false;
    if (!is_known(resource)) return is_akin(resource) && complain_of_unknown(entry, resource);
    if (limits) {
      complain_of_value(entry);
    } else {
      report_.warn(entry.line, path_of(entry), "npushare counts limits of NPUs, not requests",
                   "write " + std::string(kLimits) + resource);
    }
    return true;
  }

  static std::string path_of(const YamlMember& entry) { return "spec.hard." + entry.key; }

  bool complain_of_unknown(const YamlMember& entry, const std::string& resource) {
    const std::optional<std::string> meant = config::nearest(resource, resources_);
    report_.warn(
        entry.line, path_of(entry),
        "no chip of the catalogue has the resource " + resource + ", so this limits nothing",
        meant ? "write " + std::string(kLimits) + *meant
              : "give the chips by --device-config FILE");
    return true;
  }

  void complain_of_value(const YamlMember& entry) {
    wire::ResourceQuota alone;
    alone.hard.emplace(entry.key, entry.value->text);
    for (const backends::QuotaLimit& limit : backends::read_limits(catalogue_, alone)) {
      if (limit.doubt.empty()) continue;
      if (limit.most == 0) {
        report_.error(entry.line, path_of(entry), limit.doubt);
      } else {
        report_.warn(entry.line, path_of(entry), limit.doubt);
      }
      return;
    }
  }

  const Catalogue& catalogue_;
  Report& report_;
  std::vector<std::string> resources_;
};

}  // namespace

std::vector<config::Finding> check_quotas(std::string_view text, const Catalogue& catalogue) {
  Report syntax;  // told by config::check_file()
  Report report;
  for (const config::YamlPtr& document : config::parse_yaml(text, syntax)) {
    if (config::kind_of(*document, "") != config::FileKind::kResourceQuota) continue;
    QuotaCheck(catalogue, report).check(*document);
  }
  return report.findings();
}

}  // namespace npushare::cli
