#include <algorithm>
#include <map>

#include "scheduler/verbs/explain.hpp"
#include "scheduler/verbs/node_explanation.hpp"
#include "scheduler/verbs/quotas.hpp"
#include "scheduler/verbs/unknown_chips.hpp"

namespace npushare::verbs {
namespace {

using Nodes = std::vector<const NodeExplanation*>;
using NodesByReason = std::map<Reason, Nodes>;
using Counts = std::vector<std::pair<Reason, std::size_t>>;

std::string chip_name(const NodeExplanation& node, const ChipFinding& finding) {
  return node.ledger->name().text() + "/chip " + std::to_string(finding.chip_index);
}

/// The chip with the most left of what is short everywhere; of those that lack it, and of those
/// that lack nothing as long as nobody else of the pod is on them.
template <class Free>
std::string largest_free(Reason reason, const Nodes& nodes, Free free, const char* unit) {
  const NodeExplanation* where = nullptr;
  const ChipFinding* what = nullptr;
  for (const NodeExplanation* node : nodes) {
    for (const ChipFinding& finding : node->findings) {
      if (finding.reason && *finding.reason != reason) continue;
      if (what != nullptr && free(finding) <= free(*what)) continue;
      where = node;
      what = &finding;
    }
  }
  if (what == nullptr) return {};
  return " (largest free " + std::to_string(free(*what)) + unit + " on " +
         chip_name(*where, *what) + ")";
}

/// Slots are not chips: a node with two chips of seven slots cannot give four chips to one
/// container.
std::string chips_asked_and_there(const Nodes& nodes, const Question& question) {
  const NodeExplanation* node = *std::ranges::max_element(
      nodes, {}, [](const NodeExplanation* each) { return each->ledger->chips().size(); });
  std::int64_t slots = 0;
  for (const DeviceLedger& chip : node->ledger->chips()) slots += chip.capacity().slots.value();
  const Ask& ask = question.request.asks[node->plan.refusal.ask];
  return " (asks " + std::to_string(ask.chips) + " distinct chips, " + node->ledger->name().text() +
         " has " + std::to_string(node->ledger->chips().size()) + "; " + std::to_string(slots) +
         " is the number of slots)";
}

std::string numbers_behind(Reason reason, const Nodes& nodes, const Question& question) {
  const auto memory = [](const ChipFinding& finding) { return finding.free.memory.value(); };
  const auto cores = [](const ChipFinding& finding) { return finding.free.cores.value(); };
  const auto cpus = [](const ChipFinding& finding) { return finding.free.cpus.value(); };
  switch (reason) {
    case Reason::kMemoryShort: return largest_free(reason, nodes, memory, " MiB");
    case Reason::kCoresShort: return largest_free(reason, nodes, cores, " cores");
    case Reason::kCpusShort: return largest_free(reason, nodes, cpus, " AI CPUs");
    case Reason::kTooFewChips: return chips_asked_and_there(nodes, question);
    case Reason::kQuotaSpent:
    case Reason::kNotRegistered:
    case Reason::kNoSuchModel:
    case Reason::kModeMismatch:
    case Reason::kUnhealthy:
    case Reason::kCordoned:
    case Reason::kClaimsOnly:
    case Reason::kKeptForClaims:
    case Reason::kQuarantined:
    case Reason::kUnmappedClaims:
    case Reason::kUncountableClaims:
    case Reason::kStaleRegistration:
    case Reason::kUnsupportedHost:
    case Reason::kNotAllowed:
    case Reason::kExceedsChip:
    case Reason::kExclusive:
    case Reason::kSlotsShort:
    case Reason::kSharedChip:
    case Reason::kChipsShort: return {};
  }
  __builtin_unreachable();
}

bool has_numbers(Reason reason) {
  return reason == Reason::kMemoryShort || reason == Reason::kCoresShort ||
         reason == Reason::kCpusShort || reason == Reason::kTooFewChips;
}

NodesByReason by_reason(const std::vector<NodeExplanation>& nodes) {
  NodesByReason refused;
  for (const NodeExplanation& node : nodes)
    if (!node.plan.fits()) refused[node.plan.refusal.reason].push_back(&node);
  return refused;
}

/// ", 80 insufficient NPU memory (largest free ...), 40 ...", the commonest first.
std::string listed(Counts counts, const NodesByReason& nodes, const Question& question) {
  std::ranges::stable_sort(counts, std::ranges::greater{}, &Counts::value_type::second);
  std::string text;
  for (const auto& [reason, count] : counts) {
    text.append(", ").append(std::to_string(count)).append(" ").append(text_of(reason));
    const auto where = nodes.find(reason);
    if (where != nodes.end()) text += numbers_behind(reason, where->second, question);
  }
  return text;
}

/// The first chip of its lists that there is not, and how many more.
std::string unknown_chip_text(const Request& request, const LedgerBook& book) {
  const std::vector<UnknownChip> unknown = unknown_chips(request, book);
  if (unknown.empty() || !unknown.front().is_wanted) return {};
  const auto wanted = std::ranges::count_if(unknown, &UnknownChip::is_wanted);
  const std::string rest = wanted > 1 ? "; " + std::to_string(wanted - 1) + " more likewise" : "";
  return " (" + text_of(unknown.front()) + rest + ")";
}

std::vector<LedgerBook::Snapshot> ledgers_of(const AskedNodes& asked, const LedgerBook& book) {
  if (asked.numbers.empty()) return ledgers_by_name(book);
  std::vector<LedgerBook::Snapshot> ledgers;
  for (const std::uint32_t number : asked.numbers)
    if (number != NodeDirectory::kNone)
      ledgers.push_back(asked.directory->at(number).ledger.load());
  std::ranges::sort(ledgers, {}, [](const auto& ledger) { return ledger->name(); });
  return ledgers;
}

}  // namespace

std::string summary_of(const Question& question, const std::vector<NodeExplanation>& nodes) {
  const NodesByReason refused = by_reason(nodes);
  Counts counts;
  std::size_t fitting = nodes.size();
  for (const auto& [reason, where] : refused) {
    counts.emplace_back(reason, where.size());
    fitting -= where.size();
  }
  std::string text;
  for (const NodeExplanation& node : nodes)
    if (node.is_best) text = ", best " + node.ledger->name().text();
  text += listed(std::move(counts), refused, question);
  if (!text.empty()) text.replace(0, 1, ":");
  return std::to_string(fitting) + "/" + std::to_string(nodes.size()) + " nodes fit" + text;
}

std::string refusal_text(const Question& question, const CallNotes& refused, const Services& with) {
  Counts counts;
  bool needs_nodes = false;
  refused.reasons.each([&](Reason reason, std::uint32_t count) {
    counts.emplace_back(reason, count);
    needs_nodes = needs_nodes || has_numbers(reason);
  });
  std::vector<NodeExplanation> nodes;
  if (needs_nodes) nodes = ask_nodes(ledgers_of(refused.asked, with.book), question, with);
  std::string text = listed(std::move(counts), by_reason(nodes), question);
  if (!text.empty()) text.replace(0, 1, ":");
  if (refused.reasons.of(Reason::kQuotaSpent) > 0)
    if (const auto excess = quota_excess(question.request, with))
      text += " (" + text_of(*excess) + ")";
  if (refused.reasons.of(Reason::kNotAllowed) > 0)
    text += unknown_chip_text(question.request, with.book);
  return "0/" + std::to_string(refused.nodes) + " nodes" + text;
}

}  // namespace npushare::verbs
