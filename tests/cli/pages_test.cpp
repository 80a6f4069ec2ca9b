// The manual page and the completions. tools/check-pages lets bash, zsh and man read them.
#include <gtest/gtest.h>

#include <cctype>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "scheduler/cli/command_line.hpp"
#include "tests/support/cli_golden.hpp"

namespace npushare::cli {
namespace {

std::string printed(const std::vector<std::string>& words) {
  const Reading reading = read_command_line(words, {});
  EXPECT_EQ(reading.exit_code, kExitFine) << reading.complaint;
  EXPECT_FALSE(reading.command);
  return reading.help;
}

struct PageCase {
  std::string name;
  std::vector<std::string> words;
  std::string file;
};

class ShippedPage : public testing::TestWithParam<PageCase> {};

TEST_P(ShippedPage, IsWhatTheProgramPrints) {
  std::ifstream file(std::string(NPUSHARE_ROOT) + "/" + GetParam().file);
  const std::string shipped{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};

  EXPECT_EQ(printed(GetParam().words), shipped)
      << GetParam().file << " is stale: write it anew by tools/write-pages";
}

INSTANTIATE_TEST_SUITE_P(
    Pages, ShippedPage,
    testing::Values(PageCase{"manual", {"manual"}, "docs/man/npushare.1"},
                    PageCase{"bash", {"completion", "bash"}, "docs/completions/npushare.bash"},
                    PageCase{"zsh", {"completion", "zsh"}, "docs/completions/_npushare"}),
    [](const auto& test) { return test.param.name; });

TEST(Manual, NamesEveryCommandOfTheProgram) {
  const std::string page = printed({"manual"});

  for (const char* command : {"serve", "demo", "explain", "top", "check", "completion", "manual"})
    EXPECT_NE(page.find(std::string("\n.SS ") + command + '\n'), std::string::npos) << command;
  EXPECT_NE(page.find("\\fB\\-\\-kubeconfig\\fR \\fIFILE\\fR"), std::string::npos);
}

TEST(Manual, LeavesNothingForRoffToTakeAsItsOwn) {
  const std::string page = printed({"manual"});

  std::size_t start = 0;
  while (start < page.size()) {
    const std::size_t end = page.find('\n', start);
    const std::string line = page.substr(start, end - start);
    start = end + 1;
    EXPECT_FALSE(line.starts_with('\'')) << line;
    if (line.starts_with('.')) {
      const bool is_ours = line == ".nf" || line == ".fi" || line == ".nh" ||
                           (line.size() > 2 && std::isupper(line[1]));
      EXPECT_TRUE(is_ours) << line;
    }
  }
}

TEST(Pages, HaveHelpOfTheirOwn) {
  for (const std::string command : {"completion", "manual"}) {
    const std::string page = printed({command, "--help"});
    expect_golden("help_" + command, page);
    expect_tidy(page);
  }
}

TEST(Completion, KnowsNoOtherShell) {
  const Reading reading = read_command_line({"completion", "fish"}, {});

  EXPECT_EQ(reading.exit_code, kExitWrongUse);
  EXPECT_NE(reading.complaint.find("completion is there for bash and zsh"), std::string::npos)
      << reading.complaint;
}

TEST(Completion, NeedsAShell) {
  EXPECT_EQ(read_command_line({"completion"}, {}).exit_code, kExitWrongUse);
}

}  // namespace
}  // namespace npushare::cli
