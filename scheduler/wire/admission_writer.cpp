#include <string>

#include "scheduler/wire/admission.hpp"
#include "scheduler/wire/base64.hpp"
#include "scheduler/wire/json_pointer.hpp"
#include "scheduler/wire/object_writer.hpp"

namespace npushare::wire {
namespace {

constexpr std::string_view kAnnotations = "/metadata/annotations";

void begin(std::string& operations, std::string_view op, std::string_view path) {
  operations += operations.empty() ? "[" : ",";
  operations.append(R"({"op":")").append(op).append(R"(","path":)");
  append_quoted(operations, path);
}

void add(std::string& operations, std::string_view path, std::string_view value) {
  begin(operations, "add", path);
  operations += R"(,"value":)";
  append_quoted(operations, value);
  operations += '}';
}

/// There is nothing yet that a path could lead into.
void add_all(std::string& operations, const AnnotationPatch& wanted) {
  std::string map;
  for (const auto& [key, value] : wanted) {
    if (!value) continue;
    map += map.empty() ? '{' : ',';
    append_quoted(map, key);
    map += ':';
    append_quoted(map, *value);
  }
  if (map.empty()) return;
  begin(operations, "add", kAnnotations);
  operations.append(R"(,"value":)").append(map).append("}}");
}

void add_changes(std::string& operations, const AdmissionRequest& request,
                 const AnnotationPatch& wanted) {
  for (const auto& [key, value] : wanted) {
    const auto carried = request.annotations.find(key);
    const bool is_carried = carried != request.annotations.end();
    const std::string path = std::string(kAnnotations) + pointer_step(key);
    if (value && !(is_carried && carried->second == *value)) {
      add(operations, path, *value);
    } else if (!value && is_carried) {
      begin(operations, "remove", path);
      operations += '}';
    }
  }
}

void append_denial(std::string& out, const Denial& denial) {
  out += R"(,"allowed":false,"status":{"status":"Failure","code":)" + std::to_string(denial.code);
  out += R"(,"reason":)";
  append_quoted(out, denial.reason);
  out += R"(,"message":)";
  append_quoted(out, denial.message);
  out += '}';
}

}  // namespace

std::string write_binding_patch(const AdmissionRequest& request, const AnnotationPatch& wanted,
                                const PodUid& uid) {
  std::string operations;
  if (request.has_annotations) {
    add_changes(operations, request, wanted);
  } else {
    add_all(operations, wanted);
  }
  if (request.pod_uid.empty() && !uid.empty()) add(operations, "/metadata/uid", uid.text());
  if (!operations.empty()) operations += ']';
  return operations;
}

std::string write_admission(const AdmissionAnswer& answer) {
  std::string out =
      R"({"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","response":{"uid":)";
  append_quoted(out, answer.uid);
  if (answer.denial) {
    append_denial(out, *answer.denial);
  } else {
    out += R"(,"allowed":true)";
    if (!answer.patch.empty())
      out += R"(,"patchType":"JSONPatch","patch":")" + base64(answer.patch) + '"';
  }
  for (std::size_t index = 0; index < answer.warnings.size(); ++index) {
    out += index == 0 ? R"(,"warnings":[)" : ",";
    append_quoted(out, answer.warnings[index]);
  }
  out += answer.warnings.empty() ? "}}" : "]}}";
  return out;
}

}  // namespace npushare::wire
