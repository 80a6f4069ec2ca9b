#include "scheduler/embedded/fault_answers.hpp"

#include "scheduler/embedded/watch_events.hpp"

namespace npushare::embedded {

using wire::Json;

namespace {

constexpr const char* kExpired = "The resourceVersion for the provided list is too old.";

Answer conflict_of(const std::optional<ApiPath>& path) {
  if (!path) return failure(409, "Conflict", "the object has been modified");
  if (path->subresource != Subresource::kBinding)
    return modified(*path->place.kind, path->place.name);
  return failure(409, "Conflict",
                 "Operation cannot be fulfilled on pods/binding \"" + path->place.name +
                     "\": the object has been modified; please apply your changes to the latest "
                     "version and try again");
}

Answer refused(unsigned code, const std::optional<ApiPath>& path) {
  switch (code) {
    case 401: return failure(401, "Unauthorized", "Unauthorized");
    case 403: return failure(403, "Forbidden", "forbidden by the fault script");
    case 409: return conflict_of(path);
    case 410: return failure(410, "Expired", kExpired);
    case 422:
      return failure(422, "Invalid",
                     "the server rejected our request due to an error in our request",
                     Json::object());
    case 503:
      return failure(503, "ServiceUnavailable",
                     "the server is currently unable to handle the request");
    case 504:
      return failure(504, "Timeout",
                     "Timeout: request did not complete within requested timeout - context "
                     "deadline exceeded",
                     Json::object());
    default: return failure(500, "InternalError", "Internal error occurred: a fault script");
  }
}

}  // namespace

http::Response plain_response(unsigned status, std::string text) {
  http::Response response;
  response.status = status;
  response.content_type = "text/plain; charset=utf-8";
  response.body = std::move(text);
  return response;
}

http::Response response_of(const Answer& answer) {
  http::Response response;
  response.status = answer.code;
  response.body = answer.body.text() + "\n";
  return response;
}

http::Response fault_response(const config::FaultRule& rule, const std::optional<ApiPath>& path) {
  http::Response response =
      rule.code == 429 ? plain_response(429, "Too many requests, please try again later.\n")
                       : response_of(refused(rule.code, path));
  if (rule.retry_after.count() > 0)
    response.headers.emplace_back("Retry-After", std::to_string(rule.retry_after.count()));
  return response;
}

std::string expired_line() {
  return event_line("ERROR", failure(410, "Expired", "too old resource version").body);
}

}  // namespace npushare::embedded
