#include "scheduler/backends/quota_limits.hpp"

#include <algorithm>
#include <limits>

#include "scheduler/backends/quoted.hpp"
#include "scheduler/wire/quantity.hpp"

namespace npushare::backends {
namespace {

constexpr std::int64_t kMostMib = std::int64_t{1} << 31;  // 2 PiB: no namespace has so much
constexpr std::int64_t kMib = 1024 * 1024;

std::int64_t scaled(std::int64_t amount, std::int64_t factor) {
  constexpr std::int64_t kTop = std::numeric_limits<std::int64_t>::max();
  return amount > kTop / factor ? kTop : amount * factor;
}

/// Bytes where units of memory are meant.
std::string doubt_about(const std::string& text, std::int64_t mib, std::int64_t factor) {
  if (mib <= kMostMib) return {};
  return quoted(text) + " is " + std::to_string(mib) + " MiB, which limits nothing; for " + text +
         "B write " + std::to_string(mib / kMib / factor);
}

class LimitReader {
 public:
  explicit LimitReader(const wire::ResourceQuota& quota) : quota_(quota) {}

  void read(const ChipModel& model, const std::string& resource, Counted what);
  std::vector<QuotaLimit> take() && { return std::move(limits_); }

 private:
  const wire::ResourceQuota& quota_;
  std::vector<QuotaLimit> limits_;
};

void LimitReader::read(const ChipModel& model, const std::string& resource, Counted what) {
  if (resource.empty()) return;
  const auto written = quota_.hard.find("limits." + resource);
  if (written == quota_.hard.end()) return;
  QuotaLimit limit{.quota = quota_.name, .key = written->first, .model = model.name, .what = what};
  const std::optional<wire::Quantity> value = wire::read_quantity(written->second);
  if (!value || value->rounded_up < 0) {
    limit.doubt = quoted(written->second) + " is no amount, so nothing is allowed; write a number";
  } else {
    const std::int64_t whole = value->rounded_up - (value->is_integer ? 0 : 1);
    const std::int64_t factor = what == Counted::kMemory ? model.memory_factor : 1;
    limit.most = scaled(whole, std::max<std::int64_t>(factor, 1));
    if (what == Counted::kMemory) limit.doubt = doubt_about(written->second, limit.most, factor);
  }
  limits_.push_back(std::move(limit));
}

}  // namespace

std::string_view unit_of(Counted what) {
  switch (what) {
    case Counted::kMemory: return "MiB";
    case Counted::kCores: return "cores";
    case Counted::kShares: return "shares";
  }
  __builtin_unreachable();
}

std::string_view word_of(Counted what) {
  switch (what) {
    case Counted::kMemory: return "memory";
    case Counted::kCores: return "cores";
    case Counted::kShares: return "shares";
  }
  __builtin_unreachable();
}

std::vector<QuotaLimit> read_limits(const Catalogue& catalogue, const wire::ResourceQuota& quota) {
  LimitReader reader(quota);
  for (const ChipModel& model : catalogue.models) {
    reader.read(model, model.memory_resource, Counted::kMemory);
    reader.read(model, model.core_resource, Counted::kCores);
    reader.read(model, model.count_resource, Counted::kShares);
  }
  return std::move(reader).take();
}

}  // namespace npushare::backends
