/// A cluster made from a seed: the same numbers give the same state, books and bodies alike.
///
/// Sizes:  nodes and pods are as large as real ones (a pod 2.2 KB, a node 13 KB of JSON).
/// Source: spec workloads S, M, L, XL: 50, 500, 5,000 and 50,000 nodes of 8 chips, 10 pods a chip
/// group.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "accounting/catalogue.hpp"
#include "accounting/ledger_book.hpp"
#include "accounting/published.hpp"
#include "scheduler/verbs/services.hpp"

namespace npushare::bench {

struct Size {
  std::size_t nodes = 0;
  std::size_t pods = 0;
};
inline constexpr Size kSmall{50, 1'000};
inline constexpr Size kMedium{500, 4'000};
inline constexpr Size kLarge{5'000, 40'000};
inline constexpr Size kHuge{50'000, 400'000};
inline constexpr std::size_t kChipsPerNode = 8;

/// The 310P3 as the built-in catalogue has it.
Catalogue a_catalogue();

std::string node_name(std::size_t number);

/// Registers the nodes and books the pods, about one share a chip, all of priority 0.
void fill(LedgerBook& book, const Size& size, std::uint64_t seed = 42);

/// Books so much that nothing of 4096 MiB fits anywhere.
void fill_up(LedgerBook& book, const Size& size);

/// One pending pod as kube-scheduler sends it: soft split, 4096 MiB, 25 % cores, 2.2 KB. Pods of
/// other numbers are of the same Deployment.
std::string pod_json(std::size_t number = 0);
/// A node of 13 KB.
std::string node_json(std::size_t number);

/// An ExtenderArgs body for `candidates` nodes: a run of the cluster's order from `start`, as
/// kube-scheduler's rotating sample is; shuffled when asked. Each start has a pod of its own.
enum class Order { kRotated, kShuffled };
std::string names_body(const Size& size, std::size_t candidates, std::size_t start, Order order);

/// The same with whole Node objects of 13 KB.
std::string nodes_body(std::size_t candidates);

/// A predicate of Volcano's about one node, which carries 30 pods whole: 0.3 MiB.
std::string predicate_body(std::size_t node);

/// Services that answer questions about `book` and can write nowhere.
class Desk {
 public:
  explicit Desk(LedgerBook& book);
  ~Desk();
  verbs::Services& services();

 private:
  class Ports;
  std::unique_ptr<Ports> ports_;
};

}  // namespace npushare::bench
