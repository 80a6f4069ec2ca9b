/// TokenReview and the access reviews: objects that are answered and not kept.
///
/// Answers: by the cluster file's tokens and denials; without either, everybody is authenticated
///          and may do everything. Who asks about themselves is the user of their token, or
///          "npushare" without a known one.
/// Errors:  400, 405 or 422 as the API server answers.
/// Source:  spec/kube-scheduler-extender.md 4.5.
#pragma once

#include <optional>
#include <string_view>

#include "config/cluster_api.hpp"
#include "scheduler/embedded/answer.hpp"
#include "scheduler/http/message.hpp"

namespace npushare::embedded {

/// Who sends that Authorization header.
std::string_view caller_of(const config::ClusterApi& access, std::string_view authorization);

/// Nothing: the path is none of a review.
std::optional<Answer> answer_review(const config::ClusterApi& access, const http::Request& request);

}  // namespace npushare::embedded
