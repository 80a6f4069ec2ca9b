/// The nodes a scheduler asks about, in its order.
///
/// Shape:  runs of nodes that stand side by side in the request as they do in the directory, so
/// that
///         thousands that come in the usual order are one run.
/// Views point into the request, into the text of whoever added them, or into the directory's
/// names.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "accounting/node_directory.hpp"

namespace npushare::wire {

/// One node a scheduler asks about.
struct Candidate {
  std::size_t index = 0;                        // among all of the call
  std::uint32_t number = NodeDirectory::kNone;  // in the directory the call was read with
  std::string_view quoted;                      // as JSON, quotes included
};

/// Several with ascending numbers, or one that the directory does not know.
struct CandidateRun {
  std::uint32_t number = NodeDirectory::kNone;  // of the first
  std::uint32_t count = 1;
  std::size_t index = 0;  // of the first
  std::string_view text;  // the quoted names, with nothing but a comma between them

  bool is_known() const { return number != NodeDirectory::kNone; }
};

class Candidates {
 public:
  /// Begins a new list; its memory is kept.
  void start(NodeDirectory::Order names) {
    names_ = std::move(names);
    runs_.clear();
    size_ = 0;
  }

  /// A node the directory does not know, or whose name is not written as it is there.
  void add(std::uint32_t number, std::string_view quoted) {
    runs_.push_back({number, 1, size_++, quoted});
  }
  /// `count` nodes from `number` on, whose names stand in `text` as they do in the directory.
  void add_run(std::uint32_t number, std::uint32_t count, std::string_view text) {
    runs_.push_back({number, count, size_, text});
    size_ += count;
  }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  std::span<const CandidateRun> runs() const { return runs_; }

  Candidate at(const CandidateRun& run, std::uint32_t k) const {
    if (run.count == 1) return {run.index, run.number, run.text};
    return {run.index + k, run.number + k, names_->quoted(run.number + k)};
  }
  /// The text of those of a run from `k` up to `end`, which is beyond `k`.
  std::string_view piece(const CandidateRun& run, std::uint32_t k, std::uint32_t end) const {
    if (run.count == 1) return run.text;
    return run.text.substr(names_->distance(run.number, run.number + k),
                           names_->length(run.number + k, run.number + end));
  }

  /// Those of a run from `k` up to `end`, which is beyond `k`.
  CandidateRun part(const CandidateRun& run, std::uint32_t k, std::uint32_t end) const {
    if (run.count == 1) return run;
    return {run.number + k, end - k, run.index + k, piece(run, k, end)};
  }

  /// The one with this index.
  Candidate nth(std::size_t index) const;

  /// Calls `visit` for each name of a run, in order.
  template <class Visit>
  void each_name(const CandidateRun& run, const Visit& visit) const {
    if (run.count == 1) return visit(run.text);
    const char* at = run.text.data();
    for (std::uint32_t k = 0; k < run.count; ++k) {
      const std::size_t size = names_->length(run.number + k, run.number + k + 1);
      visit(std::string_view(at, size));
      at += size + 1;
    }
  }

  /// Calls `visit` for each, in order.
  template <class Visit>
  void each(Visit&& visit) const {
    for (const CandidateRun& run : runs_)
      for (std::uint32_t k = 0; k < run.count; ++k) visit(at(run, k));
  }

 private:
  NodeDirectory::Order names_;
  std::vector<CandidateRun> runs_;
  std::size_t size_ = 0;
};

}  // namespace npushare::wire
