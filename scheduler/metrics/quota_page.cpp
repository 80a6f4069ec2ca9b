#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "scheduler/metrics/service_page.hpp"
#include "scheduler/verbs/quotas.hpp"

namespace npushare::metrics {
namespace {

using backends::Counted;
using verbs::QuotaUse;

constexpr double kBytes = 1024.0 * 1024.0;
constexpr double kPercent = 100.0;

std::string_view word_of(Counted what) {
  switch (what) {
    case Counted::kMemory: return "memory";
    case Counted::kCores: return "cores";
    case Counted::kShares: return "shares";
  }
  __builtin_unreachable();
}

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
           std::int64_t (*amount_of)(const QuotaUse&)) {
  page.begin(family);
  for (const QuotaUse& use : uses) {
    Labels labels;
    labels.add("namespace", use.space)
        .add("quota", use.limit.quota)
        .add("model", use.limit.model.text())
        .add("resource", word_of(use.limit.what));
    if (labels.is_sound())
      page.sample(labels.text(), in_base_units(amount_of(use), use.limit.what));
  }
}

}  // namespace

void write_quotas(PageWriter& page, verbs::Quotas& quotas) {
  const std::vector<QuotaUse> uses = quotas.uses();
  write(page,
        {Kind::kGauge, "npushare_quota_limit",
         "What a ResourceQuota allows its namespace: bytes of memory, whole chips' cores, shares."},
        uses, [](const QuotaUse& use) { return use.limit.most; });
  write(page,
        {Kind::kGauge, "npushare_quota_used",
         "What the namespace holds of what is limited, in the same units."},
        uses, [](const QuotaUse& use) { return use.used; });
}

}  // namespace npushare::metrics
