/// What the readers of pods and nodes share: kind, resource names, and the list around the items.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "accounting/result.hpp"
#include "scheduler/wire/objects.hpp"
#include "scheduler/wire/sax.hpp"
#include "scheduler/wire/shape.hpp"
#include "scheduler/wire/shape_reader.hpp"

namespace npushare::wire {

/// What stands around the objects.
template <class Object>
struct Envelope {
  std::string kind;
  ListMeta meta;
  bool has_items = false;
  const std::function<void(Object&&)>* each = nullptr;
};

template <class Build>
inline constexpr Field<Build> kListMeta[] = {
    {.key = "resourceVersion",
     .set_text = [](Build& b, std::string_view v) { b.envelope.meta.resource_version = v; }},
    {.key = "continue",
     .set_text = [](Build& b, std::string_view v) { b.envelope.meta.continue_token = v; }},
};

/// The fields of a list whose items have these fields.
template <class Build>
constexpr std::array<Field<Build>, 3> list_fields(Fields<Build> item,
                                                  decltype(Field<Build>::item) begin,
                                                  decltype(Field<Build>::item_end) end) {
  return {{{.key = "kind", .set_text = [](Build& b, std::string_view v) { b.envelope.kind = v; }},
           {.key = "metadata", .kind = FieldKind::kObject, .inner = kListMeta<Build>},
           {.key = "items",
            .kind = FieldKind::kItems,
            .inner = item,
            .open = [](Build& b) { b.envelope.has_items = true; },
            .item = begin,
            .item_end = end}}};
}

inline bool is_extended_resource(std::string_view name) {
  return name.find('/') != std::string_view::npos;
}

/// An object that names no kind is taken for what is expected.
inline Result<> expect_kind(std::string_view kind, std::string_view wanted) {
  if (kind.empty() || kind == wanted) return {};
  return Error{ErrorCode::kInvalid, "kind: \"" + std::string(kind) + "\" where a " +
                                        std::string(wanted) + " is expected"};
}

/// Reads the object that the text starts with and returns the offset of the byte after it.
template <class Build>
Result<std::size_t> read_first(std::string_view json, Fields<Build> fields, Build& build,
                               std::vector<std::string_view>* skipped = nullptr) {
  ShapeReader<Build> reader(fields, build, skipped);
  return walk_json(json, reader);
}

/// Reads a text that is one object and nothing else.
template <class Build>
Result<> read_only(std::string_view json, Fields<Build> fields, Build& build) {
  const Result<std::size_t> end = read_first<Build>(json, fields, build);
  if (!end) return end.error();
  return expect_end(json, *end);
}

/// A body that is no list (an error, say) must never pass for an empty one.
template <class Build>
Result<ListMeta> read_list(std::string_view json, Fields<Build> fields, Build& build,
                           std::string_view kind) {
  const Result<> done = read_only<Build>(json, fields, build);
  if (!done) return done.error();
  const Result<> right_kind = expect_kind(build.envelope.kind, kind);
  if (!right_kind && build.envelope.kind != "List") return right_kind.error();
  if (!build.envelope.has_items)
    return Error{ErrorCode::kInvalid, "items: missing, so this is no " + std::string(kind)};
  return std::move(build.envelope.meta);
}

}  // namespace npushare::wire
