/// A webhook that is asked before the API server carries something out: a Binding, a pod's creation
/// or its deletion.
///
/// Shape:  one POST of an AdmissionReview; the JSON patch of the answer is applied to the object,
///         and whether that can be stored is looked at only afterwards, as a real API server does.
///         failurePolicy Fail.
/// Errors: the Status that the caller gets: the webhook's own denial, or 500 when it cannot be
///         asked in time or answers nonsense.
/// Threads: any.
/// Source: admission.k8s.io/v1; k8s.io/apiserver, how it reports webhooks' failures.
#pragma once

#include <atomic>
#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <variant>

#include "config/cluster_webhook.hpp"
#include "scheduler/embedded/answer.hpp"
#include "scheduler/kube/rest_client.hpp"

namespace npushare::embedded {

struct Question {
  Place place;                   // of the pod; the name may be empty when it is being created
  const char* kind = "Pod";      // of the object
  const char* subresource = "";  // binding
  const char* operation = "CREATE";
  std::string user;
  wire::Json object;      // null at DELETE
  wire::Json old_object;  // null at CREATE
};

class AdmissionWebhook {
 public:
  /// `name` is what refusals call it.
  AdmissionWebhook(boost::asio::any_io_executor executor, config::ClusterWebhook webhook,
                   std::string name);

  /// Where the service listens, for a webhook that is the service's own. Before that it cannot be
  /// asked.
  void served_at(std::uint16_t port);

  /// The object to carry out.
  static boost::asio::awaitable<std::variant<wire::Json, Answer>> admit(
      std::shared_ptr<AdmissionWebhook> self, Question question);

  /// Ends what is being asked.
  void stop();

 private:
  std::shared_ptr<kube::RestClient> client();

  const boost::asio::any_io_executor executor_;
  const config::ClusterWebhook webhook_;
  const std::string name_;
  std::mutex mutex_;
  std::shared_ptr<kube::RestClient> client_;  // guarded by mutex_; null: nobody serves yet
  std::atomic<std::uint64_t> questions_ = 0;
};

}  // namespace npushare::embedded
