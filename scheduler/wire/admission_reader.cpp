#include <array>
#include <utility>

#include "scheduler/wire/admission.hpp"
#include "scheduler/wire/review_head.hpp"
#include "scheduler/wire/sax.hpp"
#include "scheduler/wire/shape_reader.hpp"

namespace npushare::wire {
namespace {

struct Build {
  AdmissionRequest request;
  std::string version;
  std::string kind;
  bool has_request = false;
  bool has_metadata = false;
  PodKey in_object;  // as the Binding names the pod itself
  std::string target_kind;
};

using View = std::string_view;
using AdmissionField = Field<Build>;

void put_annotation(Build& build, View key, View value) {
  build.request.has_annotations = true;
  if (is_our_annotation(key)) build.request.annotations[std::string(key)] = value;
}

constexpr AdmissionField kMetadata[] = {
    {.key = "name", .set_text = [](Build& b, View v) { b.in_object.name = v; }},
    {.key = "namespace", .set_text = [](Build& b, View v) { b.in_object.space = v; }},
    {.key = "uid", .set_text = [](Build& b, View v) { b.request.pod_uid = PodUid(v); }},
    {.key = "annotations",
     .kind = FieldKind::kTexts,
     .open =
         [](Build& b) {
           b.request.annotations.clear();
           b.request.has_annotations = false;
         },
     .keep = [](View) { return true; },
     .put = put_annotation},
};

constexpr AdmissionField kTarget[] = {
    {.key = "kind", .set_text = [](Build& b, View v) { b.target_kind = v; }},
    {.key = "name", .set_text = [](Build& b, View v) { b.request.node = NodeName(v); }},
};

constexpr AdmissionField kObject[] = {
    {.key = "metadata",
     .kind = FieldKind::kObject,
     .inner = kMetadata,
     .open = [](Build& b) { b.has_metadata = true; }},
    {.key = "target", .kind = FieldKind::kObject, .inner = kTarget},
};

constexpr AdmissionField kUser[] = {
    {.key = "username", .set_text = [](Build& b, View v) { b.request.user = v; }},
};

constexpr AdmissionField kResource[] = {
    {.key = "resource", .set_text = [](Build& b, View v) { b.request.resource = v; }},
};

constexpr AdmissionField kRequest[] = {
    {.key = "uid", .set_text = [](Build& b, View v) { b.request.uid = v; }},
    {.key = "operation", .set_text = [](Build& b, View v) { b.request.operation = v; }},
    {.key = "resource", .kind = FieldKind::kObject, .inner = kResource},
    {.key = "subResource", .set_text = [](Build& b, View v) { b.request.subresource = v; }},
    {.key = "name", .set_text = [](Build& b, View v) { b.request.pod.name = v; }},
    {.key = "namespace", .set_text = [](Build& b, View v) { b.request.pod.space = v; }},
    {.key = "userInfo", .kind = FieldKind::kObject, .inner = kUser},
    {.key = "dryRun",
     .kind = FieldKind::kBoolean,
     .set_boolean = [](Build& b, bool v) { b.request.is_dry_run = v; }},
    {.key = "object", .kind = FieldKind::kObject, .inner = kObject},
};

constexpr AdmissionField kReview[] = {
    {.key = "apiVersion", .set_text = [](Build& b, View v) { b.version = v; }},
    {.key = "kind", .set_text = [](Build& b, View v) { b.kind = v; }},
    {.key = "request",
     .kind = FieldKind::kObject,
     .inner = kRequest,
     .open = [](Build& b) { b.has_request = true; }},
};

Error wrong(std::string message) {
  return {ErrorCode::kInvalid, std::move(message)};
}

Result<> check_binding(Build& build) {
  AdmissionRequest& request = build.request;
  if (!build.has_metadata) return wrong("request.object.metadata: missing");
  if (Result<> named = agree_on(request.pod.name, build.in_object.name, "name"); !named)
    return named;
  if (Result<> named = agree_on(request.pod.space, build.in_object.space, "namespace"); !named)
    return named;
  if (!build.target_kind.empty() && build.target_kind != "Node")
    return wrong("request.object.target.kind: \"" + build.target_kind + "\" is no Node");
  if (request.node.empty()) return wrong("request.object.target.name: missing");
  return {};
}

}  // namespace

bool AdmissionRequest::is_binding() const {
  const bool is_path =
      resource == "pods" ? subresource == "binding" : resource == "bindings" && subresource.empty();
  return is_path && operation == "CREATE";
}

Result<AdmissionRequest> read_admission(std::string_view body) {
  Build build;
  ShapeReader<Build> reader(kReview, build);
  const Result<std::size_t> end = walk_json(body, reader);
  if (!end) return end.error();
  if (const Result<> ended = expect_end(body, *end); !ended) return ended.error();
  const Result<> headed = check_review({.version = build.version,
                                        .kind = build.kind,
                                        .has_request = build.has_request,
                                        .uid = build.request.uid});
  if (!headed) return headed.error();
  if (!build.request.is_binding()) return std::move(build.request);
  if (const Result<> right = check_binding(build); !right) return right.error();
  return std::move(build.request);
}

}  // namespace npushare::wire
