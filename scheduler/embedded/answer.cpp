#include "scheduler/embedded/answer.hpp"

namespace npushare::embedded {

using wire::Json;

namespace {

std::string quoted(std::string_view name) {
  return "\"" + std::string(name) + "\"";
}

Json status(std::string_view outcome) {
  Json made = Json::object();
  made.set("kind", "Status");
  made.set("apiVersion", "v1");
  made.set("metadata", Json::object());
  made.set("status", outcome);
  return made;
}

}  // namespace

Answer failure(unsigned code, std::string_view reason, std::string_view message, Json details) {
  Json body = status("Failure");
  body.set("message", message);
  body.set("reason", reason);
  if (!details.is_null()) body.set("details", std::move(details));
  body.set("code", static_cast<std::int64_t>(code));
  return {code, std::move(body)};
}

Json details_of(const Kind& kind, std::string_view name) {
  Json details = Json::object();
  details.set("name", name);
  if (!kind.group.empty()) details.set("group", kind.group);
  details.set("kind", kind.plural);
  return details;
}

Answer success_status(unsigned code, Json details) {
  Json body = status("Success");
  if (!details.is_null()) body.set("details", std::move(details));
  if (code != 200) body.set("code", static_cast<std::int64_t>(code));
  return {code, std::move(body)};
}

Answer not_found(const Kind& kind, std::string_view name) {
  return failure(404, "NotFound", kind.resource() + " " + quoted(name) + " not found",
                 details_of(kind, name));
}

Answer already_exists(const Kind& kind, std::string_view name) {
  return failure(409, "AlreadyExists", kind.resource() + " " + quoted(name) + " already exists",
                 details_of(kind, name));
}

Answer conflict(const Kind& kind, std::string_view name, std::string_view why) {
  return failure(409, "Conflict",
                 "Operation cannot be fulfilled on " + kind.resource() + " " + quoted(name) + ": " +
                     std::string(why),
                 details_of(kind, name));
}

Answer modified(const Kind& kind, std::string_view name) {
  return conflict(kind, name,
                  "the object has been modified; please apply your changes to the latest version "
                  "and try again");
}

Answer precondition_failed(const Place& place, std::string_view what, std::string_view wanted,
                           std::string_view found) {
  const std::string name(what);
  return conflict(*place.kind, place.name,
                  "StorageError: invalid object, Code: 4, Key: /registry/" +
                      std::string(place.kind->registry) + "/" + place.key() +
                      ", ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: " + name +
                      " in precondition: " + std::string(wanted) + ", " + name +
                      " in object meta: " + std::string(found));
}

Answer invalid(const Kind& kind, std::string_view name, std::string_view field,
               std::string_view problem) {
  const std::string qualified = kind.group.empty()
                                    ? std::string(kind.name)
                                    : std::string(kind.name) + "." + std::string(kind.group);
  Json cause = Json::object();
  cause.set("reason", "FieldValueInvalid");
  cause.set("message", problem);
  cause.set("field", field);
  Json details = details_of(kind, name);
  details.set("kind", kind.name);
  details.member("causes").push_back(std::move(cause));
  return failure(422, "Invalid",
                 qualified + " " + quoted(name) + " is invalid: " + std::string(field) + ": " +
                     std::string(problem),
                 std::move(details));
}

Answer bad_request(std::string_view message) {
  return failure(400, "BadRequest", message);
}

Answer version_too_large(std::uint64_t wanted, std::uint64_t current) {
  Json cause = Json::object();
  cause.set("reason", "ResourceVersionTooLarge");
  cause.set("message", "Too large resource version");
  Json details = Json::object();
  details.member("causes").push_back(std::move(cause));
  details.set("retryAfterSeconds", 1);
  return failure(504, "Timeout",
                 "Timeout: Too large resource version: " + std::to_string(wanted) +
                     ", current: " + std::to_string(current),
                 std::move(details));
}

Answer version_too_old(std::uint64_t wanted, std::uint64_t oldest) {
  return failure(
      410, "Expired",
      "too old resource version: " + std::to_string(wanted) + " (" + std::to_string(oldest) + ")");
}

}  // namespace npushare::embedded
