/// What explain found on each node, before it is written: the verdict, the chips' answers, the
/// score.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "scheduler/verbs/call_notes.hpp"
#include "scheduler/verbs/judge.hpp"
#include "scheduler/verbs/near_misses.hpp"
#include "scheduler/verbs/rank.hpp"
#include "scheduler/wire/json.hpp"

namespace npushare::verbs {

struct NodeExplanation {
  LedgerBook::Snapshot ledger;  // as the pod sees it, nominated pods in their places
  Plan plan;
  std::vector<ChipFinding> findings;
  std::optional<Rating> rating;  // of a node that fits
  bool is_best = false;
  std::optional<NearMiss> near_miss;
};

/// Puts the question to these nodes; to every node, in order of names.
std::vector<NodeExplanation> ask_nodes(const std::vector<LedgerBook::Snapshot>& ledgers,
                                       const Question& question, const Services& with);
std::vector<NodeExplanation> ask_all_nodes(const Question& question, const Services& with);

/// "0/3 nodes fit: 2 insufficient NPU memory (largest free 5143 MiB on n1/chip 0), 1 NPU
/// unhealthy". Equal reasons are counted together, the commonest first.
std::string summary_of(const Question& question, const std::vector<NodeExplanation>& nodes);

/// The same for what filter counted when it refused the pod, with the numbers of this moment:
/// "0/3 nodes: 2 insufficient NPU memory (largest free 5143 MiB on n1/chip 0), 1 NPU unhealthy".
std::string refusal_text(const Question& question, const CallNotes& refused, const Services& with);

/// "1 x 8192 MiB, 20 cores": each container's wish.
std::string asks_text(const Request& request);

/// What the asker may have meant otherwise, in sentences: 16 where 16 GiB were meant.
std::vector<std::string> hints_for(const Request& request);

wire::Json json_of(const NodeExplanation& node, const Question& question);

}  // namespace npushare::verbs
