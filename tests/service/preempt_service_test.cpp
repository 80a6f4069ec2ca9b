// preempt over HTTP, with the pods and budgets of a cluster.
#include <gtest/gtest.h>

#include "tests/support/service_files.hpp"

namespace npushare::service_test {
namespace {

std::string a_web_pod(const std::string& name, const std::string& memory, int priority) {
  return R"({"metadata":{"name":")" + name + R"(","namespace":"default","labels":{"app":"web"},)" +
         R"("annotations":{"huawei.com/vnpu-mode":"hami-core"}},"spec":{"priority":)" +
         std::to_string(priority) +
         R"(,"terminationGracePeriodSeconds":0,"containers":[{"name":"main","image":"x",)" +
         R"("resources":{"limits":{"huawei.com/Ascend310P":"1","huawei.com/Ascend310P-memory":")" +
         memory + R"("}}}]}})";
}

constexpr const char* kOneChip = R"(
plugin: {delay: 1ms}
scheduler: {every: 20ms}
nodes:
- {name: n1, mode: soft, slots: 7, chips: [{uuid: A}]}
)";

class PreemptService : public testing::Test {
 protected:
  PreemptService() { service.app->wait_until_ready(); }

  std::string run(const std::string& name, int priority) {
    service.api("POST", "/api/v1/namespaces/default/pods", a_web_pod(name, "15000", priority));
    EXPECT_TRUE(wait_for([&] {
      return service.api("GET", "/api/v1/namespaces/default/pods/" + name)
                 .json.at("status", "phase")
                 .string() == "Running";
    }));
    return service.api("GET", "/api/v1/namespaces/default/pods/" + name)
        .json.at("metadata", "uid")
        .string();
  }
  Answer preempt(int priority, const std::string& path = "/preempt") {
    return service.post(path, R"({"Pod":)" + a_web_pod("vip", "15000", priority) +
                                  R"(,"NodeNameToMetaVictims":{"n1":{"Pods":[]}}})");
  }

  FileService service{"{}\n", kOneChip};
};

TEST_F(PreemptService, NamesThePodThatHasToLeave) {
  const std::string uid = run("low", 5);
  const std::string answer = R"({"NodeNameToMetaVictims":{"n1":{"Pods":[{"UID":")" + uid +
                             R"("}],"NumPDBViolations":0}}})";

  EXPECT_TRUE(wait_for([&] { return preempt(10).text == answer; })) << preempt(10).text;
  EXPECT_EQ(preempt(10, "/scheduler/preempt").text, answer);
  EXPECT_EQ(preempt(5).text, R"({"NodeNameToMetaVictims":{}})");
}

TEST_F(PreemptService, CountsTheBudgetsOfTheCluster) {
  run("low", 5);
  const std::string budgets = "/apis/policy/v1/namespaces/default/poddisruptionbudgets";
  ASSERT_EQ(service
                .api("POST", budgets,
                     R"({"apiVersion":"policy/v1","kind":"PodDisruptionBudget","metadata":)"
                     R"({"name":"keep"},"spec":{"selector":{"matchLabels":{"app":"web"}}}})")
                .status,
            201U);

  EXPECT_TRUE(wait_for([&] {
    return preempt(10).text.find(R"("NumPDBViolations":1)") != std::string::npos;
  })) << preempt(10).text;
}

TEST_F(PreemptService, RefusesWhatItCannotRead) {
  EXPECT_EQ(service.post("/preempt", "{").status, 400U);
  EXPECT_EQ(service.post("/preempt", "{}").status, 400U);
  EXPECT_EQ(service.get("/preempt").status, 405U);
}

}  // namespace
}  // namespace npushare::service_test
