/// A store with one node, and the plugin half that works on it: what an Allocate needs, without a
/// kubelet.
#pragma once

#include <string>
#include <string_view>

#include "scheduler/embedded/plugin_half.hpp"
#include "tests/support/embedded_objects.hpp"

namespace npushare::embedded::testing_support {

/// A pod with that record, whose one container asks for as many chips as the record has.
inline Json granted(const char* ta, const char* rt) {
  Json pod = testing_support::a_pod("");
  pod.member("metadata").member("annotations").set(kTa, with_uuids(ta));
  pod.member("metadata").member("annotations").set(kRt, with_uuids(rt));
  return pod;
}

inline Json granted_a() {
  return granted("A,T,12288,0:;", R"([{"UUID":"A","temp":"vir04"}])");
}
inline Json granted_b() {
  return granted("B,T,3072,0:;", R"([{"UUID":"B","temp":"vir01"}])");
}

class PluginDesk {
 public:
  explicit PluginDesk(std::vector<PluginChip> chips = two_chips())
      : store(quiet_options()), plugin(store, kNode, kModel, std::move(chips)) {
    store.create(node_place({}), named(kNode));
  }

  /// A pod bound to the node, annotated as a scheduler leaves it.
  void add_pod(const PodKey& key, Json pod, std::string_view phase = "allocating") {
    pod.member("metadata").set("name", key.name);
    pod.member("spec").set("nodeName", kNode);
    Json& annotations = pod.member("metadata").member("annotations");
    annotations.set("hami.io/vgpu-node", kNode);
    annotations.set("hami.io/bind-time", "1796047200");
    annotations.set(kPhase, phase);
    store.create(pod_place(key.space, {}), std::move(pod));
  }

  void annotate(const Place& place, std::string_view key, Json value) {
    Json patch = Json::object();
    patch.member("metadata").member("annotations").set(key, std::move(value));
    store.patch(place, Part::kMain, PatchType::kMerge, patch);
  }

  void set_lock(std::string_view value) { annotate(node_place(kNode), kLock, value); }
  void lock_for(const PodKey& key) {
    set_lock("2026-08-14T07:47:40Z," + key.space + "," + key.name);
  }
  bool is_locked() const {
    return store.get(node_place(kNode)).body.at("metadata", "annotations")[kLock].is_string();
  }

  std::string annotation(const PodKey& key, std::string_view name) const {
    return annotation_of(store, pod_place(key.space, key.name), name);
  }

  /// An Allocate from begin to end.
  Result<Started> serve(std::size_t count = 1) {
    Result<Started> started = plugin.begin(count);
    if (!started) return started;
    const Result<> finished = plugin.finish(*started);
    if (!finished) return finished.error();
    return started;
  }

  Store store;
  PluginHalf plugin;
};

}  // namespace npushare::embedded::testing_support
