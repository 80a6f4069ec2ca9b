#include "scheduler/backends/node_lock.hpp"

#include <gtest/gtest.h>

#include <string>

namespace npushare::backends {
namespace {

constexpr std::int64_t kSeen = 1786693660;  // 2026-08-14T07:47:40Z

struct LockCase {
  std::string id;
  std::string text;
  LockKind kind = LockKind::kMalformed;
  std::int64_t unix_seconds = 0;
  PodKey owner;
};

class LockValues : public testing::TestWithParam<LockCase> {};

TEST_P(LockValues, AreReadAsThePluginReadsThem) {
  const ParsedLock lock = parse_lock(GetParam().text);

  EXPECT_EQ(lock.kind, GetParam().kind);
  EXPECT_EQ(lock.unix_seconds, GetParam().unix_seconds);
  EXPECT_EQ(lock.owner, GetParam().owner);
}

const PodKey kX{"default", "x"};

// npc-9.4-59, npc-9.4-60: whether the pod named lives is not for the parser to know. volcano-V-103:
// Volcano itself fails on the form with an owner.
INSTANTIATE_TEST_SUITE_P(
    Good, LockValues,
    testing::Values(
        LockCase{"npc-9.4-57 npc-9.4-59 npc-9.4-60 volcano-V-103", "2026-08-14T07:47:40Z,default,x",
                 LockKind::kOwned, kSeen, kX},
        LockCase{"npc-9.4-58 offset", "2026-08-14T15:47:40+08:00,default,x", LockKind::kOwned,
                 kSeen, kX},
        LockCase{"west", "2026-08-14T00:17:40-07:30,default,x", LockKind::kOwned, kSeen, kX},
        LockCase{"npc-9.4-58 fraction", "2026-08-14T07:47:40.123Z,default,x", LockKind::kOwned,
                 kSeen, kX},
        LockCase{"npc-9.4-61 hami-L12", "2026-08-14T07:47:40Z", LockKind::kAnonymous, kSeen, {}},
        LockCase{"npc-9.4-62", "2026-08-14T07:47:40Z,,", LockKind::kAnonymous, kSeen, {}},
        LockCase{"no name", "2026-08-14T07:47:40Z,default,", LockKind::kAnonymous, kSeen, {}},
        LockCase{"hami-L5", "2026-08-14T07:47:40Z,ns,p1", LockKind::kOwned, kSeen, {"ns", "p1"}},
        LockCase{"case-C81 legacy", "2026-01-01T00:00:00Z", LockKind::kAnonymous, 1767225600, {}},
        LockCase{"case-C81 future", "2126-01-01T00:00:00Z", LockKind::kAnonymous, 4922899200, {}},
        LockCase{"leap day", "2028-02-29T00:00:00Z", LockKind::kAnonymous, 1835395200, {}},
        LockCase{"before 1970", "1969-12-31T23:59:59Z", LockKind::kAnonymous, -1, {}}));

// Each of these blocks every pod of the node until somebody mends it (node-plugin-contract F8).
INSTANTIATE_TEST_SUITE_P(
    Malformed, LockValues,
    testing::Values(LockCase{"npc-9.4-63", "x"}, LockCase{"npc-9.4-63 case-C81 empty", ""},
                    LockCase{"npc-9.4-63 blank", "2026-08-14 07:47:40,default,x"},
                    LockCase{"npc-9.4-63 lower case", "2026-08-14t07:47:40z,default,x"},
                    LockCase{"npc-9.4-63 two parts", "2026-08-14T07:47:40Z,default"},
                    LockCase{"npc-9.4-63 four parts", "2026-08-14T07:47:40Z,a,b,c"},
                    LockCase{"hami-L6", "lock"}, LockCase{"hami-L7", "a,b"},
                    LockCase{"case-C81", "x,y"},
                    LockCase{"no zone", "2026-08-14T07:47:40,default,x"},
                    LockCase{"short offset", "2026-08-14T07:47:40+8,default,x"},
                    LockCase{"empty fraction", "2026-08-14T07:47:40.Z,default,x"},
                    LockCase{"no such day", "2026-02-29T00:00:00Z"},
                    LockCase{"no such month", "2026-13-01T00:00:00Z"},
                    LockCase{"no such hour", "2026-08-14T24:00:00Z"},
                    LockCase{"more behind", "2026-08-14T07:47:40Zx"}));

TEST(NodeLock, WritesTimeInUtcAndTheOwner) {
  EXPECT_EQ(lock_value(kSeen, {"default", "infer-0"}), "2026-08-14T07:47:40Z,default,infer-0");
}

TEST(NodeLock, ReadsBackWhatItWrites) {
  for (const std::int64_t time :
       {std::int64_t{0}, std::int64_t{1}, kSeen, std::int64_t{951782400}}) {
    const ParsedLock lock = parse_lock(lock_value(time, {"ns", "p-1.x"}));
    EXPECT_EQ(lock.kind, LockKind::kOwned);
    EXPECT_EQ(lock.unix_seconds, time);
    EXPECT_EQ(lock.owner, (PodKey{"ns", "p-1.x"}));
  }
}

}  // namespace
}  // namespace npushare::backends
