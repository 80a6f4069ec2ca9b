#include "accounting/ledger_book.hpp"

#include <gtest/gtest.h>

#include <thread>

#include "tests/support/accounting_builders.hpp"

namespace npushare {
namespace {

using test::a_soft_chip;
using test::amount;
using test::AnAllocation;
using test::fresh;

Allocation on_a(const std::string& pod, std::int64_t memory) {
  return AnAllocation("n1", pod).grant("A", amount(memory, 0));
}

class LedgerBookTest : public testing::Test {
 protected:
  LedgerBookTest() { book_.register_node(NodeName{"n1"}, fresh({a_soft_chip("A")})); }

  Amount used() const { return book_.snapshot(NodeName{"n1"})->chips()[0].used(); }

  LedgerBook book_;
};

TEST_F(LedgerBookTest, GivesBackAReservationThatIsNotCommitted) {
  {
    const Result<Reservation> held = book_.reserve(on_a("p", 8192));
    ASSERT_TRUE(held);
    EXPECT_EQ(used(), amount(8192, 0));
  }
  EXPECT_EQ(used(), Amount{});
}

TEST_F(LedgerBookTest, KeepsACommittedReservation) {
  {
    Result<Reservation> held = book_.reserve(on_a("p", 8192));
    ASSERT_TRUE(held);
    held->commit();
  }
  const LedgerBook::Snapshot node = book_.snapshot(NodeName{"n1"});
  const auto& [id, share] = *node->chips()[0].shares().begin();
  EXPECT_EQ(share.state, ShareState::kAssumed);
  EXPECT_EQ(used(), amount(8192, 0));
}

/// A claim's shares have DRA's names, and are replaced and released by the claim's UID.
TEST_F(LedgerBookTest, RecordsAClaimUnderTheNamesOfItsShares) {
  const ShareId id = *ShareId::parse("be06132e-0aff-4efc-bd8e-42a4e06ed385");
  const auto claim = std::make_shared<const Holder>(
      Holder{.uid = PodUid{"c"}, .pod = {"ns", "claim"}, .priority = 0, .since = 0});
  const auto charge = [&](std::int64_t memory) {
    return std::vector<Charge>{{.chip = ChipUuid{"A"},
                                .id = id,
                                .share = {.holder = claim,
                                          .amount = amount(memory, 50),
                                          .mode = Mode::kSoft,
                                          .source = Source::kClaim},
                                .model = {}}};
  };

  book_.observe(NodeName{"n1"}, claim->uid, charge(4096));
  book_.observe(NodeName{"n1"}, claim->uid, charge(8192));
  EXPECT_EQ(used(), amount(8192, 50));
  EXPECT_EQ(book_.snapshot(NodeName{"n1"})->chips()[0].shares().begin()->first, id);

  EXPECT_EQ(book_.release(NodeName{"n1"}, claim->uid), 1U);
  EXPECT_EQ(used(), Amount{});
}

/// Its chips may be known by slices alone: they stay when the last share leaves.
TEST_F(LedgerBookTest, KeepsANodeWithoutARegistrationWhileItHasChips) {
  Inventory unregistered = fresh({a_soft_chip("A")});
  unregistered.registration = Registration::kMissing;
  book_.register_node(NodeName{"n1"}, unregistered);
  book_.observe(on_a("p", 4096), InitPhase::kDone);

  book_.release(NodeName{"n1"}, PodUid{"p"});

  EXPECT_TRUE(book_.snapshot(NodeName{"n1"}));
}

/// Somebody else has bound the pod there while we were at it.
TEST_F(LedgerBookTest, LeavesWhatTheClusterHasShownSinceItWasReserved) {
  {
    const Result<Reservation> held = book_.reserve(on_a("p", 8192));
    ASSERT_TRUE(held);
    book_.observe(on_a("p", 4096), InitPhase::kDone);
  }
  EXPECT_EQ(used(), amount(4096, 0));

  Result<Reservation> other = book_.reserve(on_a("q", 8192));
  ASSERT_TRUE(other);
  book_.observe(on_a("q", 8192), InitPhase::kDone);
  other->commit();

  const LedgerBook::Snapshot node = book_.snapshot(NodeName{"n1"});
  for (const auto& [id, share] : node->chips()[0].shares())
    EXPECT_EQ(share.state, ShareState::kBound);
}

TEST_F(LedgerBookTest, LeavesReadersWithWhatTheyRead) {
  const LedgerBook::Snapshot before = book_.snapshot(NodeName{"n1"});

  book_.observe(on_a("p", 8192), InitPhase::kDone);

  EXPECT_EQ(before->chips()[0].used(), Amount{});
  EXPECT_EQ(used(), amount(8192, 0));
}

TEST_F(LedgerBookTest, HasANodeOnceThatAListNamesTwice) {
  const std::vector<NodeReport> reports{{NodeName{"n2"}, fresh({a_soft_chip("B")})},
                                        {NodeName{"n2"}, fresh({a_soft_chip("C")})}};

  book_.register_nodes(reports);

  EXPECT_EQ(book_.directory()->size(), 2U);
  EXPECT_EQ(book_.snapshot(NodeName{"n2"})->chips().at(0).chip().uuid, ChipUuid{"C"});
}

TEST_F(LedgerBookTest, KnowsNothingOfANodeNobodySpokeOf) {
  EXPECT_EQ(book_.snapshot(NodeName{"n2"}), nullptr);
  EXPECT_EQ(book_.release(NodeName{"n2"}, PodUid{"p"}), 0U);
  EXPECT_EQ(book_.reserve(AnAllocation("n2", "p").grant("A", amount(1, 1))).error().code,
            ErrorCode::kNotFound);
}

// case-C67: equal chip ids on two nodes are two chips.
TEST_F(LedgerBookTest, KeepsEqualUuidsOfTwoNodesApart) {
  book_.register_node(NodeName{"n2"}, fresh({a_soft_chip("A")}));

  book_.observe(on_a("p", 21527), InitPhase::kDone);

  EXPECT_TRUE(book_.snapshot(NodeName{"n2"})->is_idle());
}

TEST_F(LedgerBookTest, BooksAPodWhoseNodeItDoesNotKnowYet) {
  book_.observe(AnAllocation("late", "p").grant("A", amount(8192, 0)), InitPhase::kDone);

  book_.register_node(NodeName{"late"}, fresh({a_soft_chip("A")}));

  EXPECT_EQ(book_.snapshot(NodeName{"late"})->chips()[0].used(), amount(8192, 0));
}

// case-C09: while a node is away its shares stay on the books, and nothing is placed there.
TEST_F(LedgerBookTest, KeepsTheSharesOfANodeThatIsGone) {
  book_.observe(on_a("p", 8192), InitPhase::kDone);

  book_.forget_node(NodeName{"n1"});
  EXPECT_FALSE(book_.reserve(on_a("q", 1)));

  book_.register_node(NodeName{"n1"}, fresh({a_soft_chip("A")}));
  EXPECT_EQ(used(), amount(8192, 0));
  EXPECT_EQ(book_.snapshot(NodeName{"n1"})->chips()[0].shares().size(), 1U);
}

TEST_F(LedgerBookTest, ForgetsAGoneNodeWithItsLastShare) {
  book_.observe(on_a("p", 8192), InitPhase::kDone);
  book_.forget_node(NodeName{"n1"});
  ASSERT_NE(book_.snapshot(NodeName{"n1"}), nullptr);

  EXPECT_EQ(book_.release(NodeName{"n1"}, PodUid{"p"}), 1U);

  EXPECT_EQ(book_.snapshot(NodeName{"n1"}), nullptr);
  EXPECT_EQ(book_.directory()->size(), 0U);
}

// case-C01: the check and the reservation are one step, whoever comes at the same time.
TEST_F(LedgerBookTest, NeverGrantsTheSameRoomTwice) {
  constexpr int kThreads = 4;
  constexpr int kRounds = 200;
  std::atomic<int> granted = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      for (int round = 0; round < kRounds; ++round) {
        Result<Reservation> held =
            book_.reserve(on_a("p" + std::to_string(t) + "-" + std::to_string(round), 2000));
        if (!held) continue;
        held->commit();
        ++granted;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();

  EXPECT_EQ(granted, 7);  // slots; 10 would fit by memory
  EXPECT_EQ(used(), amount(14000, 0, 7));
}

// case-C04: readers, writers and nodes that come and go at once; run under the thread sanitizer.
TEST_F(LedgerBookTest, ShowsReadersOnlyWholeStates) {
  std::atomic<bool> is_done = false;
  std::thread writer([&] {
    for (int round = 0; round < 500; ++round) {
      book_.observe(on_a("p", 8192), InitPhase::kDone);
      book_.register_node(NodeName{"n" + std::to_string(2 + round % 5)}, fresh({a_soft_chip("A")}));
      book_.forget_node(NodeName{"n" + std::to_string(2 + (round + 2) % 5)});
      book_.release(NodeName{"n1"}, PodUid{"p"});
    }
    is_done = true;
  });

  while (!is_done) {
    const LedgerBook::Snapshot node = book_.snapshot(NodeName{"n1"});
    const DeviceLedger& chip = node->chips()[0];
    Amount sum;
    for (const auto& [id, share] : chip.shares()) sum += share.amount;
    ASSERT_EQ(sum, chip.used());
    const LedgerBook::Directory directory = book_.directory();
    for (std::uint32_t i = 0; i < directory->size(); ++i)
      ASSERT_EQ(directory->find(directory->at(i).name()), i);
  }
  writer.join();
}

}  // namespace
}  // namespace npushare
