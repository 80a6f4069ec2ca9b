/// The webhooks of the embedded API server, and which of them a request has to pass.
///
/// Threads: any.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "config/cluster_webhook.hpp"
#include "scheduler/embedded/admission_webhook.hpp"
#include "scheduler/embedded/api_path.hpp"
#include "scheduler/embedded/objects.hpp"
#include "scheduler/http/message.hpp"

namespace npushare::embedded {

struct Webhooks {
  std::shared_ptr<AdmissionWebhook> bindings{};  // null, as those that follow: nobody is asked
  std::shared_ptr<AdmissionWebhook> pod_create{};
  std::shared_ptr<AdmissionWebhook> pod_delete{};

  void served_at(std::uint16_t port) const;
  void stop() const;
};

Webhooks make_webhooks(const boost::asio::any_io_executor& executor,
                       const config::ClusterWebhooks& webhooks);

/// A request that somebody is asked about first.
struct Asking {
  std::shared_ptr<AdmissionWebhook> webhook;
  Question question;
};

/// Nothing: no webhook is asked, or the request is none that could be carried out.
std::optional<Asking> asking_about(const Webhooks& webhooks, const Objects& objects,
                                   const http::Request& request, std::string_view user);

/// Asks, and does what was asked for unless it is denied.
boost::asio::awaitable<Answer> ask_and_do(Asking asking, Objects& objects,
                                          const http::Request& request);

}  // namespace npushare::embedded
