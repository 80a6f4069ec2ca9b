#include "scheduler/embedded/faults.hpp"

#include <gtest/gtest.h>

namespace npushare::embedded {
namespace {

using config::Fault;

config::FaultScript script_of(const std::string& rules, int seed = 1) {
  const auto read = config::read_fault_script(
      "{seed: " + std::to_string(seed) + ", rules: [" + rules + "]}", "script");
  EXPECT_TRUE(read) << read.error().message;
  return read ? *read : config::FaultScript{};
}

const FaultCall kBind{"bind", "pods", "/api/v1/namespaces/default/pods/p/binding"};
const FaultCall kWatch{"watch", "nodes", "/api/v1/nodes"};

/// One letter a call: x where a fault strikes.
std::string struck(Faults& faults, int calls, const FaultCall& call = kBind) {
  std::string text;
  for (int k = 0; k < calls; ++k) text += faults.on_call(call) ? 'x' : '.';
  return text;
}

struct TimingCase {
  const char* name;
  const char* keys;
  const char* strikes;
};

void PrintTo(const TimingCase& row, std::ostream* out) {
  *out << row.name;
}

class FaultTimes : public testing::TestWithParam<TimingCase> {};

TEST_P(FaultTimes, StrikesWhenTheScriptSays) {
  Faults faults(script_of(std::string("{fault: reset") + GetParam().keys + "}"));

  EXPECT_EQ(struck(faults, 7), GetParam().strikes);
}

INSTANTIATE_TEST_SUITE_P(Keys, FaultTimes,
                         testing::Values(TimingCase{"always", "", "xxxxxxx"},
                                         TimingCase{"never", ", probability: 0", "......."},
                                         TimingCase{"nth", ", nth: 3", "..x...."},
                                         TimingCase{"every", ", every: 3", "..x..x."},
                                         TimingCase{"limit", ", limit: 2", "xx....."},
                                         TimingCase{"both", ", every: 2, limit: 1", ".x....."},
                                         TimingCase{"none", ", limit: 0", "......."}),
                         [](const auto& test) { return test.param.name; });

struct TargetCase {
  const char* name;
  const char* keys;
  bool matches;
};

void PrintTo(const TargetCase& row, std::ostream* out) {
  *out << row.name;
}

class FaultTargets : public testing::TestWithParam<TargetCase> {};

TEST_P(FaultTargets, AreTheCallsThatTheRuleNames) {
  Faults faults(script_of(std::string("{fault: reset") + GetParam().keys + "}"));

  EXPECT_EQ(faults.on_call(kBind).has_value(), GetParam().matches);
}

INSTANTIATE_TEST_SUITE_P(
    Keys, FaultTargets,
    testing::Values(TargetCase{"verb", ", verb: bind", true},
                    TargetCase{"other_verb", ", verb: get", false},
                    TargetCase{"kind", ", kind: pods", true},
                    TargetCase{"other_kind", ", kind: nodes", false},
                    TargetCase{"path", ", path: /api/v1/namespaces/default/pods/p/binding", true},
                    TargetCase{"other_path", ", path: /api/v1/namespaces/default/pods/p", false},
                    TargetCase{"below", ", path: /api/v1/namespaces/default/**", true},
                    TargetCase{"not_below", ", path: /api/v1/namespaces/def/**", false},
                    TargetCase{"both", ", verb: bind, kind: nodes", false}),
    [](const auto& test) { return test.param.name; });

TEST(Faults, RepeatThemselvesFromTheSeed) {
  const std::string rule = "{fault: reset, probability: 0.4}";
  Faults first(script_of(rule, 5));
  Faults again(script_of(rule, 5));
  Faults other(script_of(rule, 6));
  const std::string strikes = struck(first, 200);

  EXPECT_EQ(struck(again, 200), strikes);
  EXPECT_NE(struck(other, 200), strikes);
  const auto hits = std::count(strikes.begin(), strikes.end(), 'x');
  EXPECT_GT(hits, 50);  // 80 expected
  EXPECT_LT(hits, 110);
}

TEST(Faults, GiveACallToTheFirstRuleThatStrikes) {
  Faults faults(script_of("{fault: hang, nth: 2}, {fault: reset}"));

  EXPECT_EQ(faults.on_call(kBind)->rule().fault, Fault::kReset);
  EXPECT_EQ(faults.on_call(kBind)->rule().fault, Fault::kHang);
  EXPECT_EQ(faults.on_call(kBind)->rule().fault, Fault::kReset);
}

TEST(Faults, OfAWatchStrikeTogether) {
  Faults faults(
      script_of("{fault: watch-duplicate}, {fault: watch-cut, kind: nodes}, {fault: watch-cut},"
                "{fault: watch-end, kind: pods}, {fault: plugin-fail}"));

  const std::vector<Faults::Strike> strikes = faults.on_watch(kWatch);

  ASSERT_EQ(strikes.size(), 2U);
  EXPECT_EQ(strikes[0].rule().fault, Fault::kWatchDuplicate);
  EXPECT_EQ(strikes[1].rule().target.kind, "nodes");
  EXPECT_FALSE(faults.on_call(kWatch));
}

TEST(Faults, OfAPluginAreForItsNode) {
  Faults faults(script_of("{fault: plugin-mute, node: a}, {fault: plugin-slow, node: b}"));

  EXPECT_FALSE(faults.on_allocate("a"));
  EXPECT_TRUE(faults.on_allocate("b"));
  EXPECT_TRUE(faults.on_registration("a"));
  EXPECT_FALSE(faults.on_registration("b"));
}

TEST(Faults, CountWhatHasReallyHappened) {
  Faults faults(script_of("{fault: reset, name: cut, verb: bind}"));
  faults.on_call(kWatch);
  faults.on_call(kBind);
  faults.on_call(kBind)->done();

  const wire::Json rule = faults.report()["rules"].items().at(0);
  EXPECT_EQ(rule["name"].string(), "cut");
  EXPECT_EQ(rule["matched"].integer(), 2);
  EXPECT_EQ(rule["injected"].integer(), 1);

  faults.replace({});
  EXPECT_TRUE(faults.report()["rules"].items().empty());
  EXPECT_EQ(faults.injected(), 1U);  // a new script forgets the rules, not the sum
  EXPECT_EQ(faults.injected(Fault::kReset), 1U);
  EXPECT_EQ(faults.injected(Fault::kHang), 0U);
}

}  // namespace
}  // namespace npushare::embedded
