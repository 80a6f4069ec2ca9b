#include "scheduler/embedded/measure.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace npushare::embedded {
namespace {

using wire::Json;

std::int64_t value_of(std::string_view text) {
  const std::optional<Measure> read = read_measure(text);
  return read ? read->rounded_up() : -77;
}

TEST(Measure, ReadsUnitsAndRoundsAwayFromZero) {
  EXPECT_EQ(value_of("8589934592"), 8589934592);
  EXPECT_EQ(value_of("8Gi"), 8589934592);
  EXPECT_EQ(value_of("14680064k"), 14680064000);
  EXPECT_EQ(value_of("1e3"), 1000);
  EXPECT_EQ(value_of("500m"), 1);
  EXPECT_EQ(value_of("-500m"), -1);
  EXPECT_EQ(value_of("0.1Mi"), 104858);
  EXPECT_EQ(value_of("0e99999"), 0);
  EXPECT_EQ(value_of("1e99999"), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(value_of("16Ei"), std::numeric_limits<std::int64_t>::max());
}

TEST(Measure, RefusesWhatIsNone) {
  for (const char* text : {"", "8 Gi", "Gb", "1K", "e", "--1", "0x10"})
    EXPECT_FALSE(read_measure(text)) << text;
}

TEST(Measure, IsStoredAsATypedServerWritesIt) {
  EXPECT_EQ(canonical_measure("14680064000").string(), "14680064k");
  EXPECT_EQ(canonical_measure("8589934592").string(), "8589934592");
  EXPECT_EQ(canonical_measure("8192Mi").string(), "8Gi");
  EXPECT_EQ(canonical_measure(Json(50)).string(), "50");
  EXPECT_EQ(canonical_measure("0.5").string(), "0.5");  // no whole number: as written
}

}  // namespace
}  // namespace npushare::embedded
