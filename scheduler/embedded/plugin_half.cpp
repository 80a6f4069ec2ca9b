#include "scheduler/embedded/plugin_half.hpp"

#include "scheduler/backends/keys.hpp"
#include "scheduler/embedded/lock_value.hpp"

namespace npushare::embedded {

using wire::Json;

namespace {

Error invalid(std::string message) {
  return {ErrorCode::kInvalid, std::move(message)};
}

Place place_of(const PodKey& pod) {
  return pod_place(pod.space, pod.name);
}

const Json& annotation(const Json& object, std::string_view key) {
  return object.at("metadata", "annotations")[key];
}

/// Neither the time nor the kind of device is compared.
bool looks_pending(const Json& pod, const std::string& node) {
  const std::string& phase = annotation(pod, backends::kBindPhaseKey).string();
  return pod.at("status", "phase").string() == "Pending" &&
         annotation(pod, backends::kBindTimeKey).is_string() &&
         (phase == "allocating" || phase == "success") &&
         annotation(pod, backends::kNodeKey).string() == node;
}

}  // namespace

PodKey key_of(const Json& pod) {
  return {pod.at("metadata", "namespace").string(), pod.at("metadata", "name").string()};
}

std::string PluginHalf::lock() const {
  const Answer node = objects_.get(node_place(node_));
  return annotation(node.body, backends::kNodeLockKey).string();
}

Result<PluginHalf::Picked> PluginHalf::pick() const {
  const Answer node = objects_.get(node_place(node_));
  if (!node.ok()) return invalid(node.body["message"].string());
  const Json& lock = annotation(node.body, backends::kNodeLockKey);
  if (lock.is_string()) {
    const Result<std::optional<PodKey>> named = read_lock(lock.string());
    if (!named) return named.error();
    if (*named) {
      Answer pod = objects_.get(place_of(**named));
      if (!pod.ok()) return invalid(pod.body["message"].string());
      return Picked{std::move(pod.body), true};
    }
  }
  Result<Json> listed = pick_from_list();
  if (!listed) return listed.error();
  return Picked{*std::move(listed), false};
}

Result<Json> PluginHalf::pick_from_list() const {
  Result<Selector> on_node = read_selector(pods(), "spec.nodeName=" + node_, "");
  if (!on_node) return on_node.error();
  ListQuery query;
  query.selector = *std::move(on_node);
  const Answer list = objects_.list(pods(), query);
  if (!list.ok()) return invalid(list.body["message"].string());
  for (const Json& pod : list.body["items"].items())
    if (looks_pending(pod, node_)) return pod;
  return invalid("no binding pod found on node " + node_);
}

Result<Started> PluginHalf::begin(std::size_t count) {
  const Result<Picked> picked = pick();
  if (!picked) return invalid("get pending pod error: " + picked.error().message);

  const PodKey key = key_of(picked->pod);
  Result<ContainerResponse> response = allocate(picked->pod, model_, count, chips_);
  if (!response) {
    close(key, "failed");
    return response.error();
  }
  return Started{key, picked->by_lock,
                 annotation(picked->pod, backends::to_allocate_key(model_)).string(),
                 *std::move(response)};
}

Result<> PluginHalf::finish(const Started& started) {
  if (const Result<> erased = erase(started); !erased) return erased;
  if (mark(started)) release(started);
  return {};
}

Result<> PluginHalf::erase(const Started& started) {
  const std::string key = backends::to_allocate_key(model_);
  if (annotate(started.picked, key, started.response.ta_after)) return {};
  close(started.picked, "failed");
  return invalid("erase allocated containers annotation: " + started.picked.text());
}

bool PluginHalf::mark(const Started& started) {
  return objects_.get(place_of(started.picked)).ok() &&
         annotate(started.picked, backends::kBindPhaseKey, "success");
}

void PluginHalf::refuse() {
  if (const Result<Picked> picked = pick()) close(key_of(picked->pod), "failed");
}

bool PluginHalf::annotate(const PodKey& pod, std::string_view key, std::string_view value) {
  Json patch = Json::object();
  patch.member("metadata").member("annotations").set(key, value);
  return objects_.patch(place_of(pod), Part::kMain, PatchType::kMerge, patch).ok();
}

/// A phase that cannot be written leaves the lock where it is.
void PluginHalf::close(const PodKey& pod, const char* phase) {
  if (annotate(pod, backends::kBindPhaseKey, phase)) release_lock(pod);
}

void PluginHalf::release_lock(const PodKey& pod) {
  // Five tries, as the plugin has them; its pauses between them would gain nothing inside one
  // process.
  for (int attempt = 0; attempt < 5; ++attempt) {
    const Answer node = objects_.get(node_place(node_));
    const Json& lock = annotation(node.body, backends::kNodeLockKey);
    if (attempt == 0 && node.ok() && !lock.is_string()) return;
    if (attempt == 0 && node.ok() && !is_lock_of(lock.string(), pod)) return;
    if (!node.ok()) continue;
    Json patch = Json::object();
    Json& metadata = patch.member("metadata");
    metadata.member("annotations").set(backends::kNodeLockKey, Json{});
    metadata.set("resourceVersion", node.body.at("metadata", "resourceVersion"));
    if (objects_.patch(node_place(node_), Part::kMain, PatchType::kMerge, patch).ok()) return;
  }
}

}  // namespace npushare::embedded
