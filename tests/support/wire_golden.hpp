/// Recorded bodies of tests/wire/golden.
#pragma once

#include <fstream>
#include <iterator>
#include <string>

namespace npushare::wire {

inline std::string golden(const std::string& name) {
  std::ifstream file(NPUSHARE_TESTS "/wire/golden/" + name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace npushare::wire
