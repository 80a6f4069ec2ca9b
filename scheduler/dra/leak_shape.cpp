#include "scheduler/dra/leak_shape.hpp"

#include <algorithm>
#include <array>

namespace npushare::dra {
namespace {

/// What our webhook writes onto claims of its mode `claim`.
constexpr std::array<std::string_view, 4> kOurMarks{"npu-dra/pod-name", "npu-dra/container",
                                                    "npu-dra/admission-uid", "npu-dra/spec-hash"};

/// HAMi-DRA's first selector, which is the same for every claim.
std::string fixed_selector(const std::string& driver) {
  return "device.driver == \"" + driver + "\" && device.attributes[\"" + driver +
         "\"].type == \"HAMivNPUCore\"";
}

bool ends_in_hash(std::string_view name) {
  constexpr std::size_t kHash = 9;  // "-" and 8 digits
  if (name.size() < 10 || name.size() > 63) return false;
  const std::string_view hash = name.substr(name.size() - kHash);
  return hash.front() == '-' && std::ranges::all_of(hash.substr(1), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

bool has_hami_name(std::string_view name) {
  return ends_in_hash(name) || std::ranges::any_of(claim_suffixes(), [&](std::string_view suffix) {
           return name.ends_with("-" + std::string(suffix));
         });
}

bool has_hami_spec(const wire::ResourceClaim& claim, const LeakScope& scope) {
  if (claim.requests.size() != 1) return false;
  const wire::DeviceRequest& request = claim.requests.front();
  if (request.name != "npu" || request.asks.size() != 1) return false;
  const wire::DeviceAsk& ask = request.asks.front();
  return ask.name.empty() && ask.device_class == scope.device_class && !ask.selectors.empty() &&
         ask.selectors.front() == fixed_selector(scope.driver);
}

bool has_foreign_devices(const wire::ResourceClaim& claim, const LeakScope& scope) {
  if (!claim.allocation) return false;
  return std::ranges::any_of(claim.allocation->results, [&](const wire::DeviceResult& result) {
    return result.driver != scope.driver;
  });
}

}  // namespace

std::string_view word_of(LeakPolicy policy) {
  switch (policy) {
    case LeakPolicy::kReport: return "report";
    case LeakPolicy::kDeleteOwn: return "delete-own";
    case LeakPolicy::kDeleteHamiShaped: return "delete-hami-shaped";
  }
  __builtin_unreachable();
}

MadeBy maker_of(const wire::ResourceClaim& claim, const LeakScope& scope) {
  const bool is_ours = std::ranges::all_of(
      kOurMarks, [&](std::string_view mark) { return claim.annotations.contains(mark); });
  if (is_ours) return MadeBy::kUs;
  const bool is_hamis = has_hami_spec(claim, scope) && has_hami_name(claim.name);
  return is_hamis ? MadeBy::kHamiDra : MadeBy::kOther;
}

std::string spared_because(LeakKind kind, const wire::ResourceClaim& claim, const LeakScope& scope,
                           LeakPolicy policy) {
  if (kind != LeakKind::kOrphan && kind != LeakKind::kUnreserved)
    return "a claim that is " + std::string(word_of(kind)) + " is never deleted";
  if (!claim.deleted.empty()) return "it is being deleted";
  if (!claim.reserved_for.empty()) return "it is kept for somebody";
  if (!claim.owners.empty())
    return "it belongs to " + claim.owners.front().kind + " " + claim.owners.front().name;
  if (has_foreign_devices(claim, scope)) return "it has devices of other drivers";
  if (policy == LeakPolicy::kReport) return "the policy is report";
  const MadeBy maker = maker_of(claim, scope);
  if (maker == MadeBy::kUs) return {};
  if (maker == MadeBy::kOther) return "neither our webhook nor HAMi-DRA made it";
  if (policy == LeakPolicy::kDeleteOwn) return "HAMi-DRA made it, and the policy is delete-own";
  return {};
}

}  // namespace npushare::dra
