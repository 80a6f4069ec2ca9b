/// What was thought of a node for a kind of request, for as long as the node's ledger stays as it
/// was.
///
/// Pods of one Deployment ask the same, and between two of them few nodes change: nearly all of the
/// next pod's opinions are there already, in one byte a node, so that thousands of nodes that fit
/// are stepped over in a moment.
/// Shape:   the requests of the last kMostShapes kinds, each with a thought and a rating a node,
///          found by the node's number. The book's log of changes says which to think over; in
///          another directory only ratings are kept, whose ledger's version says that they hold.
/// Threads: any; one call at a time has the memory, another one meanwhile does without.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "policies/policy.hpp"
#include "scheduler/verbs/judge.hpp"
#include "scheduler/verbs/thought.hpp"

namespace npushare::verbs {

struct Opinion {
  Verdict verdict;
  Score node;  // both meaningful only when the pod fits
  Score chips;
};

/// How good a node that fits would be.
struct Rated {
  std::uint64_t version = 0;  // of the ledger; 0: nothing is known
  Score node;
  Score chips;
};

class OpinionMemory {
  struct Shape {
    Request request;
    const Policy* node_policy = nullptr;
    const Policy* chip_policy = nullptr;
    std::uint64_t used = 0;                        // the call that asked for it last
    std::weak_ptr<const NodeDirectory> directory;  // whose numbers these are
    std::uint64_t seen = 0;                        // how far the log of changes was read
    std::vector<Thought> thoughts;
    std::vector<Rated> ratings;

    bool is_of(const Question& question) const;
    void catch_up(const LedgerBook::Directory& now, const ChangeLog& changes);
    void begin_anew(const LedgerBook::Directory& now);
  };

 public:
  static constexpr std::size_t kMostShapes = 8;

  /// One call's hold on the opinions for its kind of request; the memory must outlive it.
  class Loan {
   public:
    Loan() = default;
    Loan(std::unique_lock<std::mutex> lock, Shape& shape)
        : lock_(std::move(lock)), shape_(&shape) {}

    explicit operator bool() const { return shape_ != nullptr; }

    Thought thought(std::uint32_t node) const { return shape_->thoughts[node]; }
    /// The first node from `first` on that is not known to fit; `end` when there is none.
    std::uint32_t skip_fitting(std::uint32_t first, std::uint32_t end) const {
      return verbs::skip_fitting(shape_->thoughts, first, end);
    }
    /// Where the nodes from `first` on end that are refused for the same reason.
    std::uint32_t end_of_same(std::uint32_t first, std::uint32_t end) const {
      return verbs::end_of_same(shape_->thoughts, first, end);
    }
    /// Of the nodes from `first` on, as many as are rated without a gap; at most up to `end`.
    std::span<const Rated> rated(std::uint32_t first, std::uint32_t end) const {
      std::uint32_t last = first;
      while (last < end && shape_->thoughts[last] == Thought::kRated) ++last;
      return std::span(shape_->ratings).subspan(first, last - first);
    }
    /// Of a node whose thought is kRated.
    Opinion rating(std::uint32_t node) const {
      const Rated& rated = shape_->ratings[node];
      return {{}, rated.node, rated.chips};
    }

    void keep(std::uint32_t node, const Verdict& verdict) {
      shape_->thoughts[node] = thought_of(verdict);
    }
    /// `version` was the ledger's before it was read.
    void keep(std::uint32_t node, std::uint64_t version, const Opinion& opinion) {
      keep(node, opinion.verdict);
      if (opinion.verdict.refused) return;
      shape_->thoughts[node] = Thought::kRated;
      shape_->ratings[node] = {version, opinion.node, opinion.chips};
    }

   private:
    std::unique_lock<std::mutex> lock_;
    Shape* shape_ = nullptr;
  };

  /// What is still true of the nodes of `now`. False when another call has the memory.
  Loan borrow(const Question& question, const LedgerBook::Directory& now, const ChangeLog& changes);

 private:
  Shape& shape_of(const Question& question);

  std::mutex mutex_;
  std::vector<Shape> shapes_;
  std::uint64_t calls_ = 0;
};

}  // namespace npushare::verbs
