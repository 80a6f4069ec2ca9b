#include "scheduler/dra/fences.hpp"

#include <cstdint>
#include <utility>

namespace npushare::dra {
namespace {

/// FNV-1a: names have to be alike at every start, not secret. A part that was moved into the next
/// one gives another name.
std::string digest_of(const DeviceName& device) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  const auto add = [&](std::string_view text) {
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
    hash = hash * 0x100000001b3U;
  };
  add(device.driver);
  add(device.pool);
  add(device.device);
  std::string text(16, '0');
  for (std::size_t at = text.size(); at-- > 0; hash >>= 4U)
    text[at] = "0123456789abcdef"[hash & 0xFU];
  return text;
}

bool is_same(const wire::TaintRule& a, const wire::TaintRule& b) {
  return a.driver == b.driver && a.pool == b.pool && a.device == b.device && a.key == b.key &&
         a.effect == b.effect;
}

}  // namespace

wire::TaintRule fence_for(const DeviceName& device) {
  return {.name = "npushare-" + digest_of(device),
          .driver = device.driver,
          .pool = device.pool,
          .device = device.device,
          .key = std::string(kFenceKey),
          .value = "true",
          .effect = "NoSchedule"};
}

void Fences::keep(std::map<std::string, Standing>& in, const wire::TaintRule& rule,
                  Time now) const {
  if (!is_ours(rule)) return;
  const auto known = standing_.find(rule.name);
  const bool stood = known != standing_.end() && is_same(known->second.rule, rule) &&
                     known->second.rule.uid == rule.uid;
  in.insert_or_assign(rule.name, Standing{rule, stood ? known->second.since : now});
}

void Fences::listed(const std::vector<wire::TaintRule>& rules, Time now) {
  const std::lock_guard lock(mutex_);
  std::map<std::string, Standing> all;
  for (const wire::TaintRule& rule : rules) keep(all, rule, now);
  standing_ = std::move(all);
  is_listed_ = true;
}

void Fences::put(const wire::TaintRule& rule, Time now) {
  const std::lock_guard lock(mutex_);
  if (!is_ours(rule)) standing_.erase(rule.name);
  keep(standing_, rule, now);
}

void Fences::remove(const std::string& name) {
  const std::lock_guard lock(mutex_);
  standing_.erase(name);
}

Fence Fences::of(const DeviceName& device, Time now) const {
  const wire::TaintRule wanted = fence_for(device);
  const std::lock_guard lock(mutex_);
  const auto known = standing_.find(wanted.name);
  if (known == standing_.end() || !is_same(known->second.rule, wanted)) return Fence::kNone;
  return now - known->second.since >= kStands ? Fence::kStands : Fence::kFresh;
}

FenceWrites Fences::writes_for(const std::set<DeviceName>& wanted) const {
  FenceWrites writes;
  const std::lock_guard lock(mutex_);
  if (!is_listed_) return writes;
  std::map<std::string, wire::TaintRule> missing;
  for (const DeviceName& device : wanted) {
    wire::TaintRule rule = fence_for(device);
    std::string name = rule.name;
    missing.emplace(std::move(name), std::move(rule));
  }
  for (const auto& [name, known] : standing_) {
    const auto same = missing.find(name);
    if (same != missing.end() && is_same(same->second, known.rule)) {
      missing.erase(same);
      continue;
    }
    writes.remove.push_back(name);  // an edited one is created again once it is seen gone
    if (same != missing.end()) missing.erase(same);
  }
  for (auto& [name, rule] : missing) writes.create.push_back(std::move(rule));
  return writes;
}

}  // namespace npushare::dra
