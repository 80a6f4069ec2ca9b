#include <algorithm>
#include <map>

#include "scheduler/verbs/node_explanation.hpp"

namespace npushare::verbs {
namespace {

using Nodes = std::vector<const NodeExplanation*>;

std::string chip_name(const NodeExplanation& node, const ChipFinding& finding) {
  return node.ledger->name().text() + " chip " + std::to_string(finding.chip_index);
}

/// The chip with the most left of what is short everywhere.
template <class Free>
std::string largest_free(const Nodes& nodes, Free free, const char* unit) {
  const NodeExplanation* where = nullptr;
  const ChipFinding* what = nullptr;
  for (const NodeExplanation* node : nodes) {
    for (const ChipFinding& finding : node->findings) {
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
    case Reason::kMemoryShort: return largest_free(nodes, memory, " MiB");
    case Reason::kCoresShort: return largest_free(nodes, cores, " cores");
    case Reason::kCpusShort: return largest_free(nodes, cpus, " AI CPUs");
    case Reason::kTooFewChips: return chips_asked_and_there(nodes, question);
    case Reason::kNotRegistered:
    case Reason::kNoSuchModel:
    case Reason::kModeMismatch:
    case Reason::kUnhealthy:
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

}  // namespace

std::string summary_of(const Question& question, const std::vector<NodeExplanation>& nodes) {
  std::map<Reason, Nodes> refused;
  std::size_t fitting = 0;
  std::string best;
  for (const NodeExplanation& node : nodes) {
    if (!node.plan.fits()) refused[node.plan.refusal.reason].push_back(&node);
    if (node.plan.fits()) ++fitting;
    if (node.is_best) best = node.ledger->name().text();
  }
  std::vector<std::pair<Reason, Nodes>> ordered(refused.begin(), refused.end());
  std::ranges::stable_sort(ordered, std::ranges::greater{},
                           [](const auto& entry) { return entry.second.size(); });

  std::string text = std::to_string(fitting) + "/" + std::to_string(nodes.size()) + " nodes fit";
  std::string_view separator = ": ";
  if (!best.empty()) {
    text.append(": best ").append(best);
    separator = ", ";
  }
  for (const auto& [reason, where] : ordered) {
    text.append(separator).append(std::to_string(where.size())).append(" ");
    text.append(text_of(reason)).append(numbers_behind(reason, where, question));
    separator = ", ";
  }
  return text;
}

}  // namespace npushare::verbs
