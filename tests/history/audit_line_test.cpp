// The audit log's lines, and that they can be replayed: docs/reference/audit.md.
#include "scheduler/history/audit_line.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <map>

#include "accounting/ledger_book.hpp"
#include "scheduler/wire/json.hpp"
#include "tests/support/accounting_builders.hpp"
#include "tests/support/history_builders.hpp"

namespace npushare::history_test {
namespace {

using history::AuditKind;
using wire::Json;

Allocation a_grant(const std::string& uid, std::int64_t memory, const std::string& node = "n1",
                   const std::string& chip = "A") {
  return {.node = NodeName{node},
          .holder = std::make_shared<const Holder>(
              Holder{.uid = PodUid{uid}, .pod = {"ai", "pod-" + uid}, .priority = 7}),
          .containers = {{.name = "main", .kind = ContainerKind::kApp}},
          .grants = {{.container = 0,
                      .chip = ChipUuid{chip},
                      .model = ModelName{"Ascend310P"},
                      .amount = test::amount(memory, 20),
                      .mode = Mode::kSoft}}};
}

TEST(AuditLine, OfABindNamesThePodAndWhatItTakesOfWhichChip) {
  EXPECT_EQ(*Json::parse(history::grant_line(AuditKind::kBind, a_grant("u", 4096), at(0))),
            *Json::parse(R"({"v":1,"at":"2026-08-14T07:47:40.000000Z","kind":"bind",
              "pod":"ai/pod-u","uid":"u","node":"n1","priority":7,
              "grants":[{"container":"main","kind":"app","chip":"A",
                "model":"Ascend310P","mode":"soft","hold":"part","template":"",
                "memoryMiB":4096,"cores":20,"cpus":0,"slots":1}]})"));
}

TEST(AuditLine, OfAReleaseAStartAndALossSayOnlyThat) {
  EXPECT_EQ(*Json::parse(history::init_ended_line({"ai", "p"}, PodUid{"u"}, NodeName{"n1"}, at(0))),
            *Json::parse(R"({"v":1,"at":"2026-08-14T07:47:40.000000Z","kind":"init-ended",
                             "pod":"ai/p","uid":"u","node":"n1"})"));
  EXPECT_EQ(*Json::parse(history::release_line({"ai", "p"}, PodUid{"u"}, NodeName{"n1"}, at(0))),
            *Json::parse(R"({"v":1,"at":"2026-08-14T07:47:40.000000Z","kind":"release",
                             "pod":"ai/p","uid":"u","node":"n1"})"));
  EXPECT_EQ(*Json::parse(history::start_line("host_1", "0.1.0", at(0))),
            *Json::parse(R"({"v":1,"at":"2026-08-14T07:47:40.000000Z","kind":"start",
                             "instance":"host_1","version":"0.1.0"})"));
  EXPECT_EQ(*Json::parse(history::lost_line(3, at(0))),
            *Json::parse(R"({"v":1,"at":"2026-08-14T07:47:40.000000Z","kind":"lost","lines":3})"));
}

TEST(AuditLine, StaysOneLineWhateverAPodIsCalled) {
  const std::string line =
      history::release_line({"ai", "a\nb\x1b[31m"}, PodUid{"u\"}"}, NodeName{"n1"}, at(0));

  EXPECT_EQ(line.find('\n'), std::string::npos);
  EXPECT_EQ((*Json::parse(line))["pod"].string(), "ai/a\nb\x1b[31m");
}

/// What a later tool does with the lines: node, uid, chip to MiB.
class Replay {
 public:
  void read(const std::string& text) {
    const Json line = *Json::parse(text);
    const std::string kind = line["kind"].string();
    if (kind == "start") held_.clear();
    const std::pair key{line["node"].string(), line["uid"].string()};
    if (kind == "release") held_.erase(key);
    if (kind != "bind" && kind != "uncertain" && kind != "admit" && kind != "observe") return;
    held_[key].clear();
    for (const Json& grant : line["grants"].items())
      held_[key][grant["chip"].string()] += grant["memoryMiB"].integer();
  }
  std::int64_t used(const std::string& chip) const {
    std::int64_t sum = 0;
    for (const auto& [key, chips] : held_)
      if (const auto taken = chips.find(chip); taken != chips.end()) sum += taken->second;
    return sum;
  }

 private:
  std::map<std::pair<std::string, std::string>, std::map<std::string, std::int64_t>> held_;
};

// Binds, what the watch shows of them, releases and restarts, in any order: the lines give the
// book.
RC_GTEST_PROP(AuditLine, ReplayedGivesTheBook, ()) {
  auto book = std::make_unique<LedgerBook>();
  Replay replay;
  replay.read(history::start_line("i", "v", at(0)));
  std::map<std::string, Allocation> bound;
  for (const int step : *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 40))) {
    const std::string uid = "u" + std::to_string(step % 10);
    const auto known = bound.find(uid);
    if (step < 20 && known == bound.end()) {
      const Allocation grant = a_grant(uid, 100 + step, "n1", step % 2 == 0 ? "A" : "B");
      book->observe(grant, InitPhase::kDone);
      constexpr std::array kWays{AuditKind::kBind, AuditKind::kUncertain, AuditKind::kAdmit};
      replay.read(history::grant_line(kWays[static_cast<std::size_t>(step) % 3], grant, at(step)));
      bound.emplace(uid, grant);
    } else if (step < 30 && known != bound.end()) {
      replay.read(history::grant_line(AuditKind::kObserve, known->second, at(step)));
    } else if (step < 39 && known != bound.end()) {
      book->release(NodeName{"n1"}, PodUid{uid});
      replay.read(history::release_line({"ai", "pod-" + uid}, PodUid{uid}, NodeName{"n1"}, at(1)));
      bound.erase(known);
    } else if (step == 39) {
      replay.read(history::start_line("i", "v", at(step)));
      for (const auto& [pod, grant] : bound)
        replay.read(history::grant_line(AuditKind::kObserve, grant, at(step)));
    }
  }
  book->register_node(NodeName{"n1"},
                      {.chips = {test::a_soft_chip("A"), test::a_soft_chip("B", 1)}});

  for (const DeviceLedger& chip : book->snapshot(NodeName{"n1"})->chips())
    RC_ASSERT(chip.used().memory.value() == replay.used(chip.chip().uuid.text()));
}

}  // namespace
}  // namespace npushare::history_test
