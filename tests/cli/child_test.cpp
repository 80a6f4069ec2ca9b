#include "scheduler/cli/child.hpp"

#include <gtest/gtest.h>

#include <csignal>

#include "scheduler/cli/json_sketch.hpp"

namespace npushare::cli {
namespace {

TEST(JsonSketch, OpensOuterPartsFirst) {
  const Result<wire::Json> json = wire::Json::parse(R"({"a":{"b":{"c":[1,2]},"d":{}},"e":[3]})");
  ASSERT_TRUE(json);

  EXPECT_EQ(sketch(*json, 38), R"({"a":{"b":{"c":[1,2]},"d":{}},"e":[3]})");
  EXPECT_EQ(sketch(*json, 37), R"({"a":{"b":{"c":[…]},"d":{}},"e":[3]})");
  EXPECT_EQ(sketch(*json, 31), R"({"a":{"b":{…},"d":{}},"e":[3]})");
  EXPECT_EQ(sketch(*json, 29), R"({"a":{…},"e":[3]})");
  EXPECT_EQ(sketch(*json, 8), R"({"a":{…)"
                              "…");
}

std::chrono::steady_clock::time_point soon() {
  return std::chrono::steady_clock::now() + std::chrono::seconds(20);
}

TEST(Child, IsReadLineByLine) {
  Result<Child> child = Child::start({"/bin/sh", "-c", "printf 'one\\ntwo\\n'; exec sleep 600"});
  ASSERT_TRUE(child);

  EXPECT_EQ(*child->read_line(soon()), "one");
  EXPECT_EQ(*child->read_line(soon()), "two");
}

TEST(Child, TellsWhatItWroteWhenItEndsEarly) {
  Result<Child> child = Child::start({"/bin/sh", "-c", "echo 'port taken' >&2; exit 1"});
  ASSERT_TRUE(child);

  const Result<std::string> line = child->read_line(soon());

  ASSERT_FALSE(line);
  EXPECT_EQ(line.error().code, ErrorCode::kNotFound);
  EXPECT_NE(line.error().message.find("port taken"), std::string::npos) << line.error().message;
}

TEST(Child, IsNotWaitedForLongerThanTheDeadline) {
  Result<Child> child = Child::start({"/bin/sh", "-c", "exec sleep 600"});
  ASSERT_TRUE(child);

  const Result<std::string> line = child->read_line(std::chrono::steady_clock::now());

  ASSERT_FALSE(line);
  EXPECT_EQ(line.error().code, ErrorCode::kTimeout);
}

TEST(Child, EndsWithItsOwner) {
  int pid = 0;
  {
    Result<Child> child = Child::start({"/bin/sh", "-c", "echo $$; exec sleep 600"});
    ASSERT_TRUE(child);
    pid = std::stoi(*child->read_line(soon()));
    EXPECT_EQ(::kill(pid, 0), 0);
  }

  EXPECT_NE(::kill(pid, 0), 0);
}

}  // namespace
}  // namespace npushare::cli
