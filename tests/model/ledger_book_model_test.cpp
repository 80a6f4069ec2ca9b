// The book against a plain model: random steps, the invariants checked after each.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <set>

#include "accounting/ledger_book.hpp"
#include "tests/support/accounting_builders.hpp"

namespace npushare {
namespace {

using test::a_soft_chip;
using test::amount;
using test::AnAllocation;
using test::fresh;

constexpr std::int64_t kMemory = 21527;
constexpr std::int64_t kSlots = 7;

/// What the book must be equal to: pod -> (node, chip -> MiB).
class Model {
 public:
  struct Held {
    std::string node;
    std::map<std::string, std::int64_t> memory;
  };

  bool has_room(const Held& wish) const {
    for (const auto& [chip, asked] : wish.memory) {
      std::int64_t used = 0;
      std::int64_t shares = 0;
      for (const auto& [pod, held] : pods) {
        const auto there = held.memory.find(chip);
        if (held.node != wish.node || there == held.memory.end()) continue;
        used += there->second;
        ++shares;
      }
      if (used + asked > kMemory || shares + 1 > kSlots) return false;
    }
    return true;
  }

  std::map<std::string, Held> pods;
};

Allocation allocation_of(const std::string& pod, const Model::Held& held) {
  AnAllocation builder(held.node, pod);
  for (const auto& [chip, memory] : held.memory) builder.grant(chip, amount(memory, 0));
  return builder;
}

/// Recounts every chip of the book from the model alone.
void expect_equal(const LedgerBook& book, const Model& model, const std::set<std::string>& nodes) {
  for (const std::string& name : nodes) {
    const LedgerBook::Snapshot node = book.snapshot(NodeName{name});
    for (const DeviceLedger& chip : node->chips()) {
      Amount expected;
      for (const auto& [pod, held] : model.pods) {
        const auto there = held.memory.find(chip.chip().uuid.text());
        if (held.node == name && there != held.memory.end()) expected += amount(there->second, 0);
      }
      Amount sum;
      for (const auto& [id, share] : chip.shares()) sum += share.amount;
      RC_ASSERT(chip.used() == expected);
      RC_ASSERT(sum == expected);
    }
  }
}

class Walk {
 public:
  Walk() {
    for (const std::string& node : nodes_)
      book_.register_node(NodeName{node}, fresh({a_soft_chip("A", 0), a_soft_chip("B", 1)}));
  }

  void step() {
    const std::string pod = "p" + std::to_string(*rc::gen::inRange(0, 12));
    switch (*rc::gen::inRange(0, 4)) {
      case 0: reserve(pod, *rc::gen::arbitrary<bool>()); break;
      case 1: observe(pod); break;
      case 2: release(pod); break;
      case 3: toggle_chip(); break;
    }
    expect_equal(book_, model_, nodes_);
  }

 private:
  Model::Held wish() const {
    Model::Held held{.node = *rc::gen::elementOf(nodes_)};
    held.memory[is_b_listed_ && *rc::gen::arbitrary<bool>() ? "B" : "A"] =
        *rc::gen::inRange<std::int64_t>(1, 12000);
    if (is_b_listed_ && *rc::gen::arbitrary<bool>()) held.memory["B"] = 3072;
    return held;
  }

  void reserve(const std::string& pod, bool is_committed) {
    const Model::Held held = wish();
    const bool is_known = model_.pods.contains(pod);
    if (is_known) return;  // bind plans a pod once; the verbs see to that
    Result<Reservation> taken = book_.reserve(allocation_of(pod, held));
    RC_ASSERT(taken.has_value() == model_.has_room(held));
    if (!taken || !is_committed) return;
    taken->commit();
    model_.pods[pod] = held;
  }

  void observe(const std::string& pod) {
    Model::Held held = wish();
    const auto known = model_.pods.find(pod);
    if (known != model_.pods.end()) held.node = known->second.node;  // a pod never moves
    book_.observe(allocation_of(pod, held), InitPhase::kDone);
    model_.pods[pod] = held;
  }

  void release(const std::string& pod) {
    const auto known = model_.pods.find(pod);
    const std::string node = known == model_.pods.end() ? "n1" : known->second.node;
    const std::size_t expected = known == model_.pods.end() ? 0 : known->second.memory.size();
    RC_ASSERT(book_.release(NodeName{node}, PodUid{pod}) == expected);
    model_.pods.erase(pod);
  }

  /// Chip B leaves every node, or returns; its shares must survive that.
  void toggle_chip() {
    is_b_listed_ = !is_b_listed_;
    std::vector<Chip> chips{a_soft_chip("A", 0)};
    if (is_b_listed_) chips.push_back(a_soft_chip("B", 1));
    for (const std::string& node : nodes_) book_.register_node(NodeName{node}, fresh(chips));
  }

  const std::set<std::string> nodes_{"n1", "n2"};
  LedgerBook book_;
  Model model_;
  bool is_b_listed_ = true;
};

RC_GTEST_PROP(LedgerBookModel, EqualsAPlainMapAfterEveryStep, ()) {
  Walk walk;
  const int steps = *rc::gen::inRange(1, 60);
  for (int i = 0; i < steps; ++i) walk.step();
}

RC_GTEST_PROP(LedgerBookModel, ReturnsToTheExactBookWhenAReservationIsGivenBack, ()) {
  LedgerBook book;
  book.register_node(NodeName{"n1"}, fresh({a_soft_chip("A")}));
  book.observe(
      AnAllocation("n1", "p").grant("A", amount(*rc::gen::inRange<std::int64_t>(0, 30000), 5)),
      InitPhase::kDone);
  const Amount before = book.snapshot(NodeName{"n1"})->chips()[0].used();

  {
    const auto held = book.reserve(AnAllocation("n1", "q").grant("A", amount(4096, 10)));
  }

  RC_ASSERT(book.snapshot(NodeName{"n1"})->chips()[0].used() == before);
  RC_ASSERT(book.snapshot(NodeName{"n1"})->chips()[0].shares().size() == 1U);
}

}  // namespace
}  // namespace npushare
