/// Files of the tests and of the project, as text.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

namespace npushare::testing_support {

inline std::string text_of_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file.good()) << path;
  return {std::istreambuf_iterator<char>(file), {}};
}

inline std::string config_fixture(const std::string& name) {
  return text_of_file(std::string(NPUSHARE_TESTS) + "/config/fixtures/" + name);
}

inline std::string example_file(const std::string& name) {
  return text_of_file(std::string(NPUSHARE_ROOT) + "/examples/" + name);
}

/// `text` with the first occurrence of `from` replaced; the test fails when there is none.
inline std::string with(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

}  // namespace npushare::testing_support
