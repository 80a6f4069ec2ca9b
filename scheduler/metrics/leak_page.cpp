#include "scheduler/metrics/service_page.hpp"

namespace npushare::metrics {
namespace {

void write(PageWriter& page, const Family& family, std::string_view label,
           const std::map<std::string, double>& counts) {
  page.begin(family);
  for (const auto& [word, count] : counts) page.sample(Labels().add(label, word).text(), count);
}

}  // namespace

void write_leaks(PageWriter& page, const LeakState& leaks) {
  if (leaks.claims.empty()) return;
  write(page,
        {Kind::kGauge, "npushare_leaked_claims",
         "ResourceClaims that hold what nobody uses, or stand in the way, by kind."},
        "kind", leaks.claims);
  write(page,
        {Kind::kCounter, "npushare_leaked_claim_repairs_total",
         "What became of leaked claims that were to be deleted, by outcome."},
        "outcome", leaks.repairs);
}

}  // namespace npushare::metrics
