/// What an API server asks a webhook about a pod: CREATE, UPDATE or DELETE.
///
/// Shape:   AdmissionReview of admission.k8s.io/v1. The pod is kept whole: change a copy of it, and
///          write_pod_patch() says in JSON patch operations what was changed, nothing else. The
///          answer is AdmissionAnswer of admission.hpp.
/// Errors:  kInvalid with the path of the field: `request.object.metadata: missing`.
/// Untrusted: all of it; the body's length is the caller's to limit.
/// Source:  admission.k8s.io/v1; RFC 6902.
#pragma once

#include <string>
#include <string_view>

#include "accounting/result.hpp"
#include "scheduler/wire/admission.hpp"
#include "scheduler/wire/json.hpp"
#include "scheduler/wire/objects.hpp"

namespace npushare::wire {

struct PodReview {
  std::string uid;          // of the question, to be named in the answer
  std::string operation;    // CREATE, UPDATE, DELETE
  std::string resource;     // pods
  std::string subresource;  // empty: the pod itself
  std::string user;         // who asks the API server
  bool is_dry_run = false;

  // Of a pod that is named by generateName the name is empty at CREATE: it is drawn later.
  PodKey pod;
  Json object;      // as it is to be stored; null at DELETE
  Json old_object;  // as it is stored; null at CREATE

  /// Whether it is about a pod, and not about its status, its Binding or another kind.
  bool is_pod() const { return resource == "pods" && subresource.empty(); }
  bool is(std::string_view wanted) const { return is_pod() && operation == wanted; }
};

/// Of pods also errors: no namespace, no object where the operation has one, names that
/// contradict each other.
Result<PodReview> read_pod_review(std::string_view body);

/// The operations that make the one of the other, for AdmissionAnswer::patch; empty when nothing
/// differs.
std::string write_pod_patch(const Json& was, const Json& is);

}  // namespace npushare::wire
