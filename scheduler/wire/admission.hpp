/// What an API server asks a mutating webhook about a Binding, and what it is answered.
///
/// Shape:   AdmissionReview of admission.k8s.io/v1, read in one pass; answers carry a JSON patch.
/// Errors:  kInvalid with the path of the field: `request.object.target.name: missing`.
/// Untrusted: as in object_reader.hpp. Of the Binding's annotations ours alone are kept.
/// Source:  data/recorded/volcano-1.15.0/binding-admission-review.json; RFC 6902.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "accounting/result.hpp"
#include "scheduler/wire/objects.hpp"

namespace npushare::wire {

struct AdmissionRequest {
  std::string uid;  // of the question, to be named in the answer
  std::string operation;
  std::string resource;     // pods
  std::string subresource;  // binding
  std::string user;         // who wants to bind
  bool is_dry_run = false;

  // The Binding, unless the question is about something else.
  PodKey pod;
  PodUid pod_uid;  // may be empty
  NodeName node;
  StringMap annotations;         // those that is_our_annotation() names
  bool has_annotations = false;  // any at all

  /// A Binding that is being created: `pods/binding`, or `bindings`, the older path to the same.
  bool is_binding() const;
};

/// Of a Binding also errors: no pod, namespace or node is named, the names contradict each other,
/// or the target is no node.
Result<AdmissionRequest> read_admission(std::string_view body);

/// The operations that make the Binding carry these annotations, and name the pod's UID if it names
/// none: a JSON patch, or nothing when it does so already. What has no value is taken out.
std::string write_binding_patch(const AdmissionRequest& request, const AnnotationPatch& wanted,
                                const PodUid& uid);

struct Denial {
  int code = 0;        // as HTTP has them
  std::string reason;  // Conflict, ServiceUnavailable: a metav1.StatusReason
  std::string message;
};

struct AdmissionAnswer {
  std::string uid;                      // of the question
  std::string patch{};                  // JSON; empty: nothing is to be changed
  std::optional<Denial> denial{};       // nothing: allowed
  std::vector<std::string> warnings{};  // shown to whoever asked the API server
};

std::string write_admission(const AdmissionAnswer& answer);

}  // namespace npushare::wire
