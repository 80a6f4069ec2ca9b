#include "scheduler/cli/demo_claims.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "scheduler/cli/text.hpp"

namespace npushare::cli {
namespace {

using wire::Json;

constexpr const char* kClaims = "/apis/resource.k8s.io/v1/namespaces/default/resourceclaims";
constexpr const char* kPodPath = "/api/v1/namespaces/default/pods";
constexpr const char* kDomain = "device.attributes[\"ascend.project-hami.io\"]";
constexpr std::int64_t kBytesInMiB = std::int64_t{1} << 20;

Json selector(std::string expression) {
  return Json::Object{{"cel", Json::Object{{"expression", std::move(expression)}}}};
}

Json claim_of(const ClaimPod& pod) {
  const std::string uuid = pod.chip == 0 ? kChip0 : kChip1;
  Json requests = Json::Object{{"cores", std::to_string(pod.cores)},
                               {"memory", std::to_string(pod.memory * kBytesInMiB)}};
  Json exactly = Json::Object{{"deviceClassName", "hami-vnpu-core.project-hami.io"},
                              {"allocationMode", "ExactCount"},
                              {"count", 1},
                              {"capacity", Json::Object{{"requests", std::move(requests)}}}};
  exactly.set("selectors",
              Json::Array{selector(fmt::format("device.driver == \"ascend.project-hami.io\" && "
                                               "{}.type == \"HAMivNPUCore\"",
                                               kDomain)),
                          selector(fmt::format("{}.uuid in [\"{}\"]", kDomain, uuid))});
  Json request = Json::Object{{"name", "npu"}, {"exactly", std::move(exactly)}};
  Json claim = Json::object();
  claim.member("metadata").set("name", pod.name);
  claim.member("spec").member("devices").set("requests", Json::Array{std::move(request)});
  return claim;
}

Json pod_of(const ClaimPod& pod) {
  Json made = Json::object();
  made.member("metadata").set("name", pod.name);
  made.member("metadata").member("labels").set("hami.io/dra", "true");
  Json container =
      Json::Object{{"name", "app"}, {"image", "quay.io/ascend/vllm-ascend:v0.23.0-310p"}};
  container.member("resources").set("claims", Json::Array{Json::Object{{"name", "npu"}}});
  Json& spec = made.member("spec");
  spec.set("terminationGracePeriodSeconds", 1);
  spec.set("containers", Json::Array{std::move(container)});
  spec.set("resourceClaims",
           Json::Array{Json::Object{{"name", "npu"}, {"resourceClaimName", pod.name}}});
  return made;
}

kube::Call write(const char* method, std::string target, const Json& body) {
  kube::Call call;
  call.method = method;
  call.target = std::move(target);
  call.content_type = "application/json";
  if (!body.is_null()) call.body = body.text();
  return call;
}

std::string path_of(const std::string& claim) {
  return std::string(kClaims) + "/" + claim;
}

Result<> submit(Stage& stage, const ClaimPod& pod) {
  const Result<Json> claim = stage.tell_api(write("POST", kClaims, claim_of(pod)));
  if (!claim) return claim.error();
  return stage.create(pod_of(pod));
}

Result<> delete_at(Stage& stage, const std::string& path) {
  const Result<Json> gone = stage.tell_api(write("DELETE", path, {}));
  return gone ? Result<>{} : gone.error();
}

/// True when nothing of that name is in the list at `path`.
Result<bool> is_absent(Stage& stage, const char* path, const std::string& name) {
  const Result<Json> list = stage.look(path);
  if (!list) return list.error();
  return std::ranges::none_of((*list)["items"].items(), [&name](const Json& item) {
    return item.at("metadata", "name").string() == name;
  });
}

/// The claim's only result; null when there is none.
Json result_in(const Json& claim) {
  const Json::Array& results = claim.at("status", "allocation", "devices", "results").items();
  return results.empty() ? Json() : results.front();
}

std::string text_of(const Json& result) {
  if (result.is_null()) return "not allocated";
  return printable(fmt::format("{}, memory {}, cores {}", result["device"].string(),
                               result["consumedCapacity"]["memory"].string(),
                               result["consumedCapacity"]["cores"].string()));
}

/// Quantities as a server writes them: 8192 MiB are 8Gi, 14000 MiB are 14000Mi.
std::string expected_text(const ClaimPod& pod) {
  const bool is_whole = pod.memory % 1024 == 0;
  const std::string memory =
      is_whole ? fmt::format("{}Gi", pod.memory / 1024) : fmt::format("{}Mi", pod.memory);
  return fmt::format("npu-{}-0, memory {}, cores {}", pod.chip, memory, pod.cores);
}

}  // namespace

Result<> place_claim(Stage& stage, const ClaimPod& pod) {
  if (Result<> submitted = submit(stage, pod); !submitted) return submitted;
  return see_claim_placed(stage, pod);
}

Result<> see_claim_placed(Stage& stage, const ClaimPod& pod) {
  if (Result<> running = stage.wait_until_running(pod.name); !running) return running;
  const Result<Json> claim = stage.look(path_of(pod.name));
  if (!claim) return claim.error();
  stage.expect("claim " + pod.name, expected_text(pod), text_of(result_in(*claim)));
  const Result<Json> environment = stage.environment_of(pod.name);
  if (!environment) return environment.error();
  // The driver tells containers its own number of a chip: the lab's chip 1 is its number 2.
  const auto expect = [&](const char* key, const std::string& expected) {
    stage.expect(std::string("in the container: ") + key, expected, (*environment)[key].string());
  };
  expect("NPU_MEM_QUOTA", std::to_string(pod.memory));
  expect("NPU_PRIORITY", std::to_string(pod.cores));
  expect("ASCEND_VISIBLE_DEVICES", pod.chip == 0 ? "0" : "2");
  return {};
}

Result<> refuse_claim(Stage& stage, const ClaimPod& pod) {
  if (Result<> submitted = submit(stage, pod); !submitted) return submitted;
  if (Result<> refused = stage.wait_until_refused(pod.name); !refused) return refused;
  return see_claim_open(stage, pod.name);
}

Result<> see_claim_open(Stage& stage, const std::string& name) {
  const Result<Json> claim = stage.look(path_of(name));
  if (!claim) return claim.error();
  stage.expect("claim " + name, "not allocated", text_of(result_in(*claim)));
  return {};
}

Result<> begin_removal(Stage& stage, const std::string& name) {
  if (Result<> gone = delete_at(stage, path_of(name)); !gone) return gone;
  const Result<Json> claim = stage.look(path_of(name));
  if (!claim) return claim.error();
  const bool is_ending = !claim->at("metadata", "deletionTimestamp").is_null();
  stage.expect("claim " + name + " while its pod runs", "deleted, allocated",
               std::string(is_ending ? "deleted" : "there") +
                   (result_in(*claim).is_null() ? ", not allocated" : ", allocated"));
  return {};
}

Result<> see_removed(Stage& stage, const std::string& name) {
  if (Result<> gone = delete_at(stage, std::string(kPodPath) + "/" + name); !gone) return gone;
  return stage.wait("pod and claim " + name + " are gone", [&]() -> Result<bool> {
    const Result<bool> pod = is_absent(stage, kPodPath, name);
    if (!pod || !*pod) return pod;
    return is_absent(stage, kClaims, name);
  });
}

Result<std::string> share_of(Stage& stage, const std::string& name) {
  const Result<Json> claim = stage.look(path_of(name));
  if (!claim) return claim.error();
  return result_in(*claim)["shareID"].string();
}

}  // namespace npushare::cli
