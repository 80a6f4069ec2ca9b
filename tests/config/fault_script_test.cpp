#include "config/fault_script.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "config/cluster_file.hpp"

namespace npushare::config {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;

TEST(FaultScript, ReadsEveryKeyOfARule) {
  const Result<FaultScript> script = read_fault_script(R"(
seed: 7
rules:
- {name: busy, fault: status, code: 429, retryAfter: 1500ms, verb: bind, kind: pods,
   path: /api/v1/namespaces/default/**, probability: 0.25, every: 3, limit: 10}
- {fault: watch-cut, kind: nodes, events: 4}
- {fault: plugin-stale-lock, node: n1, owner: nobody, age: 10m, nth: 2}
- {fault: plugin-crash, before: release}
- {fault: watch-replay, back: 30}
- {fault: status, code: 504, applied: true}
)",
                                                       "faults.yaml");

  ASSERT_TRUE(script) << script.error().message;
  EXPECT_EQ(script->seed, 7U);
  ASSERT_EQ(script->rules.size(), 6U);
  const FaultRule& busy = script->rules[0];
  EXPECT_EQ(busy.name, "busy");
  EXPECT_EQ(busy.fault, Fault::kStatus);
  EXPECT_EQ(busy.code, 429U);
  EXPECT_EQ(busy.retry_after.count(), 2);  // whole seconds, rounded up
  EXPECT_EQ(busy.target.verb, "bind");
  EXPECT_EQ(busy.target.path, "/api/v1/namespaces/default/**");
  EXPECT_EQ(busy.timing.probability, 0.25);
  EXPECT_EQ(busy.timing.every, 3U);
  EXPECT_EQ(busy.timing.limit, 10U);
  EXPECT_EQ(script->rules[1].events, 4U);
  EXPECT_EQ(script->rules[2].owner, LockOwner::kNobody);
  EXPECT_EQ(script->rules[2].age, milliseconds{600'000});
  EXPECT_EQ(script->rules[2].timing.nth, 2U);
  EXPECT_EQ(script->rules[3].before, PluginStep::kRelease);
  EXPECT_EQ(script->rules[4].back, 30U);
  EXPECT_TRUE(script->rules[5].is_applied);
}

TEST(FaultScript, IsJsonTooAndMayBeEmpty) {
  EXPECT_EQ(read_fault_script(R"({"rules":[{"fault":"reset"}]})", "x")->rules.size(), 1U);
  EXPECT_TRUE(read_fault_script("", "x")->rules.empty());
}

TEST(FaultScript, StandsInAClusterFile) {
  const Result<ClusterFile> file = read_cluster_file(R"(
nodes: [{name: n1, chips: [{uuid: A}]}]
faults: {rules: [{fault: hang}]}
api: {watchList: false, bookmarkEvery: 5s, tokens: [{token: t, user: u, groups: [ops]}],
      deny: [{user: u, verb: create, resource: pods/binding}]}
)",
                                                     "cluster.yaml");

  ASSERT_TRUE(file) << file.error().message;
  EXPECT_EQ(file->faults.rules.at(0).fault, Fault::kHang);
  EXPECT_FALSE(file->api.watch_list);
  EXPECT_EQ(file->api.bookmark_every, milliseconds{5000});
  EXPECT_EQ(file->api.tokens.at(0).groups.at(0), "ops");
  EXPECT_EQ(file->api.denied.at(0).resource, "pods/binding");
}

struct BadScript {
  const char* name;
  const char* rule;
  const char* text;
};

void PrintTo(const BadScript& row, std::ostream* out) {
  *out << row.name;
}

class BadFaultScript : public testing::TestWithParam<BadScript> {};

TEST_P(BadFaultScript, IsRefusedWithARemedy) {
  const Result<FaultScript> script =
      read_fault_script(std::string("rules:\n- ") + GetParam().rule + "\n", "faults.yaml");

  ASSERT_FALSE(script);
  EXPECT_EQ(script.error().code, ErrorCode::kInvalid);
  EXPECT_THAT(script.error().message, HasSubstr("faults.yaml:2"));
  EXPECT_THAT(script.error().message, HasSubstr(GetParam().text));
}

INSTANTIATE_TEST_SUITE_P(
    Rules, BadFaultScript,
    testing::Values(
        BadScript{"no_fault", "{verb: bind}", "fault: is missing"},
        BadScript{"misspelt", "{fault: watch-cuts}", "did you mean watch-cut?"},
        BadScript{"other_verb", "{fault: reset, verb: put}", "is no verb"},
        BadScript{"key_of_another_fault", "{fault: reset, code: 500}", "unknown key \"code\""},
        BadScript{"no_code", "{fault: status}", "code: is missing"},
        BadScript{"odd_code", "{fault: status, code: 418}", "418 is none"},
        BadScript{"applied_conflict", "{fault: status, code: 409, applied: true}", "500 or 504"},
        BadScript{"likely", "{fault: reset, probability: 1.5}", "from 0 to 1"},
        BadScript{"probability_word", "{fault: reset, probability: often}", "no probability"},
        BadScript{"nth_and_limit", "{fault: reset, nth: 2, limit: 3}", "beside every or limit"},
        BadScript{"never", "{fault: reset, nth: 0}", "out of range"},
        BadScript{"time", "{fault: delay, time: soon}", "no time span"},
        BadScript{"step", "{fault: plugin-crash, before: lunch}", "erase, phase, release"},
        BadScript{"verb_of_a_watch", "{fault: watch-end, verb: list}", "unknown key \"verb\""},
        BadScript{"kind_of_a_plugin", "{fault: plugin-fail, kind: pods}", "unknown key \"kind\""}),
    [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace npushare::config
