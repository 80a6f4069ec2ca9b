/// The kube-scheduler extender protocol: ExtenderArgs and its three answers.
///
/// Keys are Go field names, read in any case as Go's decoder does, written exactly as recorded.
/// Source: spec/kube-scheduler-extender.md 1.3-1.6; data/recorded/kube-scheduler-1.37.2.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "accounting/node_directory.hpp"
#include "accounting/result.hpp"
#include "scheduler/wire/name_runs.hpp"
#include "scheduler/wire/objects.hpp"

namespace npushare::wire {

/// One node a scheduler asks about.
struct Candidate {
  std::uint32_t number = NodeDirectory::kNone;  // in the directory the call was read with
  std::string_view quoted;                      // as JSON, quotes included
};

/// The nodes a scheduler asks about, in its order.
///
/// Names that stand side by side in the request, with nothing but a comma between them, can be
/// given back in one piece.
class Candidates {
 public:
  std::size_t size() const { return all_.size(); }
  bool empty() const { return all_.empty(); }
  const Candidate& operator[](std::size_t i) const { return all_[i]; }
  auto begin() const { return all_.begin(); }
  auto end() const { return all_.end(); }

  void clear() {
    all_.clear();
    gaps_.clear();
  }
  void push_back(const Candidate& one) {
    if (!all_.empty() && one.quoted.data() != end_of(all_.back()) + 1) gaps_.push_back(size());
    all_.push_back(one);
  }
  /// Room for so many more, which the caller fills in: each stands right behind its predecessor.
  std::span<Candidate> extend(std::size_t count) {
    all_.resize(all_.size() + count);
    return std::span(all_).last(count);
  }

  /// Where the piece ends that the candidate `i` stands in: at most at `end`.
  std::size_t piece_end(std::size_t i, std::size_t end) const {
    const auto gap = std::upper_bound(gaps_.begin(), gaps_.end(), i);
    return gap == gaps_.end() ? end : std::min(*gap, end);
  }
  /// The text of the candidates from `i` up to `end`, which must be of one piece.
  std::string_view piece(std::size_t i, std::size_t end) const {
    const char* const start = all_[i].quoted.data();
    return {start, static_cast<std::size_t>(end_of(all_[end - 1]) - start)};
  }

 private:
  static const char* end_of(const Candidate& one) { return one.quoted.data() + one.quoted.size(); }

  std::vector<Candidate> all_;
  std::vector<std::size_t> gaps_;  // who does not stand right behind its predecessor
};

struct ExtenderArgs {
  Pod pod;
  bool has_pod = false;
  bool has_names = false;   // NodeNames was not null
  bool has_nodes = false;   // Nodes was not null, but NodeNames was: of both, the names count
  Candidates candidates;    // of either form, in order
  std::vector<Node> nodes;  // with has_nodes: parsed, same order as candidates
  std::vector<std::string_view> raw_nodes;  // with has_nodes: each item's bytes

  std::vector<std::string> quoted_names;  // what the candidates of `nodes` point into
};

/// Reads the first JSON value of a filter or prioritize body; `null` is one without fields.
/// `args` is reused between calls to keep its memory. Its views point into `body` and into itself:
/// both must outlive them and stay unchanged.
/// Names in the directory's usual order cost one comparison of bytes.
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

/// A refused node with its constant text.
struct RefusedNode {
  std::string_view quoted;
  std::string_view reason;
};

/// Everything a filter answers. Views point into the request or into constant texts.
struct FilterAnswer {
  NameRuns fitting;                         // quoted names
  std::vector<std::string_view> raw_nodes;  // instead of names with with_nodes
  std::vector<RefusedNode> unschedulable;
  std::vector<RefusedNode> unresolvable;
  bool with_nodes = false;
};
std::string write_filter_answer(const FilterAnswer& answer);
/// Lists and maps null, as the protocol has it for an error.
std::string write_filter_error(std::string_view error);

struct HostScore {
  std::string_view quoted;
  std::int64_t score = 0;
};
std::string write_scores(std::span<const HostScore> scores);
/// {"Error":"..."}; an empty text means bound.
std::string write_bind_answer(std::string_view error);

}  // namespace npushare::wire
