#include <cstdint>
#include <functional>
#include <vector>

#include "scheduler/metrics/service_page.hpp"
#include "scheduler/verbs/quotas.hpp"

namespace npushare::metrics {
namespace {

using backends::Counted;
using verbs::QuotaUse;

constexpr double kBytes = 1024.0 * 1024.0;
constexpr double kPercent = 100.0;

double in_base_units(std::int64_t amount, Counted what) {
  const double value = static_cast<double>(amount);
  switch (what) {
    case Counted::kMemory: return value * kBytes;
    case Counted::kCores: return value / kPercent;
    case Counted::kShares: return value;
  }
  __builtin_unreachable();
}

void write(PageWriter& page, const Family& family, const std::vector<QuotaUse>& uses,
           double (*value_of)(const QuotaUse&)) {
  page.begin(family);
  for (const QuotaUse& use : uses) {
    Labels labels;
    labels.add("namespace", use.space)
        .add("quota", use.limit.quota)
        .add("model", use.limit.model.text())
        .add("resource", backends::word_of(use.limit.what));
    if (labels.is_sound()) page.sample(labels.text(), value_of(use));
  }
}

}  // namespace

void write_quotas(PageWriter& page, verbs::Quotas& quotas) {
  const std::vector<QuotaUse> uses = quotas.uses();
  write(page,
        {Kind::kGauge, "npushare_quota_limit",
         "What a ResourceQuota allows its namespace: bytes of memory, whole chips' cores, shares."},
        uses, [](const QuotaUse& use) { return in_base_units(use.limit.most, use.limit.what); });
  write(page,
        {Kind::kGauge, "npushare_quota_used",
         "What the namespace holds of what is limited, in the same units."},
        uses, [](const QuotaUse& use) { return in_base_units(use.used, use.limit.what); });
  write(page,
        {Kind::kGauge, "npushare_quota_doubtful",
         "1 for a limit that is hardly meant, as 10Gi where MiB count, or that cannot be read."},
        uses, [](const QuotaUse& use) { return use.limit.doubt.empty() ? 0.0 : 1.0; });
}

}  // namespace npushare::metrics
