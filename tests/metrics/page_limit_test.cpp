// How many pages of metrics are sent at the same time.
#include <gtest/gtest.h>

#include <vector>

#include "scheduler/app/metrics_page.hpp"
#include "tests/support/metrics_desk.hpp"

namespace npushare::metrics_test {
namespace {

TEST(MetricsPage, IsSentToSoManyAtATime) {
  const MetricsDesk desk;
  const MetricsPage page(desk.sources, desk.meters);
  std::vector<http::Response> sending;
  for (int i = 0; i < MetricsPage::kMost; ++i) {
    sending.push_back(page.answer());
    ASSERT_EQ(sending.back().status, 200U) << i;
  }

  EXPECT_EQ(page.answer().status, 503U);
  sending.pop_back();
  EXPECT_EQ(page.answer().status, 200U);
}

}  // namespace
}  // namespace npushare::metrics_test
