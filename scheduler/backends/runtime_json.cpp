#include "scheduler/backends/runtime_json.hpp"

#include <algorithm>
#include <ranges>

#include "scheduler/backends/go_fields.hpp"

namespace npushare::backends {
namespace {

Result<RuntimeEntry> read_entry(const wire::Json& element) {
  if (!element.is_object()) return Error{ErrorCode::kInvalid, "is no object"};
  GoFields fields(element);
  RuntimeEntry entry{.uuid = fields.text("UUID"),
                     .template_name = fields.text("temp"),
                     .memory = fields.maybe_integer("memory", Range{}),
                     .core = fields.maybe_integer("core", kAnyInt32)};
  if (fields.error()) return *fields.error();
  return entry;
}

wire::Json json_of(const RuntimeEntry& entry) {
  wire::Json object = wire::Json::object();
  object.set("UUID", entry.uuid);
  if (!entry.template_name.empty()) object.set("temp", entry.template_name);
  if (entry.memory) object.set("memory", *entry.memory);
  if (entry.core) object.set("core", *entry.core);
  return object;
}

}  // namespace

Result<std::vector<RuntimeEntry>> read_runtime(std::string_view json) {
  const Result<wire::Json> list = wire::Json::parse(json);
  if (!list) return list.error();
  if (!list->is_null() && !list->is_array()) return Error{ErrorCode::kInvalid, "is no JSON array"};
  std::vector<RuntimeEntry> entries;
  for (const wire::Json& element : list->items()) {
    if (element.is_null()) continue;
    Result<RuntimeEntry> entry = read_entry(element);
    if (!entry) {
      return Error{ErrorCode::kInvalid,
                   "[" + std::to_string(entries.size()) + "] " + entry.error().message};
    }
    entries.push_back(*std::move(entry));
  }
  return entries;
}

std::string write_runtime(std::span<const RuntimeEntry> entries) {
  wire::Json list = wire::Json::array();
  for (const RuntimeEntry& entry : entries) list.push_back(json_of(entry));
  return list.text();
}

const RuntimeEntry* entry_of(std::span<const RuntimeEntry> entries, std::string_view uuid) {
  for (const RuntimeEntry& entry : entries | std::views::reverse)
    if (entry.uuid == uuid) return &entry;
  return nullptr;
}

}  // namespace npushare::backends
