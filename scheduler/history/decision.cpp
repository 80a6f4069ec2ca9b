#include "scheduler/history/decision.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace npushare::history {
namespace {

constexpr std::array kVerbs{Verb::kFilter, Verb::kPrioritize, Verb::kPreempt, Verb::kAllocate,
                            Verb::kBind,   Verb::kAdmit,      Verb::kNudge,   Verb::kRelease};

/// The commonest first.
std::vector<std::pair<std::uint32_t, Reason>> ordered(const ReasonCounts& reasons) {
  std::vector<std::pair<std::uint32_t, Reason>> list;
  reasons.each([&](Reason reason, std::uint32_t count) { list.emplace_back(count, reason); });
  std::ranges::stable_sort(list, std::ranges::greater{},
                           [](const auto& entry) { return entry.first; });
  return list;
}

}  // namespace

std::string_view word_of(Verb verb) {
  switch (verb) {
    case Verb::kFilter: return "filter";
    case Verb::kPrioritize: return "prioritize";
    case Verb::kPreempt: return "preempt";
    case Verb::kAllocate: return "allocate";
    case Verb::kBind: return "bind";
    case Verb::kAdmit: return "admit";
    case Verb::kNudge: return "nudge";
    case Verb::kRelease: return "release";
  }
  __builtin_unreachable();
}

std::string_view word_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::kPlaced: return "placed";
    case Outcome::kRefused: return "refused";
    case Outcome::kHeld: return "held";
    case Outcome::kBound: return "bound";
    case Outcome::kAdmitted: return "admitted";
    case Outcome::kDenied: return "denied";
    case Outcome::kUncertain: return "uncertain";
    case Outcome::kError: return "error";
    case Outcome::kNudged: return "nudged";
    case Outcome::kReleased: return "released";
  }
  __builtin_unreachable();
}

std::optional<Verb> verb_named(std::string_view word) {
  for (const Verb verb : kVerbs)
    if (word_of(verb) == word) return verb;
  return std::nullopt;
}

std::string text_of(const Decision& decision) {
  if (!decision.message.empty() || decision.nodes == 0) return decision.message;
  std::string text = std::to_string(decision.fits) + "/" + std::to_string(decision.nodes) +
                     (decision.fits > 0 ? " nodes fit" : " nodes");
  std::string_view separator = ": ";
  for (const auto& [count, reason] : ordered(decision.reasons)) {
    text.append(separator)
        .append(std::to_string(count))
        .append(" ")
        .append(npushare::text_of(reason));
    separator = ", ";
  }
  return text;
}

}  // namespace npushare::history
