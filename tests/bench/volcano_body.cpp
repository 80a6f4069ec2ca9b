// Source: spec/volcano-deviceshare.md 5.5, 5.6: a pod as Volcano carries it has 6 to 12 KiB.
#include <string>

#include "tests/bench/state.hpp"

namespace npushare::bench {
namespace {

constexpr std::size_t kPodsOnNode = 30;
constexpr std::size_t kManagedFields = 110;  // of a pod; the API server notes who wrote what

constexpr const char* kResources =
    R"({"MilliCPU":500,"Memory":1073741824,"ScalarResources":{"huawei.com/Ascend310P":1000,"pods":1},"MaxTaskNum":0})";

/// With the fields that Volcano does not strip.
std::string whole_pod(std::size_t number) {
  std::string pod = pod_json(number);
  std::string fields = R"("managedFields":[{"manager":"kubelet","fieldsV1":{)";
  for (std::size_t k = 0; k < kManagedFields; ++k)
    fields += (k == 0 ? "" : ",") + ("\"f:status-" + std::to_string(k)) +
              R"(":{"f:conditions":{},".":{}})";
  constexpr std::string_view kFirst = R"({"metadata":{)";
  return pod.insert(kFirst.size(), fields + "}}],");
}

std::string task(std::size_t number, int status, const std::string& node) {
  const std::string name = "infer-" + std::to_string(number);
  char uid[48];
  std::snprintf(uid, sizeof uid, "6f0c3a52-8a3e-4c9e-9a53-%012zx", number);
  return std::string(R"({"UID":")") + uid + R"(","Job":"team-a/group","Name":")" + name +
         R"(","Namespace":"team-a","TaskRole":"","Resreq":)" + kResources + R"(,"InitResreq":)" +
         kResources + R"(,"NodeName":")" + node + R"(","Status":)" + std::to_string(status) +
         R"(,"LastTransaction":null,"Priority":0,"NumaInfo":{"Policy":"","ResMap":{}},"Pod":)" +
         whole_pod(number) + R"(,"CustomBindErrHandlerSucceeded":false})";
}

}  // namespace

std::string predicate_body(std::size_t node) {
  const std::string name = node_name(node);
  std::string body = R"({"task":)" + task(node, 1, "") + R"(,"node":{"Name":")" + name +
                     R"(","Node":)" + node_json(node) +
                     R"(,"State":{"Phase":1,"Reason":""},"Idle":)" + kResources + R"(,"Tasks":{)";
  for (std::size_t k = 0; k < kPodsOnNode; ++k) {
    const std::size_t number = 1'000'000 + node * kPodsOnNode + k;
    body += (k == 0 ? "" : ",") + ("\"team-a/infer-" + std::to_string(number)) +
            "\":" + task(number, 32, name);
  }
  return body + R"(},"Others":{},"ImageStates":{},"Generation":7}})";
}

}  // namespace npushare::bench
