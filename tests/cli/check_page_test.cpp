#include "scheduler/cli/check_page.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "scheduler/cli/commands.hpp"
#include "tests/support/cli_golden.hpp"
#include "tests/support/scratch_directory.hpp"
#include "tests/support/volcano_files.hpp"

namespace npushare::cli {
namespace {

using config::Severity;

std::vector<CheckedFile> two_files() {
  return {{.name = "npushare.yaml",
           .findings = {{Severity::kError, 3, "policy.node", "\"binpak\" is no policy",
                         "did you mean binpack?"},
                        {Severity::kWarning, 0, "", "nothing here differs from the defaults", ""}}},
          {.name = "cluster.yaml", .findings = {}}};
}

TEST(CheckPage, ListsPlaceSeverityAndRemedy) {
  const std::string page = draw_findings(two_files(), Canvas{});

  expect_tidy(page);
  expect_golden("check_findings", page);
}

TEST(CheckPage, SaysWhenAllIsWell) {
  EXPECT_EQ(draw_findings({{.name = "a", .findings = {}}}, Canvas{}),
            "1 file read: nothing to complain about\n");
}

TEST(CheckPage, WritesTheSameAsJson) {
  EXPECT_EQ(findings_json(two_files()).text(),
            R"({"findings":[{"file":"npushare.yaml","line":3,"severity":"error",)"
            R"("key":"policy.node","message":"\"binpak\" is no policy",)"
            R"("remedy":"did you mean binpack?"},{"file":"npushare.yaml","line":0,)"
            R"("severity":"warning","key":"","message":"nothing here differs from the defaults",)"
            R"("remedy":""}],"errors":1,"warnings":1})");
}

/// A file that is gone with the test.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& text)
      : path_(std::filesystem::temp_directory_path() /
              ("npushare-check-" + std::to_string(::getpid()) + ".yaml")) {
    std::ofstream(path_) << text;
  }
  ~TemporaryFile() { std::filesystem::remove(path_); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

struct Ran {
  int code = 0;
  std::string out;
};

Ran run_check(const std::vector<std::string>& paths) {
  std::ostringstream out;
  std::ostringstream err;
  CheckCommand command;
  command.files = paths;
  const int code = check(command, {.out = out, .err = err, .canvas = Canvas{}});
  return {.code = code, .out = out.str()};
}

TEST(CheckCommand, EndsWithOneWhenAFileHasAnError) {
  const TemporaryFile file("listen: 127.0.0.1:8080\npolicy:\n  nod: binpack\n");

  const Ran ran = run_check({file.path()});

  EXPECT_EQ(ran.code, kExitDiffers);
  EXPECT_NE(ran.out.find(file.path() + ":3  error  policy\n"), std::string::npos) << ran.out;
}

TEST(CheckCommand, EndsWithZeroWhenAllIsWell) {
  const TemporaryFile file("policy:\n  node: spread\n");

  EXPECT_EQ(run_check({file.path()}).code, kExitFine) << run_check({file.path()}).out;
}

TEST(CheckCommand, NamesThePoliciesThereAre) {
  const TemporaryFile file("policy:\n  chip: binpak\n");

  const Ran ran = run_check({file.path()});

  EXPECT_EQ(ran.code, kExitDiffers);
  EXPECT_NE(ran.out.find(file.path() + ":2  error  policy.chip\n"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("binpack, hami-binpack"), std::string::npos) << ran.out;
}

TEST(CheckCommand, FindsNothingWrongWithTheExamples) {
  for (const char* name : {"cluster.yaml", "kube-scheduler/config.yaml"}) {
    const Ran ran = run_check({std::string(NPUSHARE_ROOT) + "/examples/" + name});
    EXPECT_EQ(ran.code, kExitFine) << ran.out;
    EXPECT_EQ(ran.out, "1 file read: nothing to complain about\n");
  }
}

TEST(CheckCommand, SaysWhichOfTwoFilesCounts) {
  const testing_support::ScratchDirectory files;
  const std::string own = files.write("npushare.yaml", "policy:\n  node: spread\n");
  const std::string volcano =
      files.write("volcano-scheduler.conf",
                  testing_support::a_volcano_conf("deviceshare.SchedulePolicy: binpack, "
                                                  "deviceshare.ScheduleWeight: 10"));

  const Ran ran = run_check({own, volcano});

  EXPECT_EQ(ran.code, kExitFine);
  EXPECT_NE(ran.out.find(own + ":2  warning  policy.node\n"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("2 files read: 0 errors, 1 warning"), std::string::npos) << ran.out;
  EXPECT_EQ(run_check({own}).out, "1 file read: nothing to complain about\n");
}

TEST(CheckCommand, ReportsAFileThatCannotBeRead) {
  const Ran ran = run_check({"/nowhere/at-all.yaml"});

  EXPECT_EQ(ran.code, kExitDiffers);
  EXPECT_NE(ran.out.find("/nowhere/at-all.yaml  error"), std::string::npos) << ran.out;
}

}  // namespace
}  // namespace npushare::cli
