#include "scheduler/embedded/admission_webhook.hpp"

#include <utility>

#include "scheduler/wire/base64.hpp"

namespace npushare::embedded {

namespace asio = boost::asio;
using wire::Json;

namespace {

std::shared_ptr<kube::RestClient> client_to(const asio::any_io_executor& executor,
                                            std::uint16_t port) {
  kube::Endpoint endpoint;
  endpoint.host = "127.0.0.1";
  endpoint.port = std::to_string(port);
  return std::make_shared<kube::RestClient>(executor, endpoint);
}

Json review_of(const Question& question, std::uint64_t number) {
  Json request = Json::Object{
      {"uid", "embedded-" + std::to_string(number)},
      {"kind", Json::Object{{"group", ""}, {"version", "v1"}, {"kind", question.kind}}},
      {"resource", Json::Object{{"group", ""}, {"version", "v1"}, {"resource", "pods"}}}};
  if (*question.subresource != '\0') request.set("subResource", question.subresource);
  if (!question.place.name.empty()) request.set("name", question.place.name);
  request.set("namespace", question.place.space);
  request.set("operation", question.operation);
  request.set("userInfo", Json::Object{{"username", question.user}});
  request.set("object", question.object);
  request.set("oldObject", question.old_object);
  request.set("dryRun", false);
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

Answer failed(const std::string& name, const std::string& why) {
  return failure(500, "InternalError",
                 "Internal error occurred: failed calling webhook \"" + name + "\": " + why);
}

Answer denied(const std::string& name, const Json& status) {
  const std::int64_t code = status["code"].integer();
  const std::string& message = status["message"].string();
  const std::string by = "admission webhook \"" + name + "\" denied the request";
  return failure(code < 400 || code > 599 ? 400U : static_cast<unsigned>(code),
                 status["reason"].string(),
                 message.empty() ? by + " without explanation" : by + ": " + message);
}

/// The object as the answer wants it.
std::variant<Json, Answer> judged(const std::string& name, const kube::Reply& reply,
                                  const Json& asked, Json object) {
  if (reply.status != 200)
    return failed(name, "the server answered " + std::to_string(reply.status));
  const Result<Json> review = Json::parse(reply.body);
  if (!review) return failed(name, review.error().message);
  const Json& response = (*review)["response"];
  if (!(response["uid"] == asked.at("request", "uid")))
    return failed(name, "expected response.uid to be the request's");
  if (!response["allowed"].boolean()) return denied(name, response["status"]);
  if (response["patch"].is_null()) return object;

  const std::optional<std::string> text = wire::from_base64(response["patch"].string());
  const Result<Json> patch = Json::parse(text.value_or(""));
  if (!patch || response["patchType"].string() != "JSONPatch")
    return failed(name, "response.patch: no JSONPatch");
  if (const Result<> done = wire::json_patch(object, *patch); !done)
    return failed(name, done.error().message);
  return object;
}

}  // namespace

AdmissionWebhook::AdmissionWebhook(asio::any_io_executor executor, config::ClusterWebhook webhook,
                                   std::string name)
    : executor_(std::move(executor)), webhook_(std::move(webhook)), name_(std::move(name)) {
  if (webhook_.port != 0) client_ = client_to(executor_, webhook_.port);
}

void AdmissionWebhook::served_at(std::uint16_t port) {
  const std::lock_guard lock(mutex_);
  if (!client_) client_ = client_to(executor_, port);
}

std::shared_ptr<kube::RestClient> AdmissionWebhook::client() {
  const std::lock_guard lock(mutex_);
  return client_;
}

asio::awaitable<std::variant<Json, Answer>> AdmissionWebhook::admit(
    std::shared_ptr<AdmissionWebhook> self, Question question) {
  const std::shared_ptr<kube::RestClient> client = self->client();
  if (!client) co_return failed(self->name_, "nobody serves it yet");
  const Json review = review_of(question, ++self->questions_);
  kube::Call call = call_to(self->webhook_, review);
  auto calling = client->call(std::move(call));
  const Result<kube::Reply> reply = co_await std::move(calling);
  if (!reply) co_return failed(self->name_, reply.error().message);
  co_return judged(self->name_, *reply, review, std::move(question.object));
}

void AdmissionWebhook::stop() {
  if (const auto client = this->client()) client->stop();
}

}  // namespace npushare::embedded
