/// What was thought of a node for a kind of request, for as long as the node's ledger stays as it
/// was.
///
/// Pods of one Deployment ask the same, and between two of them few nodes change: nearly all of the
/// next pod's opinions are there already.
/// Shape:   the requests of the last kMostShapes kinds, each with an opinion a node, found by the
///          node's number; its ledger's version says whether it still holds.
/// Threads: any; one call at a time has the memory, another one meanwhile does without.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

#include "policies/policy.hpp"
#include "scheduler/verbs/judge.hpp"

namespace npushare::verbs {

struct Opinion {
  Verdict verdict;
  Score node;  // both meaningful only when the pod fits
  Score chips;
};

class OpinionMemory {
  struct Entry {
    std::uint64_t version = 0;  // 0: nothing is known
    Opinion opinion;
  };
  struct Shape {
    Request request;
    const Policy* node_policy = nullptr;
    const Policy* chip_policy = nullptr;
    std::uint64_t used = 0;  // the call that asked for it last
    std::vector<Entry> entries;

    bool is_of(const Question& question) const;
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
    const Opinion* find(std::uint32_t node, std::uint64_t version) const {
      const Entry& entry = shape_->entries[node];
      return entry.version == version ? &entry.opinion : nullptr;
    }
    void keep(std::uint32_t node, std::uint64_t version, const Opinion& opinion) {
      shape_->entries[node] = {version, opinion};
    }

   private:
    std::unique_lock<std::mutex> lock_;
    Shape* shape_ = nullptr;
  };

  /// False when another call has the memory. `nodes` is how many numbers there are.
  Loan borrow(const Question& question, std::size_t nodes);

 private:
  Shape& shape_of(const Question& question);

  std::mutex mutex_;
  std::vector<Shape> shapes_;
  std::uint64_t calls_ = 0;
};

}  // namespace npushare::verbs
