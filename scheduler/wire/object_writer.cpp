#include "scheduler/wire/object_writer.hpp"

namespace npushare::wire {
namespace {

/// `,"key":` or `"key":` for the first member of the object that `out` ends in.
void append_key(std::string& out, std::string_view key) {
  if (!out.ends_with('{')) out += ',';
  append_quoted(out, key);
  out += ':';
}

void append_member(std::string& out, std::string_view key, std::string_view value) {
  append_key(out, key);
  append_quoted(out, value);
}

void append_unless_empty(std::string& out, std::string_view key, std::string_view value) {
  if (!value.empty()) append_member(out, key, value);
}

}  // namespace

std::string write_binding(const Binding& binding) {
  std::string out = R"({"apiVersion":"v1","kind":"Binding","metadata":{)";
  append_member(out, "name", binding.pod.name);
  append_member(out, "namespace", binding.pod.space);
  append_unless_empty(out, "uid", binding.uid.text());
  if (!binding.annotations.empty()) {
    out += R"(,"annotations":{)";
    for (const auto& [key, value] : binding.annotations) append_member(out, key, value);
    out += '}';
  }
  out += R"(},"target":{"apiVersion":"v1","kind":"Node")";
  append_member(out, "name", binding.node.text());
  out += "}}";
  return out;
}

std::string write_annotation_patch(const AnnotationPatch& patch, std::string_view uid,
                                   std::string_view resource_version) {
  std::string out = R"({"metadata":{)";
  append_unless_empty(out, "uid", uid);
  append_unless_empty(out, "resourceVersion", resource_version);
  append_key(out, "annotations");
  out += '{';
  for (const auto& [key, value] : patch) {
    append_key(out, key);
    if (value) {
      append_quoted(out, *value);
    } else {
      out += "null";
    }
  }
  out += "}}}";
  return out;
}

}  // namespace npushare::wire
