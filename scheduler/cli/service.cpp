#include "scheduler/cli/service.hpp"

#include "scheduler/cli/text.hpp"
#include "scheduler/cli/url.hpp"

namespace npushare::cli {
namespace {

ErrorCode code_for(unsigned status) {
  if (status == 404) return ErrorCode::kNotFound;
  if (status == 409) return ErrorCode::kConflict;
  if (status == 429 || status == 503) return ErrorCode::kBusy;
  return status < 500 ? ErrorCode::kInvalid : ErrorCode::kInternal;
}

/// What an answer that is no success says for itself.
std::string complaint_of(const kube::Reply& reply) {
  const Result<wire::Json> body = wire::Json::parse(reply.body);
  std::string text = body ? (*body)["error"].string() : std::string();
  if (text.empty() && body) text = (*body)["message"].string();
  if (!text.empty()) return printable(text);
  return "the answer was HTTP status " + std::to_string(reply.status);
}

}  // namespace

Result<wire::Json> read_reply(const kube::Call& call, const kube::Reply& reply) {
  if (reply.status < 200 || reply.status > 299)
    return Error{code_for(reply.status), complaint_of(reply)};
  Result<wire::Json> body = wire::Json::parse(reply.body);
  if (!body) {
    return Error{ErrorCode::kInternal, "the answer to " + call.method + " " + call.target +
                                           " is no JSON: " + printable(body.error().message) +
                                           "; is this URL an npushare service?"};
  }
  return body;
}

Result<wire::Json> ask(Transport& transport, kube::Call call) {
  const kube::Call asked = call;
  const Result<kube::Reply> reply = transport.send(std::move(call));
  if (!reply) return reply.error();
  return read_reply(asked, *reply);
}

Result<wire::Json> ask_ledgers(Transport& transport, const std::string& node) {
  kube::Call call;
  call.target = "/v1/ledgers";
  if (!node.empty()) call.target += "?node=" + encoded(node);
  return ask(transport, std::move(call));
}

Result<wire::Json> ask_decisions(Transport& transport, const DecisionsAsked& asked) {
  kube::Call call;
  call.target = "/v1/decisions?limit=" + std::to_string(asked.limit);
  if (!asked.pod.empty()) call.target += "&pod=" + encoded(asked.pod);
  if (!asked.verb.empty()) call.target += "&verb=" + encoded(asked.verb);
  return ask(transport, std::move(call));
}

Result<wire::Json> ask_waiting(Transport& transport) {
  kube::Call call;
  call.target = "/v1/waiting";
  return ask(transport, std::move(call));
}

Result<wire::Json> ask_quotas(Transport& transport) {
  kube::Call call;
  call.target = "/v1/quotas";
  return ask(transport, std::move(call));
}

Result<wire::Json> ask_drift(Transport& transport) {
  kube::Call call;
  call.target = "/v1/drift";
  return ask(transport, std::move(call));
}

Result<wire::Json> ask_leaks(Transport& transport) {
  kube::Call call;
  call.target = "/v1/leaks";
  return ask(transport, std::move(call));
}

Result<wire::Json> ask_to_fix_leaks(Transport& transport, const std::string& policy) {
  kube::Call call;
  call.method = "POST";
  call.target = "/v1/leaks?policy=" + encoded(policy);
  call.time_limit = std::chrono::minutes{5};  // twenty claims at one a second, and slow answers
  return ask(transport, std::move(call));
}

Result<wire::Json> ask_explanation(Transport& transport, const std::string& space,
                                   const std::string& pod) {
  kube::Call call;
  call.target = "/v1/explain?namespace=" + encoded(space) + "&pod=" + encoded(pod);
  return ask(transport, std::move(call));
}

Result<wire::Json> ask_explanation_of(Transport& transport, std::string manifest) {
  kube::Call call;
  call.method = "POST";
  call.target = "/v1/explain";
  call.content_type = "application/json";
  call.body = std::move(manifest);
  return ask(transport, std::move(call));
}

}  // namespace npushare::cli
