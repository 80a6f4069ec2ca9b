#include <array>

#include "scheduler/metrics/service_page.hpp"

namespace npushare::metrics {
namespace {

constexpr std::array<std::string_view, 10> kCauses = {
    "bound-without-grant",    "changed-grant",   "lost-share",         "malformed-annotation",
    "malformed-registration", "missed-deletion", "overcommitted-chip", "unasked-grant",
    "unknown-chip",           "unknown-release"};

/// The causes known beforehand at 0, and whatever else was noted.
template <class Count>
std::map<std::string, double> by_cause(const std::map<std::string, Count>& counts) {
  std::map<std::string, double> all;
  for (const std::string_view cause : kCauses) all.emplace(cause, 0.0);
  for (const auto& [cause, count] : counts) all[cause] = static_cast<double>(count);
  return all;
}

void write(PageWriter& page, const Family& family, const std::map<std::string, double>& counts) {
  page.begin(family);
  for (const auto& [cause, count] : counts) page.sample(Labels().add("cause", cause).text(), count);
}

}  // namespace

void write_drift(PageWriter& page, const DriftState& drift) {
  write(page, {Kind::kCounter, "npushare_drift_total", "How often drift was noted, by its cause."},
        by_cause(drift.noted));
  write(page,
        {Kind::kGauge, "npushare_drift_objects",
         "Pods, nodes and chips that the books cannot account for now, by cause."},
        by_cause(drift.standing));
}

}  // namespace npushare::metrics
