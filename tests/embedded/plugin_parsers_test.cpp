#include "scheduler/embedded/plugin_parsers.hpp"

#include <gtest/gtest.h>

#include "tests/support/embedded_objects.hpp"

namespace npushare::embedded {
namespace {

using testing_support::kChipA;
using testing_support::with_uuids;

struct TaCase {
  const char* id;
  const char* input;
  std::vector<std::size_t> counts;  // devices of each segment
  const char* again;                // as the plugin writes it back
};

void PrintTo(const TaCase& row, std::ostream* out) {
  *out << row.id;
}

class TaDecoding : public testing::TestWithParam<TaCase> {};

TEST_P(TaDecoding, ReadsSegmentsAsThePluginDoes) {
  const auto segments = decode_ta(with_uuids(GetParam().input));

  ASSERT_TRUE(segments) << segments.error().message;
  std::vector<std::size_t> counts;
  for (const TaSegment& segment : *segments) counts.push_back(segment.size());
  EXPECT_EQ(counts, GetParam().counts);
  EXPECT_EQ(encode_ta(*segments), with_uuids(GetParam().again));
}

INSTANTIATE_TEST_SUITE_P(
    Vectors, TaDecoding,
    testing::Values(TaCase{"npc-9.2-36", "A,T,1,2", {1}, "A,T,1,2:;"},
                    TaCase{"npc-9.2-37", "A,T,1,2:;", {1, 0}, "A,T,1,2:;;"},
                    TaCase{"npc-9.2-38", "", {0}, ";"},
                    TaCase{"npc-9.2-39", ";;", {0, 0, 0}, ";;;"},
                    TaCase{"npc-9.2-40", "garbage:A,T,1,2:zz", {1}, "A,T,1,2:;"},
                    TaCase{"npc-9.2-41", "A,T,1,2,9,9", {1}, "A,T,1,2:;"},
                    TaCase{"npc-9.2-42", "A,T,+5,-3", {1}, "A,T,5,-3:;"},
                    TaCase{"npc-9.2-43", "A,T,010,0", {1}, "A,T,10,0:;"},
                    TaCase{"npc-9.2-44", "A,T,2147483647,0", {1}, "A,T,2147483647,0:;"},
                    TaCase{"npc-9.2-49", " A,T,1,0", {1}, " A,T,1,0:;"}));

struct BadTaCase {
  const char* id;
  const char* input;
  const char* text;  // part of the error
};

void PrintTo(const BadTaCase& row, std::ostream* out) {
  *out << row.id;
}

class BadTa : public testing::TestWithParam<BadTaCase> {};

TEST_P(BadTa, FailsTheWholeValue) {
  const auto segments = decode_ta(with_uuids(GetParam().input));

  ASSERT_FALSE(segments);
  EXPECT_NE(segments.error().message.find(GetParam().text), std::string::npos)
      << segments.error().message;
}

INSTANTIATE_TEST_SUITE_P(
    Vectors, BadTa,
    testing::Values(
        BadTaCase{
            "npc-9.2-44", "A,T,2147483648,0",
            "invalid memory field: strconv.ParseInt: parsing \"2147483648\": value out of range"},
        BadTaCase{"npc-9.2-45", "A,T,1", "missing fields"},
        BadTaCase{"npc-9.2-46", "A,T,1,0;A,T,1", "missing fields"},
        BadTaCase{"npc-9.2-47", "A,T, 5,1", "invalid memory field: "},
        BadTaCase{"npc-9.2-47", "A,T,1_0,1", "invalid memory field: "},
        BadTaCase{"npc-9.2-47", "A,T,,0", "invalid memory field: "},
        BadTaCase{"npc-9.2-47", "A,T,8192Mi,0", "invalid memory field: "},
        BadTaCase{"npc-9.2-47", "A,T,0x10,0", "invalid memory field: "},
        BadTaCase{"npc-9.2-47", "A,T,1.5,0", "invalid memory field: "},
        BadTaCase{"npc-9.2-48", "A,T,8192,0 :;", "invalid core field: "}));

TEST(TaDecoding, KeepsALeadingSpaceInTheUuid) {
  const auto segments = decode_ta(with_uuids(" A,T,1,0"));  // npc-9.2-49

  ASSERT_TRUE(segments);
  EXPECT_EQ(segments->front().front().uuid, " " + kChipA);
}

struct RtCase {
  const char* id;
  const char* input;
  std::size_t entries;
  std::optional<std::int64_t> memory;  // of A
};

void PrintTo(const RtCase& row, std::ostream* out) {
  *out << row.id;
}

class RtDecoding : public testing::TestWithParam<RtCase> {};

TEST_P(RtDecoding, ReadsEntriesAsGoDoes) {
  const auto table = decode_rt(with_uuids(GetParam().input));

  ASSERT_TRUE(table) << table.error().message;
  EXPECT_EQ(table->size(), GetParam().entries);
  if (GetParam().entries == 0) return;
  ASSERT_TRUE(table->contains(kChipA));
  EXPECT_EQ(table->at(kChipA).memory, GetParam().memory);
  EXPECT_EQ(table->at(kChipA).core, std::nullopt);
}

INSTANTIATE_TEST_SUITE_P(
    Vectors, RtDecoding,
    testing::Values(RtCase{"npc-9.3-50", R"([{"uuid":"A","Memory":1}])", 1, 1},
                    RtCase{"npc-9.3-51", R"([{"UUID":"A","memory":1},{"UUID":"A","memory":2}])", 1,
                           2},
                    RtCase{"npc-9.3-52", R"([{"UUID":"A","memory":null,"core":null}])", 1, {}},
                    RtCase{"npc-9.3-53", R"([{"UUID":"","memory":3}])", 0, {}},
                    RtCase{"npc-9.3-53", "[null]", 0, {}}, RtCase{"npc-9.3-53", "null", 0, {}},
                    RtCase{"npc-9.3-53", "[]", 0, {}},
                    RtCase{"npc-9.3-56", R"([{"UUID":"A","memory":-1}])", 1, -1}));

struct BadRtCase {
  const char* id;
  const char* input;
};

void PrintTo(const BadRtCase& row, std::ostream* out) {
  *out << row.id;
}

class BadRt : public testing::TestWithParam<BadRtCase> {};

TEST_P(BadRt, IsAnError) {
  EXPECT_FALSE(decode_rt(with_uuids(GetParam().input)));
}

INSTANTIATE_TEST_SUITE_P(
    Vectors, BadRt,
    testing::Values(BadRtCase{"npc-9.3-54", "{}"}, BadRtCase{"npc-9.3-54", ""},
                    BadRtCase{"npc-9.3-54", R"([["A"]])"},
                    BadRtCase{"npc-9.3-54", R"([{"UUID":"A"}]x)"},
                    BadRtCase{"npc-9.3-54", R"([{"UUID":"A",}])"},
                    BadRtCase{"npc-9.3-54", R"([{"UUID":5}])"},
                    BadRtCase{"npc-9.3-55", R"([{"UUID":"A","memory":"8192"}])"},
                    BadRtCase{"npc-9.3-55", R"([{"UUID":"A","memory":8192.0}])"},
                    BadRtCase{"npc-9.3-55", R"([{"UUID":"A","memory":8e3}])"},
                    BadRtCase{"npc-9.3-55", R"([{"UUID":"A","memory":9223372036854775808}])"},
                    BadRtCase{"npc-9.3-55", R"([{"UUID":"A","core":2147483648}])"}));

}  // namespace
}  // namespace npushare::embedded
