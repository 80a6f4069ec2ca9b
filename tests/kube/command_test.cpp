// Programs we run.
#include "scheduler/kube/command.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

namespace npushare::kube {
namespace {

using testing::EndsWith;
using testing::HasSubstr;

CommandLine shell(const std::string& script) {
  return {.words = {"sh", "-c", script}};
}

Result<std::string> run(const CommandLine& line) {
  return run_command(line, std::stop_token{});
}

TEST(Command, ReturnsWhatTheProgramPrints) {
  const Result<std::string> printed = run(shell("printf 'one\\ntwo'; echo aside >&2"));

  ASSERT_TRUE(printed) << printed.error().message;
  EXPECT_EQ(*printed, "one\ntwo");
}

TEST(Command, PassesArgumentsAndVariablesAsTheyAre) {
  CommandLine line{
      .words = {"sh", "-c", "printf '%s|%s|%s' \"$1\" \"$A\" \"$HOME\"", "sh", "a b; c"}};
  line.environment = {{"A", "x=y z"}, {"HOME", "/elsewhere"}};

  const Result<std::string> printed = run(line);

  ASSERT_TRUE(printed) << printed.error().message;
  EXPECT_EQ(*printed, "a b; c|x=y z|/elsewhere");
}

TEST(Command, GivesTheProgramNothingToRead) {
  const Result<std::string> printed = run(shell("cat; echo done"));

  ASSERT_TRUE(printed) << printed.error().message;
  EXPECT_EQ(*printed, "done\n");
}

TEST(Command, SaysHowTheProgramFailedInItsWords) {
  const Result<std::string> failed = run(shell("echo first >&2; echo 'not logged in' >&2; exit 3"));
  const Result<std::string> killed = run(shell("kill -TERM $$"));
  const Result<std::string> missing = run({.words = {"npushare-has-no-such-program"}});

  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().code, ErrorCode::kInternal);
  EXPECT_THAT(failed.error().message, HasSubstr("sh ended with code 3: first\nnot logged in"));
  ASSERT_FALSE(killed);
  EXPECT_THAT(killed.error().message, EndsWith("was ended by signal 15"));
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::kNotFound);
  EXPECT_THAT(missing.error().message, HasSubstr("npushare-has-no-such-program cannot be run"));
}

TEST(Command, EndsAProgramThatTakesTooLong) {
  CommandLine line = shell("sleep 1000");
  line.time_limit = std::chrono::milliseconds(20);

  const Result<std::string> printed = run(line);

  ASSERT_FALSE(printed);
  EXPECT_EQ(printed.error().code, ErrorCode::kTimeout);
}

TEST(Command, EndsAProgramThatPrintsWithoutEnd) {
  const Result<std::string> printed = run(shell("yes"));

  ASSERT_FALSE(printed);
  EXPECT_EQ(printed.error().code, ErrorCode::kTooLarge);
}

TEST(Command, EndsWhenItIsStopped) {
  std::stop_source source;
  std::jthread stopper([&source] { source.request_stop(); });

  const Result<std::string> printed = run_command(shell("sleep 1000"), source.get_token());

  ASSERT_FALSE(printed);
  EXPECT_EQ(printed.error().code, ErrorCode::kInternal);
}

TEST(Command, DoesNotWaitForWhatTheProgramLeavesBehind) {
  const Result<std::string> printed = run(shell("sleep 1000 & echo $!"));

  ASSERT_TRUE(printed) << printed.error().message;
  EXPECT_EQ(::kill(std::stoi(*printed), SIGKILL), 0);
}

}  // namespace
}  // namespace npushare::kube
