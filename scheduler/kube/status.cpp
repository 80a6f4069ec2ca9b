// What the API server's refusals mean. Source: spec/kube-scheduler-extender.md 4.2.
#include <algorithm>
#include <array>

#include "scheduler/kube/rest_client.hpp"
#include "scheduler/wire/json.hpp"
#include "scheduler/wire/object_reader.hpp"

namespace npushare::kube {
namespace {

constexpr std::size_t kLongestMessage = 1024;

/// A failed JSON-patch test and a wrong UID share status and reason with every other invalid
/// object.
bool is_failed_precondition(std::string_view message) {
  constexpr std::array<std::string_view, 3> kMarks{
      "metadata.uid", "metadata.resourceVersion",
      "the server rejected our request due to an error in our request"};
  return std::any_of(kMarks.begin(), kMarks.end(), [&](std::string_view mark) {
    return message.find(mark) != std::string_view::npos;
  });
}

ErrorCode code_of(unsigned status, std::string_view message) {
  if (status == 401 || status == 403) return ErrorCode::kUnauthorized;
  if (status == 404) return ErrorCode::kNotFound;
  if (status == 408) return ErrorCode::kTimeout;
  if (status == 409) return ErrorCode::kConflict;
  if (status == 410) return ErrorCode::kExpired;
  if (status == 413) return ErrorCode::kTooLarge;
  if (status == 422 && is_failed_precondition(message)) return ErrorCode::kConflict;
  if (status == 429 || status == 503 || status == 504) return ErrorCode::kBusy;
  return status >= 400 && status < 500 ? ErrorCode::kInvalid : ErrorCode::kInternal;
}

}  // namespace

Error error_of(const Reply& reply, std::string_view what) {
  const wire::Status status = wire::read_status(reply.body);
  std::string text = std::string(what) + ": " + status.message.substr(0, kLongestMessage);
  text += " (HTTP " + std::to_string(reply.status) + ")";
  return {code_of(reply.status, status.message), std::move(text)};
}

bool is_version_too_large(const Reply& reply) {
  if (reply.status != 504) return false;
  const Result<wire::Json> status = wire::Json::parse(reply.body);
  if (!status) return false;
  const auto& causes = status->at("details", "causes").items();
  return std::any_of(causes.begin(), causes.end(), [](const wire::Json& cause) {
    return cause["reason"].string() == "ResourceVersionTooLarge";
  });
}

}  // namespace npushare::kube
