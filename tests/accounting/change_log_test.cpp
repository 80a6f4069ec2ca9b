#include "accounting/change_log.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "accounting/ledger_book.hpp"

namespace npushare {
namespace {

using Names = std::vector<std::string>;

class ChangeLogTest : public testing::Test {
 protected:
  /// What there is from `from` on; "forgotten" when the log cannot tell.
  Names since(std::uint64_t& from) const {
    Names names;
    const bool is_known =
        log_->each_since(from, [&](std::string_view n) { names.emplace_back(n); });
    return is_known ? names : Names{"forgotten"};
  }

  std::unique_ptr<ChangeLog> log_ = std::make_unique<ChangeLog>();
};

TEST_F(ChangeLogTest, TellsEachReaderWhatIsNewToIt) {
  std::uint64_t early = log_->end();
  log_->add("a");
  std::uint64_t late = log_->end();
  log_->add("b");
  log_->add("a");

  EXPECT_EQ(since(early), (Names{"a", "b", "a"}));
  EXPECT_EQ(since(late), (Names{"b", "a"}));
  EXPECT_EQ(since(early), Names{});
  EXPECT_EQ(early, log_->end());
}

TEST_F(ChangeLogTest, SaysWhenItHasForgotten) {
  std::uint64_t oldest = 0;
  std::uint64_t second = 1;
  for (std::uint64_t change = 0; change <= ChangeLog::kLength; ++change)
    log_->add(std::to_string(change));

  EXPECT_EQ(since(oldest), Names{"forgotten"});
  EXPECT_EQ(oldest, 0U);
  EXPECT_EQ(since(second).size(), ChangeLog::kLength);
}

TEST(ChangeLogOfABook, NamesEveryNodeThatWasWritten) {
  LedgerBook book;
  std::uint64_t from = book.changes().end();

  book.register_node(NodeName{"n1"}, {});
  book.register_node(NodeName{"n2"}, {});
  book.forget_node(NodeName{"n1"});

  Names names;
  EXPECT_TRUE(book.changes().each_since(from, [&](std::string_view n) { names.emplace_back(n); }));
  EXPECT_EQ(names, (Names{"n1", "n2", "n1"}));
}

}  // namespace
}  // namespace npushare
