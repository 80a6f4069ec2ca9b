/// One row of spec/node-plugin-contract.md 9.1: a pod's annotations and what each Allocate makes of
/// them.
#pragma once

#include <map>
#include <ostream>
#include <string>
#include <vector>

#include "tests/support/embedded_plugin_desk.hpp"

namespace npushare::embedded::testing_support {

using Env = std::map<std::string, std::string>;

inline const char* const kAbsent = nullptr;
inline const char* const kSoft = "hami-core";
inline const char* const kNone = "";

struct Asked {
  std::size_t count = 1;
  const char* folder = "";  // U_NAME of the soft path; empty: no mounts
  const char* visible = "";
  Env env;  // besides ASCEND_VISIBLE_DEVICES
  const char* ta_after = "";
};

/// One Allocate after another on one pod with init containers i0.. and containers c0..
struct AllocateCase {
  const char* id;
  const char* ta;
  const char* rt;
  const char* mode;
  std::vector<Asked> calls;
  int inits = 0;
  int apps = 1;
};

inline void PrintTo(const AllocateCase& row, std::ostream* out) {
  *out << row.id;
}

inline Json containers(const char* prefix, int count) {
  Json list = Json::array();
  for (int k = 0; k < count; ++k) {
    Json container = Json::object();
    container.set("name", prefix + std::to_string(k));
    list.push_back(std::move(container));
  }
  return list;
}

inline const PodKey kPod{"default", "infer-0"};

/// Puts the pod on the desk, bound and named by the lock.
inline void put_pod(PluginDesk& desk, const char* ta, const char* rt, const char* mode, int inits,
                    int apps) {
  Json pod = Json::object();
  Json& annotations = pod.member("metadata").member("annotations");
  if (ta != nullptr) annotations.set(kTa, with_uuids(ta));
  if (rt != nullptr) annotations.set(kRt, with_uuids(rt));
  if (*mode != '\0') annotations.set("huawei.com/vnpu-mode", mode);
  pod.member("spec").set("initContainers", containers("i", inits));
  pod.member("spec").set("containers", containers("c", apps));
  desk.add_pod(kPod, std::move(pod));
  desk.lock_for(kPod);
}

/// The soft path's variables: quota, priority (empty: unset), registry number.
inline Env soft(const char* quota, const char* priority, const char* registry) {
  Env env{
      {"NPU_GLOBAL_SHM_PATH", std::string("/hami-shared-region/") + registry + "_global_registry"},
      {"NPU_LOCAL_SHM_PATH", "/hami-vnpu-shmem/vnpu_local_shmem"}};
  if (*quota != '\0') env["NPU_MEM_QUOTA"] = quota;
  if (*priority != '\0') env["NPU_PRIORITY"] = priority;
  return env;
}

inline const char* const kTwo = "A,T,8192,0:;B,T,4096,0:;";
inline const char* const kTwoRt = R"([{"UUID":"A","memory":8192},{"UUID":"B","memory":4096}])";
inline const char* const kA8192 = R"([{"UUID":"A","memory":8192}])";
inline const std::vector<Asked> kTwoCalls{{1, "U_c0", "0", soft("8192", "", "0"), ";B,T,4096,0:;;"},
                                          {1, "U_c1", "1", soft("4096", "", "1"), ";;;;"}};

}  // namespace npushare::embedded::testing_support
