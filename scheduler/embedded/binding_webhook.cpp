#include "scheduler/embedded/binding_webhook.hpp"

#include <utility>

#include "scheduler/wire/base64.hpp"

namespace npushare::embedded {

namespace asio = boost::asio;
using wire::Json;

namespace {

constexpr const char* kName = "binding.npushare.io";

std::shared_ptr<kube::RestClient> client_to(const asio::any_io_executor& executor,
                                            std::uint16_t port) {
  kube::Endpoint endpoint;
  endpoint.host = "127.0.0.1";
  endpoint.port = std::to_string(port);
  return std::make_shared<kube::RestClient>(executor, endpoint);
}

Json review_of(const Place& pod, const std::string& user, std::uint64_t number,
               const Json& binding) {
  Json request = Json::Object{
      {"uid", "embedded-" + std::to_string(number)},
      {"kind", Json::Object{{"group", ""}, {"version", "v1"}, {"kind", "Binding"}}},
      {"resource", Json::Object{{"group", ""}, {"version", "v1"}, {"resource", "pods"}}},
      {"subResource", "binding"},
      {"name", pod.name},
      {"namespace", pod.space},
      {"operation", "CREATE"},
      {"userInfo", Json::Object{{"username", user}}},
      {"object", binding},
      {"oldObject", Json{}},
      {"dryRun", false}};
  return Json::Object{{"kind", "AdmissionReview"},
                      {"apiVersion", "admission.k8s.io/v1"},
                      {"request", std::move(request)}};
}

kube::Call call_to(const config::ClusterWebhook& webhook, const Json& review) {
  const std::string separator = webhook.path.find('?') == std::string::npos ? "?" : "&";
  return {.method = "POST",
          .target =
              webhook.path + separator + "timeout=" + std::to_string(webhook.timeout.count()) + "s",
          .content_type = "application/json",
          .body = review.text(),
          .time_limit = webhook.timeout,
          .priority = kube::Priority::kUrgent};
}

Answer failed(const std::string& why) {
  return failure(
      500, "InternalError",
      "Internal error occurred: failed calling webhook \"" + std::string(kName) + "\": " + why);
}

Answer denied(const Json& status) {
  const std::int64_t code = status["code"].integer();
  const std::string& message = status["message"].string();
  const std::string by = "admission webhook \"" + std::string(kName) + "\" denied the request";
  return failure(code < 400 || code > 599 ? 400U : static_cast<unsigned>(code),
                 status["reason"].string(),
                 message.empty() ? by + " without explanation" : by + ": " + message);
}

/// The Binding as the answer wants it.
std::variant<Json, Answer> judged(const kube::Reply& reply, const Json& asked, Json binding) {
  if (reply.status != 200) return failed("the server answered " + std::to_string(reply.status));
  const Result<Json> review = Json::parse(reply.body);
  if (!review) return failed(review.error().message);
  const Json& response = (*review)["response"];
  if (!(response["uid"] == asked.at("request", "uid")))
    return failed("expected response.uid to be the request's");
  if (!response["allowed"].boolean()) return denied(response["status"]);
  if (response["patch"].is_null()) return binding;

  const std::optional<std::string> text = wire::from_base64(response["patch"].string());
  const Result<Json> patch = Json::parse(text.value_or(""));
  if (!patch || response["patchType"].string() != "JSONPatch")
    return failed("response.patch: no JSONPatch");
  if (const Result<> done = wire::json_patch(binding, *patch); !done)
    return failed(done.error().message);
  return binding;
}

}  // namespace

BindingWebhook::BindingWebhook(asio::any_io_executor executor, config::ClusterWebhook webhook)
    : executor_(std::move(executor)), webhook_(std::move(webhook)) {
  if (webhook_.port != 0) client_ = client_to(executor_, webhook_.port);
}

void BindingWebhook::served_at(std::uint16_t port) {
  const std::lock_guard lock(mutex_);
  if (!client_) client_ = client_to(executor_, port);
}

std::shared_ptr<kube::RestClient> BindingWebhook::client() {
  const std::lock_guard lock(mutex_);
  return client_;
}

asio::awaitable<std::variant<Json, Answer>> BindingWebhook::admit(
    std::shared_ptr<BindingWebhook> self, Place pod, std::string user, Json binding) {
  const std::shared_ptr<kube::RestClient> client = self->client();
  if (!client) co_return failed("nobody serves it yet");
  const Json review = review_of(pod, user, ++self->questions_, binding);
  kube::Call call = call_to(self->webhook_, review);
  auto calling = client->call(std::move(call));
  const Result<kube::Reply> reply = co_await std::move(calling);
  if (!reply) co_return failed(reply.error().message);
  co_return judged(*reply, review, std::move(binding));
}

void BindingWebhook::stop() {
  if (const auto client = this->client()) client->stop();
}

}  // namespace npushare::embedded
