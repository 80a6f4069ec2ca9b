/// Pods on their way into the cluster, made into pods with claims; and what is left of those that
/// leave it.
///
/// Promise: a dry run creates nothing. When a pod is refused, the claims that were made for it in
///          the same call are taken back; templates stay, since others may use them by now.
/// Errors:  kInvalid with field and remedy; kConflict for an object that is in the way; those of
///          json_calls.hpp.
/// Threads: any.
/// Source:  spec/dra-accounting.md 4.9; docs/dra.md.
#pragma once

#include <functional>
#include <random>
#include <string>
#include <vector>

#include "accounting/published.hpp"
#include "config/convert_settings.hpp"
#include "scheduler/app/claim_cleanup.hpp"
#include "scheduler/convert/pod_conversion.hpp"
#include "scheduler/kube/json_calls.hpp"
#include "scheduler/verbs/services.hpp"
#include "scheduler/wire/pod_review.hpp"

namespace npushare {

/// What a pod has to say that wants to be converted.
enum class OptIn {
  kByLabel,  // npu-dra/convert: "true"
  kAll,      // nothing; npu-dra/convert: "false" keeps it as it is
};

class PodConverter {
 public:
  struct With {
    kube::RestClient& client;
    ClaimCleanup& cleanup;
    const Published<verbs::Rules>& rules;
    config::ConvertSettings settings;
  };
  explicit PodConverter(With with) : with_(std::move(with)) {}

  struct Done {
    std::string patch{};  // empty: the pod stays as it is
    std::vector<std::string> warnings{};
    std::size_t objects = 0;
  };
  /// Of a pod that is being created.
  boost::asio::awaitable<Result<Done>> created(wire::PodReview review, OptIn opt_in,
                                               kube::Deadline by);

  /// Of a pod whose deletion has been asked for.
  void deleted(const wire::PodReview& review);

  kube::RestClient& client() const { return with_.client; }

  /// By the rules in force.
  convert::Rules rules() const;

 private:
  boost::asio::awaitable<Result<>> make(std::vector<wire::Json> objects, kube::Deadline by);
  boost::asio::awaitable<void> take_back(std::vector<wire::Json> claims);

  With with_;
};

}  // namespace npushare
