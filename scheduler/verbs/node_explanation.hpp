/// What explain found on each node, before it is written: the verdict, the chips' answers, the
/// score.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "scheduler/verbs/judge.hpp"
#include "scheduler/verbs/rank.hpp"
#include "scheduler/wire/json.hpp"

namespace npushare::verbs {

struct NodeExplanation {
  LedgerBook::Snapshot ledger;  // as the pod sees it, nominated pods in their places
  Plan plan;
  std::vector<ChipFinding> findings;
  std::optional<Rating> rating;  // of a node that fits
  bool is_best = false;
};

/// Puts the question to every node, in order of names.
std::vector<NodeExplanation> ask_all_nodes(const Question& question, const Services& with);

/// "0/3 nodes fit: 2 insufficient NPU memory (largest free 5143 MiB on n1 chip 0), 1 NPU
/// unhealthy". Equal reasons are counted together, the commonest first.
std::string summary_of(const Question& question, const std::vector<NodeExplanation>& nodes);

wire::Json json_of(const NodeExplanation& node, const Question& question);

}  // namespace npushare::verbs
