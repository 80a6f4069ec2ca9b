/// Single objects of any kind on the API server, as JSON.
///
/// Deadlines: the caller's, and never more than 3 s a call.
/// Errors:    those of RestClient and error_of(); kConflict for an object that exists already and
///            for a precondition that fails.
/// Rates:     ordinary: they take their turn.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <string>

#include "accounting/result.hpp"
#include "scheduler/kube/rest_client.hpp"
#include "scheduler/wire/json.hpp"

namespace npushare::kube {

using Deadline = std::chrono::steady_clock::time_point;

/// An object, or with an empty name the collection; with an empty space of all namespaces, or of
/// what has none.
struct ObjectPath {
  std::string version;  // api/v1, apis/resource.k8s.io/v1
  std::string space;
  std::string plural;
  std::string name{};

  std::string target() const;
  std::string text() const;  // for messages: `resourceclaims ns/name`
};

/// The bytes, for a reader of its own.
asio::awaitable<Result<std::string>> get_text(RestClient& client, ObjectPath path, Deadline by);
asio::awaitable<Result<wire::Json>> get_object(RestClient& client, ObjectPath path, Deadline by);
asio::awaitable<Result<wire::Json>> create_object(RestClient& client, ObjectPath path,
                                                  wire::Json object, Deadline by);
/// A JSON merge patch.
asio::awaitable<Result<wire::Json>> patch_object(RestClient& client, ObjectPath path,
                                                 wire::Json patch, Deadline by);
/// Only this very object in this very version.
asio::awaitable<Result<wire::Json>> delete_object(RestClient& client, ObjectPath path,
                                                  wire::Json object, Deadline by);

}  // namespace npushare::kube
