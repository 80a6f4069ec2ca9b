#include "scheduler/app/leak_news.hpp"

#include <spdlog/spdlog.h>

#include "scheduler/app/leak_json.hpp"
#include "scheduler/wire/object_writer.hpp"

namespace npushare {
namespace {

kube::Event event_of(const dra::Leak& leak, kube::EventType type, std::string reason,
                     std::string note) {
  return {.regarding = {.api_version = "resource.k8s.io/v1",
                        .kind = "ResourceClaim",
                        .space = leak.space,
                        .name = leak.name,
                        .uid = leak.uid},
          .type = type,
          .reason = std::move(reason),
          .action = "Accounting",
          .note = std::move(note)};
}

}  // namespace

/// What is over is forgotten, so that it is told when it comes back.
void LeakNews::look_at(const sync::LeakPatrol::Sight& sight) {
  std::set<std::string> now;
  std::size_t left = kMost;
  for (const dra::Leak& leak : sight.leaks) {
    const std::string key = leak.uid + " " + std::string(dra::word_of(leak.kind));
    if (!told_.contains(key)) {
      if (left == 0) continue;
      --left;
      const std::string text = sentence_of(leak);
      spdlog::warn("leak={} claim={}/{} text={}", dra::word_of(leak.kind), leak.space, leak.name,
                   wire::quoted(text));
      tell_(event_of(leak, kube::EventType::kWarning, "ClaimLeaked", text));
    }
    now.insert(key);
  }
  told_ = std::move(now);
}

void LeakNews::decided(const sync::LeakDecision& decision) {
  const std::string outcome(sync::word_of(decision.outcome));
  const std::string text = sentence_of(decision.leak);
  spdlog::info("leak_repair={} claim={}/{} uid={} text={} why={}", outcome, decision.leak.space,
               decision.leak.name, decision.leak.uid, wire::quoted(text),
               wire::quoted(decision.why));
  if (decision.outcome == sync::LeakDecision::Outcome::kDeleted)
    tell_(event_of(decision.leak, kube::EventType::kNormal, "LeakedClaimDeleted", text));
  const std::lock_guard lock(mutex_);
  ++outcomes_[outcome];
}

std::map<std::string, double> LeakNews::outcomes() const {
  const std::lock_guard lock(mutex_);
  return outcomes_;
}

}  // namespace npushare
