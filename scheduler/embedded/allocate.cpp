#include "scheduler/embedded/allocate.hpp"

#include <algorithm>
#include <optional>

#include "scheduler/backends/keys.hpp"
#include "scheduler/embedded/plugin_parsers.hpp"

namespace npushare::embedded {

using wire::Json;

namespace {

constexpr const char* kHook = "/usr/local/hami-vnpu-core";

Error invalid(std::string message) {
  return {ErrorCode::kInvalid, std::move(message)};
}

/// What the annotations say, decoded.
struct Record {
  RtTable runtime;
  std::vector<TaSegment> segments;
};

Result<RtTable> read_runtime(const Json& annotations, const ModelName& model) {
  const std::string key = backends::runtime_key(model);
  const std::string prefix = "build runtimeInfo lookup: annotation " + key;
  const Json& value = annotations[key];
  if (!value.is_string()) return invalid(prefix + " not set");
  Result<RtTable> table = decode_rt(value.string());
  if (!table)
    return invalid(prefix + " value " + value.string() + " invalid: " + table.error().message);
  return table;
}

Result<Record> read_record(const Json& annotations, const ModelName& model) {
  Result<RtTable> runtime = read_runtime(annotations, model);
  if (!runtime) return runtime.error();
  const Json& value = annotations[backends::to_allocate_key(model)];
  if (!value.is_string()) {
    return invalid("decode device annotations: device " + model.text() +
                   " not found in pod annotations");
  }
  Result<std::vector<TaSegment>> segments = decode_ta(value.string());
  if (!segments) return invalid("decode device annotations: " + segments.error().message);
  return Record{*std::move(runtime), *std::move(segments)};
}

/// Init containers first, then the others.
std::string container_at(const Json& pod, std::size_t segment) {
  const Json::Array& inits = pod.at("spec", "initContainers").items();
  const Json::Array& apps = pod.at("spec", "containers").items();
  if (segment < inits.size()) return inits[segment]["name"].string();
  if (segment - inits.size() < apps.size()) return apps[segment - inits.size()]["name"].string();
  return {};
}

Result<std::vector<int>> physical_ids(const TaSegment& devices, std::span<const PluginChip> chips) {
  std::vector<int> ids;
  for (const TaDevice& device : devices) {
    const auto chip = std::ranges::find(chips, device.uuid, &PluginChip::uuid);
    if (chip == chips.end())
      return invalid("build container allocate response: unknown uuid: " + device.uuid);
    ids.push_back(chip->physical_id);
  }
  return ids;
}

std::string joined(const std::vector<int>& ids) {
  std::string text;
  for (const int id : ids) text += (text.empty() ? "" : ",") + std::to_string(id);
  return text;
}

std::vector<const RtEntry*> entries_of(const TaSegment& devices, const RtTable& runtime) {
  std::vector<const RtEntry*> entries;
  for (const TaDevice& device : devices)
    if (const auto found = runtime.find(device.uuid); found != runtime.end())
      entries.push_back(&found->second);
  return entries;
}

void add_template(const std::vector<const RtEntry*>& entries, ContainerResponse& response) {
  const auto split =
      std::ranges::find_if(entries, [](const RtEntry* e) { return !e->temp.empty(); });
  if (split != entries.end()) response.env["ASCEND_VNPU_SPECS"] = (*split)->temp;
}

/// The first device that has the value speaks for the container.
template <class Field>
void add_first(const std::vector<const RtEntry*>& entries, Field field, const char* name,
               ContainerResponse& response) {
  const auto with = std::ranges::find_if(
      entries, [field](const RtEntry* entry) { return (entry->*field).has_value(); });
  if (with != entries.end()) response.env[name] = std::to_string(*((*with)->*field));
}

std::vector<Mount> soft_mounts(const std::string& uid, const std::string& container) {
  const auto same = [](const char* path) { return Mount{path, path, true}; };
  return {same("/usr/local/bin/npu-smi"),
          same("/etc/ascend_install.info"),
          same("/usr/local/Ascend/driver/lib64/driver"),
          same("/usr/local/Ascend/driver/version.info"),
          {kHook, "/hami-vnpu-core", true},
          {std::string(kHook) + "/ld.so.preload", "/etc/ld.so.preload", true},
          {"/usr/local/hami-shared-region", "/hami-shared-region", false},
          {std::string(kHook) + "/containers/" + uid + "_" + container, "/hami-vnpu-shmem", false}};
}

void add_soft_split(const Json& pod, const std::vector<const RtEntry*>& entries, int first_id,
                    ContainerResponse& response) {
  add_first(entries, &RtEntry::memory, "NPU_MEM_QUOTA", response);
  add_first(entries, &RtEntry::core, "NPU_PRIORITY", response);
  response.env["NPU_GLOBAL_SHM_PATH"] =
      "/hami-shared-region/" + std::to_string(first_id) + "_global_registry";
  response.env["NPU_LOCAL_SHM_PATH"] = "/hami-vnpu-shmem/vnpu_local_shmem";
  response.mounts = soft_mounts(pod.at("metadata", "uid").string(), response.container);
}

}  // namespace

Result<ContainerResponse> allocate(const Json& pod, const ModelName& model, std::size_t count,
                                   std::span<const PluginChip> chips) {
  const Json& annotations = pod.at("metadata", "annotations");
  Result<Record> record = read_record(annotations, model);
  if (!record) return record.error();

  const auto next = std::ranges::find_if(record->segments,
                                         [](const TaSegment& segment) { return !segment.empty(); });
  if (next == record->segments.end())
    return invalid("get next container devices: no pending device allocation found");
  const TaSegment devices = std::exchange(*next, {});
  if (devices.size() != count) {
    return invalid("device number not matched: annotation has " + std::to_string(devices.size()) +
                   ", request has " + std::to_string(count));
  }
  const Result<std::vector<int>> ids = physical_ids(devices, chips);
  if (!ids) return ids.error();

  ContainerResponse response;
  response.segment = static_cast<std::size_t>(next - record->segments.begin());
  response.container = container_at(pod, response.segment);
  for (const TaDevice& device : devices) response.uuids.push_back(device.uuid);
  response.ta_after = encode_ta(record->segments);
  response.env["ASCEND_VISIBLE_DEVICES"] = joined(*ids);
  const std::vector<const RtEntry*> entries = entries_of(devices, record->runtime);
  if (annotations[backends::kModeKey].string() == backends::kSoftMode) {
    add_soft_split(pod, entries, ids->front(), response);
  } else {
    add_template(entries, response);
  }
  return response;
}

}  // namespace npushare::embedded
