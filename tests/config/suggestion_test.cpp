#include "config/suggestion.hpp"

#include <gtest/gtest.h>

#include <array>

namespace npushare::config {
namespace {

struct DistanceCase {
  const char* a;
  const char* b;
  std::size_t edits;
};

class EditDistance : public testing::TestWithParam<DistanceCase> {};

TEST_P(EditDistance, CountsEditsBothWays) {
  EXPECT_EQ(edit_distance(GetParam().a, GetParam().b), GetParam().edits);
  EXPECT_EQ(edit_distance(GetParam().b, GetParam().a), GetParam().edits);
}

INSTANTIATE_TEST_SUITE_P(Table, EditDistance,
                         testing::Values(DistanceCase{"", "", 0}, DistanceCase{"", "abc", 3},
                                         DistanceCase{"policy", "policy", 0},
                                         DistanceCase{"polcy", "policy", 1},
                                         DistanceCase{"plugni", "plugin", 1},
                                         DistanceCase{"VNPUs", "vnpus", 0},
                                         DistanceCase{"kitten", "sitting", 3}));

TEST(Nearest, IsTheWordThatWasMeantOrNothing) {
  const std::array<std::string, 4> known = {"policy", "lock", "log", "reservedMemoryMiB"};

  EXPECT_EQ(nearest("polcy", known), "policy");
  EXPECT_EQ(nearest("POLICY", known), "policy");
  EXPECT_EQ(nearest("lokc", known), "lock");
  EXPECT_EQ(nearest("reservedMemory", known), std::nullopt);
  EXPECT_EQ(nearest("abcd", known), std::nullopt);
  EXPECT_EQ(nearest("", known), std::nullopt);
  EXPECT_EQ(nearest(std::string(1 << 20, 'p'), known), std::nullopt);
}

}  // namespace
}  // namespace npushare::config
