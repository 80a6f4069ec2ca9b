/// What every AdmissionReview has in common: its head, and names that stand in it twice.
///
/// Errors: kInvalid with the path of the field: `request.uid: missing`.
/// Source: admission.k8s.io/v1.
#pragma once

#include <string>
#include <string_view>

#include "accounting/result.hpp"

namespace npushare::wire {

struct ReviewHead {
  std::string_view version;  // apiVersion
  std::string_view kind;
  bool has_request = false;
  std::string_view uid;  // of the question
};

Result<> check_review(const ReviewHead& head);

/// One name, given in the request, in the object, or in both. `field` is `name` or `namespace`.
Result<> agree_on(std::string& name, const std::string& in_object, std::string_view field);

}  // namespace npushare::wire
