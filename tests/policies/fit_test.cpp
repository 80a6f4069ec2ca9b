// One ask on one chip: each check, its boundary and its place in the order.

#include "policies/fit.hpp"

#include <gtest/gtest.h>

#include "tests/support/policies_builders.hpp"

namespace npushare {
namespace {

using test::a_chip;
using test::a_node;
using test::alone;
using test::amount;
using test::part;
using test::whole;

constexpr Mode kHard = Mode::kHard;
constexpr Mode kSoft = Mode::kSoft;

/// What one other pod holds of the chip.
struct Used {
  std::int64_t slots;
  std::int64_t memory;
  std::int64_t cores;
};

struct FitCase {
  const char* id;
  Mode chip_mode;
  std::optional<Used> used;
  Ask ask;
  std::optional<Reason> expected;
};

Ask tmpl(std::int64_t memory, std::int64_t cores) {
  return part(kHard, amount(memory, cores));
}
Ask soft(std::int64_t memory, std::int64_t cores) {
  return part(kSoft, amount(memory, cores));
}

class Fit : public testing::TestWithParam<FitCase> {};

TEST_P(Fit, FindsTheFirstObstacle) {
  const FitCase& row = GetParam();
  test::ANode node = a_node().chip(a_chip(row.chip_mode));
  if (row.used) {
    const Amount taken = amount(row.used->memory, row.used->cores, row.used->slots);
    node.share("A", part(row.chip_mode, taken));
  }

  const NodeLedger& ledger = node;

  EXPECT_EQ(first_obstacle(ledger, ledger.chips()[0], row.ask, nullptr), row.expected);
}

std::string name_of(const testing::TestParamInfo<FitCase>& row) {
  return test::as_test_name(row.param.id);
}

// spec/volcano-deviceshare.md 10.3. The chip has 7 slots, 21527 MiB and 8 AI cores or 100 %.
INSTANTIATE_TEST_SUITE_P(
    Volcano, Fit,
    testing::Values(
        FitCase{"volcano-V-15", kHard, Used{1, 3072, 0}, tmpl(1024, 0), {}},
        FitCase{"volcano-V-16", kHard, Used{1, 3072, 0}, tmpl(21527, 0), Reason::kMemoryShort},
        FitCase{"volcano-V-17", kHard, Used{1, 12288, 0}, tmpl(6144, 0), {}},
        FitCase{"volcano-V-18", kHard, {}, tmpl(24576, 0), Reason::kExceedsChip},
        FitCase{"volcano-V-19", kHard, Used{1, 12288, 6}, tmpl(6144, 4), Reason::kCoresShort},
        FitCase{"volcano-V-20", kHard, {}, soft(1024, 20), Reason::kModeMismatch},
        FitCase{"volcano-V-21", kSoft, Used{0, 0, 90}, soft(1024, 20), Reason::kCoresShort},
        FitCase{"volcano-V-22", kSoft, {}, soft(1024, 20), {}},
        FitCase{"volcano-V-23", kSoft, Used{1, 1000, 100}, soft(1000, 0), Reason::kCoresShort},
        FitCase{"volcano-V-24", kSoft, Used{1, 1000, 100}, soft(1000, 1), Reason::kCoresShort},
        FitCase{"volcano-V-25", kSoft, Used{1, 1000, 0}, soft(1000, 100), Reason::kExclusive},
        FitCase{"volcano-V-26", kSoft, {}, soft(1000, 100), {}},
        FitCase{"volcano-V-27 (50)", kSoft, Used{1, 1000, 50}, soft(1000, 50), {}},
        FitCase{"volcano-V-27 (51)", kSoft, Used{1, 1000, 50}, soft(1000, 51), Reason::kCoresShort},
        FitCase{"volcano-V-28", kSoft, Used{7, 7000, 0}, soft(1000, 0), Reason::kSlotsShort},
        FitCase{"volcano-V-29", kHard, Used{1, 6144, 8}, tmpl(3072, 0), Reason::kCoresShort},
        FitCase{"volcano-V-30", kSoft, {}, soft(1000, 101), Reason::kExceedsChip}),
    name_of);

// spec/hami-protocol.md 16.7, the vectors of one chip.
INSTANTIATE_TEST_SUITE_P(
    Hami, Fit,
    testing::Values(
        FitCase{"hami-X3", kSoft, Used{1, 1000, 100}, soft(1000, 50), Reason::kCoresShort},
        FitCase{"hami-X5", kSoft, Used{7, 700, 0}, soft(100, 10), Reason::kSlotsShort},
        // HAMi clamps 120 to 100. Ours rounds nothing: more than a chip has fits nowhere.
        FitCase{"hami-X6", kSoft, {}, soft(1000, 120), Reason::kExceedsChip},
        FitCase{"hami-X7", kSoft, Used{1, 1000, 20}, soft(1000, 100), Reason::kExclusive},
        FitCase{"hami-X8", kSoft, Used{1, 1000, 100}, soft(1000, 0), Reason::kCoresShort},
        FitCase{"hami-X13", kSoft, Used{1, 500, 5}, alone(soft(1000, 10)), Reason::kExclusive},
        FitCase{"hami-X15", kHard, {}, soft(4096, 20), Reason::kModeMismatch},
        FitCase{
            "hami-X15 (a whole chip's memory)", kHard, {}, soft(21527, 0), Reason::kModeMismatch},
        FitCase{"hami-X16", kSoft, {}, soft(21527, 0), {}},
        // HAMi lets a template onto a soft node. Ours never mixes modes (node-plugin-contract 6.4).
        FitCase{"hami-X17", kSoft, {}, tmpl(3072, 1), Reason::kModeMismatch},
        FitCase{"hami-X20", kSoft, Used{1, 1000, 0}, soft(1000, 100), Reason::kExclusive},
        // HAMi: CardComputeUnitsExhausted. The mode is checked first here.
        FitCase{"hami-X21", kSoft, Used{1, 500, 100}, tmpl(3072, 0), Reason::kModeMismatch}),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    Boundaries, Fit,
    testing::Values(
        FitCase{"all the memory but one MiB", kSoft, Used{1, 1, 1}, soft(21525, 1), {}},
        FitCase{"all the memory left", kSoft, Used{1, 1, 1}, soft(21526, 1), {}},
        FitCase{"one MiB more", kSoft, Used{1, 1, 1}, soft(21527, 1), Reason::kMemoryShort},
        FitCase{"one MiB more than the chip", kSoft, {}, soft(21528, 1), Reason::kExceedsChip},
        FitCase{"the last slot", kSoft, Used{6, 6, 6}, soft(1, 1), {}},
        FitCase{"no slot", kSoft, Used{7, 6, 6}, soft(1, 1), Reason::kSlotsShort},
        FitCase{"99 cores are not the chip", kSoft, Used{1, 1, 1}, soft(1, 99), {}},
        FitCase{"no cores beside 99", kSoft, Used{1, 1, 99}, soft(1, 0), {}},
        FitCase{"no cores beside 100", kSoft, Used{1, 1, 100}, soft(1, 0), Reason::kCoresShort},
        FitCase{"no cores beside 101", kSoft, Used{1, 1, 101}, soft(1, 0), Reason::kCoresShort},
        FitCase{"a whole hard chip", kHard, {}, whole(), {}},
        FitCase{"a whole soft chip", kSoft, {}, whole(), {}},
        FitCase{"a whole chip in company", kSoft, Used{1, 1, 0}, whole(), Reason::kExclusive},
        FitCase{"100 of 8 AI cores", kHard, {}, tmpl(1, 100), Reason::kExceedsChip}),
    name_of);

TEST(Fit, ChecksModelModeHealthRegistrationListsAndSizeInThisOrder) {
  // Everything is wrong at first; each step mends what was found. hami-X4, hami-X12.
  Chip chip = a_chip(kHard);
  chip.model = ModelName{"Ascend910B4"};
  chip.healthy = false;
  UuidList list{.model = test::the_310p(), .allowed = {}, .denied = {ChipUuid{"A"}}};
  Ask ask = soft(30000, 10);
  Registration registration = Registration::kStale;
  const auto found = [&] {
    const test::ANode node = a_node().chip(chip).registered(registration);
    const NodeLedger& ledger = node;
    return first_obstacle(ledger, ledger.chips()[0], ask, &list);
  };

  EXPECT_EQ(found(), Reason::kNoSuchModel);
  chip.model = test::the_310p();
  EXPECT_EQ(found(), Reason::kModeMismatch);
  chip = a_chip(kSoft);
  chip.healthy = false;
  EXPECT_EQ(found(), Reason::kUnhealthy);
  chip.healthy = true;
  chip.cordoned = true;
  EXPECT_EQ(found(), Reason::kCordoned);
  chip.cordoned = false;
  EXPECT_EQ(found(), Reason::kStaleRegistration);
  registration = Registration::kFresh;
  EXPECT_EQ(found(), Reason::kNotAllowed);
  list.denied.clear();
  EXPECT_EQ(found(), Reason::kExceedsChip);
  ask.amount.memory = MiB{1};
  EXPECT_EQ(found(), std::nullopt);
}

TEST(Fit, BarsASoftSplitOnAHostItDoesNotWorkOn) {
  const test::ANode node = a_node().soft("A").hard("B").registered(Registration::kUnsupportedHost);
  const NodeLedger& ledger = node;

  EXPECT_EQ(first_obstacle(ledger, ledger.chips()[0], soft(1, 1), nullptr),
            Reason::kUnsupportedHost);
  EXPECT_EQ(first_obstacle(ledger, ledger.chips()[0], whole(), nullptr), Reason::kUnsupportedHost);
  EXPECT_EQ(first_obstacle(ledger, ledger.chips()[1], tmpl(1, 1), nullptr), std::nullopt);
}

TEST(Fit, TakesNobodyWhereAnythingIsOvercommitted) {
  const test::ANode node = a_node().hard("A").share("A", part(kHard, amount(1, 1, 1, 8)));
  const NodeLedger& ledger = node;

  EXPECT_EQ(first_obstacle(ledger, ledger.chips()[0], tmpl(1, 1), nullptr), Reason::kCpusShort);
}

TEST(Fit, NeedsAnEmptyListOrTheChipOnIt) {
  const test::ANode node = a_node().hard("A");
  const NodeLedger& ledger = node;
  const auto with = [&](std::vector<ChipUuid> allowed) {
    const UuidList list{.model = test::the_310p(), .allowed = std::move(allowed), .denied = {}};
    return first_obstacle(ledger, ledger.chips()[0], tmpl(1, 1), &list);
  };

  EXPECT_EQ(with({}), std::nullopt);
  EXPECT_EQ(with({ChipUuid{"B"}, ChipUuid{"A"}}), std::nullopt);
  EXPECT_EQ(with({ChipUuid{"a"}}), Reason::kNotAllowed);
}

TEST(SmallAsk, IsOnlyForOneContainerOneChipOneModeAndNoLists) {
  const Request plain = test::pod(test::soft(1000, 20), "p", 7);

  ASSERT_TRUE(small_ask_of(plain));
  EXPECT_EQ(small_ask_of(plain)->amount, amount(1000, 20));
  EXPECT_EQ(small_ask_of(plain)->priority, 7);
  EXPECT_FALSE(small_ask_of(plain)->needs_idle_chip);
  EXPECT_TRUE(small_ask_of(test::pod(test::soft(1000, 100)))->needs_idle_chip);
  EXPECT_TRUE(small_ask_of(test::pod(alone(soft(1000, 1))))->needs_idle_chip);
  EXPECT_EQ(small_ask_of(test::pod(test::soft(1000, 0)))->amount.cores, Cores{1});
  EXPECT_FALSE(small_ask_of(test::pod(whole())));
  EXPECT_FALSE(small_ask_of(test::pod(test::soft(1000, 20, 2))));
  EXPECT_FALSE(small_ask_of(test::APod().app(soft(1, 1)).lists({}, {"A"})));
  EXPECT_FALSE(small_ask_of(test::APod().app(soft(1, 1)).app(soft(1, 1))));
}

}  // namespace
}  // namespace npushare
