#include "scheduler/embedded/webhooks.hpp"

#include <utility>

#include "scheduler/embedded/api_calls.hpp"

namespace npushare::embedded {

namespace asio = boost::asio;
using wire::Json;

namespace {

std::shared_ptr<AdmissionWebhook> webhook_for(const asio::any_io_executor& executor,
                                              const std::optional<config::ClusterWebhook>& webhook,
                                              const char* name) {
  return webhook ? std::make_shared<AdmissionWebhook>(executor, *webhook, name) : nullptr;
}

std::optional<Asking> asking_to_create(const std::shared_ptr<AdmissionWebhook>& webhook,
                                       const ApiPath& path, const http::Request& request) {
  if (!webhook) return std::nullopt;
  Result<Json> object = Json::parse(request.text());
  if (!object) return std::nullopt;
  const bool is_binding = path.subresource == Subresource::kBinding;
  Question question{.place = path.place, .object = *std::move(object)};
  if (is_binding) {
    question.kind = "Binding";
    question.subresource = "binding";
  } else {
    question.place.name = question.object.at("metadata", "name").string();
  }
  return Asking{webhook, std::move(question)};
}

std::optional<Asking> asking_to_delete(const std::shared_ptr<AdmissionWebhook>& webhook,
                                       const ApiPath& path, const Objects& objects) {
  if (!webhook) return std::nullopt;
  const Answer there = objects.get(path.place);
  if (!there.ok()) return std::nullopt;
  return Asking{webhook, {.place = path.place, .operation = "DELETE", .old_object = there.body}};
}

}  // namespace

void Webhooks::served_at(std::uint16_t port) const {
  for (const auto& webhook : {bindings, pod_create, pod_delete})
    if (webhook) webhook->served_at(port);
}

void Webhooks::stop() const {
  for (const auto& webhook : {bindings, pod_create, pod_delete})
    if (webhook) webhook->stop();
}

Webhooks make_webhooks(const asio::any_io_executor& executor,
                       const config::ClusterWebhooks& webhooks) {
  return {.bindings = webhook_for(executor, webhooks.bindings, "binding.npushare.io"),
          .pod_create = webhook_for(executor, webhooks.pod_create, "create.pods.npushare.io"),
          .pod_delete = webhook_for(executor, webhooks.pod_delete, "delete.pods.npushare.io")};
}

std::optional<Asking> asking_about(const Webhooks& webhooks, const Objects& objects,
                                   const http::Request& request, std::string_view user) {
  if (request.body.size() > kBodyLimit || !request.query_value("dryRun").empty())
    return std::nullopt;
  const std::optional<ApiPath> path = read_path(request.path);
  if (!path || path->place.kind != &pods()) return std::nullopt;
  std::optional<Asking> asking;
  if (request.method == "POST" && path->subresource == Subresource::kBinding)
    asking = asking_to_create(webhooks.bindings, *path, request);
  if (request.method == "POST" && path->place.name.empty())
    asking = asking_to_create(webhooks.pod_create, *path, request);
  if (request.method == "DELETE" && path->subresource == Subresource::kNone)
    asking = asking_to_delete(webhooks.pod_delete, *path, objects);
  if (asking) asking->question.user = user;
  return asking;
}

asio::awaitable<Answer> ask_and_do(Asking asking, Objects& objects, const http::Request& request) {
  const ApiPath path = *read_path(request.path);
  auto question = AdmissionWebhook::admit(asking.webhook, std::move(asking.question));
  const std::variant<Json, Answer> admitted = co_await std::move(question);
  if (const Answer* refused = std::get_if<Answer>(&admitted)) co_return *refused;
  const Json& object = std::get<Json>(admitted);
  if (request.method == "DELETE") co_return answer_call(objects, path, request);
  if (path.subresource == Subresource::kBinding) co_return objects.bind(path.place, object);
  co_return objects.create(path.place, object);
}

}  // namespace npushare::embedded
