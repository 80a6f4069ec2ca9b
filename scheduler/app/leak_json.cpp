#include "scheduler/app/leak_json.hpp"

#include <string>

#include "scheduler/dra/claim_words.hpp"
#include "scheduler/wire/quantity.hpp"
#include "scheduler/wire/rfc3339.hpp"

namespace npushare {
namespace {

using wire::Json;

/// What can be counted of all that the claim has.
dra::Amounts sum_of(const dra::Leak& leak) {
  dra::Amounts sum;
  for (const dra::HeldDevice& held : leak.held)
    for (const auto& [key, text] : held.amounts)
      if (const auto amount = wire::read_exact_quantity(text); amount && !amount->is_overflow)
        sum[key].nanos += amount->nanos;
  return sum;
}

Json held_json(const dra::Leak& leak) {
  Json all = Json::array();
  for (const dra::HeldDevice& held : leak.held) {
    Json consumed = Json::object();
    for (const auto& [key, text] : held.amounts) consumed.set(key, text);
    all.push_back(Json::Object{{"device", held.device.text()}, {"consumed", std::move(consumed)}});
  }
  return all;
}

Json amount_of(const dra::Leak& leak) {
  const std::string driver = leak.held.empty() ? "" : leak.held.front().device.driver;
  return dra::amount_json(sum_of(leak), driver, dra::Rounding::kUp,
                          static_cast<std::int64_t>(leak.held.size()));
}

std::string time_text(std::int64_t seconds) {
  return seconds > 0 ? wire::write_rfc3339(seconds) : std::string();
}

}  // namespace

Json json_of(const dra::Leak& leak) {
  return Json::Object{{"class", dra::code_of(leak.kind)},
                      {"kind", dra::word_of(leak.kind)},
                      {"claim", leak.space + "/" + leak.name},
                      {"uid", leak.uid},
                      {"since", time_text(leak.since)},
                      {"evidence", leak.evidence},
                      {"holds", amount_of(leak)},
                      {"devices", held_json(leak)}};
}

Json json_of(const sync::LeakPatrol::Sight& sight, const dra::LeakScope& scope,
             dra::LeakPolicy policy) {
  Json leaks = Json::array();
  for (std::size_t at = 0; at < sight.leaks.size(); ++at) {
    const dra::Leak& leak = sight.leaks[at];
    Json one = json_of(leak);
    one.set("spared", dra::spared_because(leak.kind, *sight.leaking[at], scope, policy));
    leaks.push_back(std::move(one));
  }
  return Json::Object{{"at", time_text(sight.at)},
                      {"policy", dra::word_of(policy)},
                      {"claims", static_cast<std::int64_t>(sight.claims_looked_at)},
                      {"leaks", std::move(leaks)}};
}

Json json_of(const sync::LeakReport& report) {
  Json decisions = Json::array();
  for (const sync::LeakDecision& decision : report.decisions) {
    Json one = json_of(decision.leak);
    one.set("outcome", sync::word_of(decision.outcome));
    one.set("why", decision.why);
    decisions.push_back(std::move(one));
  }
  return Json::Object{{"stopped", report.stopped}, {"decisions", std::move(decisions)}};
}

std::string sentence_of(const dra::Leak& leak) {
  std::string text = std::string(dra::word_of(leak.kind)) + ": " + leak.evidence;
  if (leak.held.empty()) return text;
  const Json amount = amount_of(leak);
  return text + "; holds " + std::to_string(amount["memoryMiB"].integer()) + " MiB, " +
         std::to_string(amount["cores"].integer()) + " cores";
}

}  // namespace npushare
