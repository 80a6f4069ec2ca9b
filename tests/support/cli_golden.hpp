/// Pages compared with files below tests/cli/golden.
///
/// NPUSHARE_UPDATE_GOLDEN=1 writes them anew; look at the difference before keeping it.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

#include "scheduler/cli/text.hpp"

namespace npushare::cli {

inline void expect_golden(const std::string& name, const std::string& page) {
  const std::string path = std::string(NPUSHARE_TESTS) + "/cli/golden/" + name + ".txt";
  if (std::getenv("NPUSHARE_UPDATE_GOLDEN") != nullptr) std::ofstream(path) << page;
  std::ifstream file(path);
  const std::string kept{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  EXPECT_EQ(page, kept) << path;
}

/// No line wider than `columns`, none with spaces at its end, no escape sequence.
inline void expect_tidy(const std::string& page, std::size_t columns = 100) {
  EXPECT_EQ(page.find('\x1b'), std::string::npos);
  std::istringstream lines(page);
  for (std::string line; std::getline(lines, line);) {
    EXPECT_LE(columns_of(line), columns) << line;
    EXPECT_FALSE(line.ends_with(' ')) << '"' << line << '"';
  }
}

}  // namespace npushare::cli
