#include "scheduler/embedded/api_calls.hpp"

#include <variant>

#include "scheduler/embedded/query_options.hpp"

namespace npushare::embedded {

using wire::Json;

namespace {

Answer not_allowed() {
  return failure(405, "MethodNotAllowed",
                 "the server does not allow this method on the requested resource", Json::object());
}

Answer unknown_media_type() {
  return failure(415, "UnsupportedMediaType",
                 "the body of the request was in an unknown format - accepted media types include: "
                 "application/json-patch+json, application/merge-patch+json");
}

Result<Json> read_body(const http::Request& request) {
  Result<Json> body = Json::parse(request.text());
  if (body) return body;
  return Error{ErrorCode::kInvalid, "the object provided is unrecognized (must be of type JSON): " +
                                        body.error().message};
}

Answer list(Objects& objects, const ApiPath& path, const http::Request& request) {
  const std::variant<ListQuery, Answer> read = read_list(path, request);
  if (const Answer* refused = std::get_if<Answer>(&read)) return *refused;
  return objects.list(*path.place.kind, std::get<ListQuery>(read));
}

Answer create(Objects& objects, const ApiPath& path, const http::Request& request) {
  const bool is_binding = path.subresource == Subresource::kBinding;
  if (!is_binding && !path.place.name.empty()) return not_allowed();
  Result<Json> body = read_body(request);
  if (!body) return bad_request(body.error().message);
  if (is_binding) return objects.bind(path.place, *body);
  if (path.place.kind->is_namespaced && path.place.space.empty()) return not_allowed();
  return objects.create(path.place, *std::move(body));
}

Part part_of(const ApiPath& path) {
  return path.subresource == Subresource::kStatus ? Part::kStatus : Part::kMain;
}

Answer update(Objects& objects, const ApiPath& path, const http::Request& request) {
  Result<Json> body = read_body(request);
  if (!body) return bad_request(body.error().message);
  return objects.update(path.place, part_of(path), *std::move(body));
}

/// The media type without its parameters.
std::string_view media_type(std::string_view content_type) {
  return content_type.substr(0, content_type.find_first_of("; "));
}

Answer patch(Objects& objects, const ApiPath& path, const http::Request& request) {
  const std::string_view type = media_type(request.content_type);
  const bool is_merge = type == "application/merge-patch+json";
  if (!is_merge && type != "application/json-patch+json") return unknown_media_type();
  const Result<Json> body = read_body(request);
  if (!body) return bad_request(body.error().message);
  return objects.patch(path.place, part_of(path), is_merge ? PatchType::kMerge : PatchType::kJson,
                       *body);
}

Answer remove(Objects& objects, const ApiPath& path, const http::Request& request) {
  Json options;
  if (!request.body.empty()) {
    Result<Json> body = read_body(request);
    if (!body) return bad_request(body.error().message);
    options = *std::move(body);
  }
  RemoveOptions wanted;
  wanted.grace_seconds = query_number(request, "gracePeriodSeconds");
  if (const Json& grace = options["gracePeriodSeconds"]; grace.is_number())
    wanted.grace_seconds = grace.integer();
  wanted.uid = options.at("preconditions", "uid").string();
  wanted.resource_version = options.at("preconditions", "resourceVersion").string();
  return objects.remove(path.place, wanted);
}

}  // namespace

Answer answer_call(Objects& objects, const ApiPath& path, const http::Request& request) {
  if (request.body.size() > kBodyLimit) {
    return failure(413, "RequestEntityTooLarge",
                   "Request entity too large: limit is " + std::to_string(kBodyLimit));
  }
  if (!request.query_value("dryRun").empty())
    return bad_request("dryRun: the embedded API server has no dry run; leave it out");

  const bool is_one = !path.place.name.empty();
  if (request.method == "POST") return create(objects, path, request);
  if (path.subresource == Subresource::kBinding) return not_allowed();
  if (request.method == "GET")
    return is_one ? objects.get(path.place) : list(objects, path, request);
  if (!is_one) return not_allowed();
  if (request.method == "PUT") return update(objects, path, request);
  if (request.method == "PATCH") return patch(objects, path, request);
  if (request.method == "DELETE" && path.subresource == Subresource::kNone)
    return remove(objects, path, request);
  return not_allowed();
}

}  // namespace npushare::embedded
