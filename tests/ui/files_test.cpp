// The files inside the program against those in the tree: none forgotten, none changed, nothing
// loaded from elsewhere.
#include "scheduler/ui/files.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>

namespace npushare::ui {
namespace {

namespace fs = std::filesystem;

const fs::path kFolder = fs::path(NPUSHARE_ROOT) / "scheduler/ui";

std::string text_of(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

bool is_of_the_page(const fs::path& path) {
  static const std::set<std::string> kKinds{".html", ".css", ".js", ".svg"};
  return kKinds.contains(path.extension().string());
}

TEST(PageFiles, AreThoseOfTheTree) {
  std::set<std::string> in_tree;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(kFolder))
    if (is_of_the_page(entry.path())) in_tree.insert(fs::relative(entry.path(), kFolder).string());

  std::set<std::string> inside;
  for (const File& file : files()) inside.insert(std::string(file.path));

  EXPECT_EQ(inside, in_tree) << "scheduler/ui/CMakeLists.txt lists them";
}

TEST(PageFiles, AreWordForWord) {
  for (const File& file : files()) EXPECT_EQ(file.text, text_of(kFolder / file.path)) << file.path;
}

TEST(PageFiles, HaveTagsOfTheirOwn) {
  std::set<std::string_view> tags;
  for (const File& file : files()) {
    EXPECT_EQ(file.tag.size(), 16U) << file.path;
    EXPECT_TRUE(tags.insert(file.tag).second) << file.path;
  }
}

TEST(PageFiles, HoldToTheLengthOfEveryFile) {
  for (const File& file : files()) EXPECT_LE(std::ranges::count(file.text, '\n'), 250) << file.path;
}

/// What a policy would forbid anyway is not written in the first place.
TEST(PageFiles, LoadNothingFromElsewhereAndMakeNoMarkup) {
  const std::regex forbidden(
      R"(https?://(?!www\.w3\.org/2000/svg)|innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function| style="| on[a-z]+=")");
  for (const File& file : files()) {
    const std::string text(file.text);
    std::smatch found;
    EXPECT_FALSE(std::regex_search(text, found, forbidden)) << file.path << ": " << found.str();
  }
}

}  // namespace
}  // namespace npushare::ui
