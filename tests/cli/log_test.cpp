#include "scheduler/observe/log.hpp"

#include <gtest/gtest.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <regex>

namespace npushare::observe {
namespace {

std::string logged_at(const std::string& level) {
  testing::internal::CaptureStderr();
  EXPECT_TRUE(set_up_logging(level));
  spdlog::debug("verb=filter fit=1");
  spdlog::info("verb=filter fit=2");
  spdlog::warn("verb=filter fit=3");
  spdlog::error("verb=filter fit=4");
  return testing::internal::GetCapturedStderr();
}

std::ptrdiff_t lines_at(const std::string& level) {
  const std::string text = logged_at(level);
  return std::count(text.begin(), text.end(), '\n');
}

TEST(Log, WritesTimeLevelAndTheLine) {
  const std::regex shape(R"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z error verb=filter fit=4\n)");

  EXPECT_TRUE(std::regex_match(logged_at("error"), shape)) << logged_at("error");
}

TEST(Log, KeepsToItsLevel) {
  EXPECT_EQ(lines_at("debug"), 4);
  EXPECT_EQ(lines_at("info"), 3);
  EXPECT_EQ(lines_at("warn"), 2);
  EXPECT_EQ(lines_at("error"), 1);
}

TEST(Log, NamesTheLevelsWhenItDoesNotKnowOne) {
  const Result<> done = set_up_logging("loud");

  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, ErrorCode::kInvalid);
  EXPECT_NE(done.error().message.find("debug, info, warn or error"), std::string::npos);
}

}  // namespace
}  // namespace npushare::observe
