#include <map>
#include <string>

#include "scheduler/metrics/hami_tables.hpp"
#include "scheduler/verbs/quotas.hpp"

namespace npushare::metrics {
namespace {

using verbs::QuotaUse;

/// HAMi knows one limit of a resource in a namespace, and none of shares: ours is the tightest.
using Limits = std::map<std::pair<std::string, std::string>, QuotaUse>;

Limits limits_in(const std::vector<QuotaUse>& uses) {
  constexpr std::string_view kPrefix = "limits.";
  Limits limits;
  for (const QuotaUse& use : uses) {
    if (use.limit.what == backends::Counted::kShares) continue;
    const std::pair key{use.space, use.limit.key.substr(kPrefix.size())};
    const auto [known, is_new] = limits.try_emplace(key, use);
    if (!is_new && use.limit.most < known->second.limit.most) known->second = use;
  }
  return limits;
}

struct Words {
  std::string_view space;
  std::string_view name;
};

Labels labels_of(const Limits::value_type& limit, const Words& words) {
  Labels labels;
  labels.add("zone", "vGPU")
      .add(words.space, limit.first.first)
      .add(words.name, limit.first.second);
  return labels;
}

void write_used(PageWriter& page, const Family& family, const Limits& limits, const Words& words) {
  page.begin(family);
  for (const auto& limit : limits) {
    Labels labels = labels_of(limit, words);
    labels.add("limit", std::to_string(limit.second.limit.most));
    if (labels.is_sound()) page.sample(labels.text(), static_cast<double>(limit.second.used));
  }
}

}  // namespace

void write_hami_quotas(PageWriter& page, const std::vector<QuotaUse>& uses,
                       config::HamiNames names) {
  const Limits limits = limits_in(uses);
  const Words now{.space = "namespace", .name = "quota_name"};
  write_used(page,
             {Kind::kGauge, "hami_resource_quota_used",
              "What the namespace holds of the resource: MiB, or percent of a chip."},
             limits, now);
  page.begin({Kind::kGauge, "hami_resource_quota_limit", "What it may hold, in the same unit."});
  for (const auto& limit : limits) {
    const Labels labels = labels_of(limit, now);
    if (labels.is_sound()) page.sample(labels.text(), static_cast<double>(limit.second.limit.most));
  }
  if (names == config::HamiNames::kLegacy)
    write_used(page,
               {Kind::kGauge, "QuotaUsed",
                "What the namespace holds of the resource: MiB, or percent of a chip."},
               limits, {.space = "quotanamespace", .name = "quotaName"});
}

}  // namespace npushare::metrics
