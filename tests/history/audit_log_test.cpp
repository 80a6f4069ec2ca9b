#include "scheduler/history/audit_log.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

#include "tests/support/kube_clock.hpp"
#include "tests/support/scratch_directory.hpp"

namespace npushare::history_test {
namespace {

using history::AuditFile;
using history::AuditLog;
using testing::HasSubstr;

std::string content(const std::string& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

class AuditFiles : public testing::Test {
 protected:
  void append(AuditFile& file, std::string lines) {
    ASSERT_TRUE(file.append(lines));
    EXPECT_EQ(lines, "");
  }

  testing_support::ScratchDirectory files;
  testing_support::MovedClock clock;
  std::string path = files.path("audit.jsonl");
};

TEST_F(AuditFiles, AppendsToWhatIsThere) {
  files.write("audit.jsonl", "old\n");
  AuditFile file(path);
  ASSERT_TRUE(file.open());

  append(file, "new\n");

  EXPECT_EQ(content(path), "old\nnew\n");
}

TEST_F(AuditFiles, GoesOnInANewFileOnceTheOldOneIsRenamed) {
  AuditFile file(path);
  append(file, "first\n");

  std::filesystem::rename(path, path + ".1");
  append(file, "second\n");

  EXPECT_EQ(content(path + ".1"), "first\n");
  EXPECT_EQ(content(path), "second\n");
}

TEST_F(AuditFiles, GoesOnInAFileThatWasPutInItsPlaceOrTruncated) {
  AuditFile file(path);
  append(file, "first\n");

  files.write("audit.jsonl", "");
  append(file, "second\n");
  std::filesystem::resize_file(path, 0);
  append(file, "third\n");

  EXPECT_EQ(content(path), "third\n");
}

TEST_F(AuditFiles, SayWhereTheyCannotBeMade) {
  const auto log = AuditLog::open(files.path("no-such-directory/audit.jsonl"), clock);

  ASSERT_FALSE(log);
  EXPECT_THAT(log.error().message, HasSubstr("no-such-directory/audit.jsonl: No such file"));
}

TEST_F(AuditFiles, HoldAllLinesInOrderWhenTheLogHasEnded) {
  {
    const auto log = *AuditLog::open(path, clock);
    for (int i = 0; i < 1000; ++i) log->note(std::to_string(i));
  }

  std::string all;
  for (int i = 0; i < 1000; ++i) all += std::to_string(i) + '\n';
  EXPECT_EQ(content(path), all);
}

TEST_F(AuditFiles, KeepTheirLinesWhileTheDirectoryIsAway) {
  const std::string directory = files.path("logs");
  std::filesystem::create_directory(directory);
  auto log = *AuditLog::open(directory + "/audit.jsonl", clock);
  std::filesystem::remove_all(directory);

  log->note("while it is away");
  while (log->problem().empty()) std::this_thread::yield();
  EXPECT_THAT(log->problem(), HasSubstr("No such file"));
  std::filesystem::create_directory(directory);
  log.reset();

  EXPECT_EQ(content(directory + "/audit.jsonl"), "while it is away\n");
}

TEST_F(AuditFiles, SayHowManyLinesWereLostForWantOfRoom) {
  const std::string directory = files.path("logs");
  std::filesystem::create_directory(directory);
  auto log = *AuditLog::open(directory + "/audit.jsonl", clock);
  std::filesystem::remove_all(directory);
  log->note(std::string(AuditLog::kMostWaiting - 10, 'x'));
  while (log->problem().empty()) std::this_thread::yield();

  log->note("this one does not fit any more");
  std::filesystem::create_directory(directory);
  log.reset();

  EXPECT_THAT(content(directory + "/audit.jsonl"), HasSubstr(R"("kind":"lost","lines":1)"));
}

}  // namespace
}  // namespace npushare::history_test
