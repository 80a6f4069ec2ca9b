// Pages made while the books change under them; of use under the thread sanitizer above all.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "tests/support/accounting_builders.hpp"
#include "tests/support/metrics_desk.hpp"

namespace npushare::metrics_test {
namespace {

constexpr int kNodes = 4;
constexpr int kPages = 40;

std::string node_name(int number) {
  return "n" + std::to_string(number);
}

/// Pods come and go on all nodes, and so does the last node, until told to end.
void change(MetricsDesk& desk, int writer, const std::atomic<bool>& is_over) {
  LedgerBook& book = desk.world.book;
  const NodeName last{node_name(kNodes - 1)};
  for (int i = 0; !is_over; ++i) {
    const std::string node = node_name(i % kNodes);
    const std::string pod = "w" + std::to_string(writer) + "-" + std::to_string(i % 5);
    book.observe(test::AnAllocation(node, pod).grant(node + "-A", test::amount(3000, 10)),
                 InitPhase::kDone);
    desk.meters.bound({});
    desk.meters.answered({.verb = metrics::Verb::kFilter, .nodes = 1, .fit = 1});
    if (i % 3 == 0) book.release(NodeName{node}, PodUid{pod});
    if (i % 7 == 0) book.forget_node(last);
    if (i % 7 == 3) book.register_node(last, test::fresh({test::a_soft_chip(last.text() + "-A")}));
  }
}

// case-C04: no race, no crash, and in every page the chips' consumption is the shares' sum.
TEST(MetricsRace, EveryPageIsConsistentWhileTheBooksChange) {
  MetricsDesk desk;
  for (int i = 0; i < kNodes; ++i)
    desk.world.book.register_node(NodeName{node_name(i)},
                                  test::fresh({test::a_soft_chip(node_name(i) + "-A")}));
  std::atomic<bool> is_over = false;
  std::vector<std::jthread> writers;
  for (int writer = 0; writer < 2; ++writer)
    writers.emplace_back([&, writer] { change(desk, writer, is_over); });

  std::jthread other_scraper([&] {
    for (int i = 0; i < kPages; ++i) EXPECT_THAT(desk.page().complaints, testing::IsEmpty());
  });
  for (int i = 0; i < kPages; ++i) {
    const ReadPage page = desk.page();
    EXPECT_THAT(page.complaints, testing::IsEmpty());
    EXPECT_EQ(page.sum("npushare_share_memory_bytes{"),
              page.sum("npushare_chip_memory_consumed_bytes{"));
  }

  other_scraper.join();
  is_over = true;
}

}  // namespace
}  // namespace npushare::metrics_test
