/// The kube-scheduler extender protocol: ExtenderArgs and its three answers.
///
/// Keys are Go field names, read in any case as Go's decoder does, written exactly as recorded.
/// Source: spec/kube-scheduler-extender.md 1.3-1.6; data/recorded/kube-scheduler-1.37.2.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "accounting/node_directory.hpp"
#include "accounting/result.hpp"
#include "scheduler/wire/candidates.hpp"
#include "scheduler/wire/item_runs.hpp"
#include "scheduler/wire/objects.hpp"
#include "scheduler/wire/pod_molds.hpp"
#include "scheduler/wire/reply_text.hpp"

namespace npushare::wire {

struct ExtenderArgs {
  PodMolds pods;  // has this call's pod
  bool has_pod = false;
  bool has_names = false;   // NodeNames was not null
  bool has_nodes = false;   // Nodes was not null, but NodeNames was: of both, the names count
  Candidates candidates;    // of either form, in order
  std::vector<Node> nodes;  // with has_nodes: parsed, same order as candidates
  std::vector<std::string_view> raw_nodes;  // with has_nodes: each item's bytes

  std::vector<std::string> quoted_names;  // what the candidates of `nodes` point into

  const Pod& pod() const { return pods.pod(); }
};

/// Reads the first JSON value of a filter or prioritize body; `null` is one without fields.
/// `args` is reused between calls to keep its memory. Its views point into `body` and into itself:
/// both must outlive them and stay unchanged.
/// Names in the directory's order cost one comparison of bytes, and so does a pod like one of the
/// calls before.
/// Errors: kInvalid with the field or the offset; behind `Pod:` and `Nodes:` that of their value.
Result<> read_extender_args(std::string_view body, const NodeDirectory& directory,
                            ExtenderArgs& args);

struct BindArgs {
  PodKey pod;
  PodUid uid;
  NodeName node;
};
/// Errors: kInvalid when it is no JSON object of strings, or names no pod, namespace or node.
Result<BindArgs> read_bind_args(std::string_view body);

/// Refused nodes with their constant text.
struct RefusedRun {
  CandidateRun nodes;
  std::string_view reason;
};

/// Everything a filter answers about some candidates. Views point into the request or into constant
/// texts.
struct FilterAnswer {
  ItemRuns fitting;  // quoted names, or whole nodes with with_nodes
  std::vector<RefusedRun> unschedulable;
  std::vector<RefusedRun> unresolvable;
  bool with_nodes = false;
};
/// Long pieces of the request stay where they are.
ReplyText write_filter_answer(const FilterAnswer& answer, const Candidates& candidates);
/// Lists and maps null, as the protocol has it for an error.
std::string write_filter_error(std::string_view error);

/// `scores`, from 0 to 10, by the candidates' index.
std::string write_scores(const Candidates& candidates, std::span<const std::uint8_t> scores);
/// {"Error":"..."}; an empty text means bound.
std::string write_bind_answer(std::string_view error);

}  // namespace npushare::wire
