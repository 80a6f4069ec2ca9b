#include "accounting/node_directory.hpp"

#include <gtest/gtest.h>

#include "accounting/ledger_book.hpp"

namespace npushare {
namespace {

using Names = std::vector<std::string>;

Names names_of(const NodeDirectory& directory) {
  Names names;
  for (const auto& slot : directory.slots()) names.emplace_back(slot->name());
  return names;
}

class NodeDirectoryTest : public testing::Test {
 protected:
  NodeDirectoryTest() {
    for (const char* name : {"a", "b", "c", "d"}) book_.register_node(NodeName{name}, {});
  }

  /// The list a, c, b, d comes often enough.
  void surprise(const NodeDirectory& directory, int times) {
    for (int time = 0; time < times; ++time) {
      directory.note_surprise(0, 2);
      directory.note_surprise(2, 1);
      directory.note_surprise(1, 3);
    }
  }

  LedgerBook book_;
};

TEST_F(NodeDirectoryTest, HasTheNamesAsOneTextByNumber) {
  const LedgerBook::Directory directory = book_.directory();

  ASSERT_EQ(directory->names()->size(), 4U);
  EXPECT_EQ(directory->names()->quoted(2), "\"c\"");
  EXPECT_EQ(directory->names(), directory->names());
}

TEST_F(NodeDirectoryTest, FollowsAnOrderThatComesAgainAndAgain) {
  const LedgerBook::Directory before = book_.directory();
  surprise(*before, 10);
  book_.keep_in_order(before);
  EXPECT_EQ(book_.directory(), before);

  surprise(*before, 1);
  book_.keep_in_order(before);

  EXPECT_EQ(names_of(*book_.directory()), (Names{"a", "c", "b", "d"}));
  EXPECT_EQ(book_.directory()->find("c"), 1U);
  EXPECT_EQ(book_.directory()->names()->quoted(1), "\"c\"");
}

TEST_F(NodeDirectoryTest, IsMorePatientEachTimeAlsoWhenNodesCome) {
  const LedgerBook::Directory before = book_.directory();
  surprise(*before, 11);
  book_.keep_in_order(before);
  book_.register_node(NodeName{"e"}, {});

  const LedgerBook::Directory after = book_.directory();
  surprise(*after, 11);
  EXPECT_FALSE(after->is_out_of_order());
  surprise(*after, 16);
  EXPECT_TRUE(after->is_out_of_order());
}

TEST_F(NodeDirectoryTest, IsNotReplacedForASeenOneThatIsOld) {
  const LedgerBook::Directory old = book_.directory();
  surprise(*old, 11);
  book_.register_node(NodeName{"e"}, {});

  book_.keep_in_order(old);

  EXPECT_EQ(names_of(*book_.directory()), (Names{"a", "b", "c", "d", "e"}));
}

TEST_F(NodeDirectoryTest, KeepsEveryNodeWhateverWasSaidToFollow) {
  const LedgerBook::Directory before = book_.directory();
  for (int time = 0; time < 40; ++time) before->note_surprise(3, 0);

  book_.keep_in_order(before);

  EXPECT_EQ(names_of(*book_.directory()), (Names{"a", "b", "c", "d"}));
}

}  // namespace
}  // namespace npushare
