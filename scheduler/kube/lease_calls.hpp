/// The three calls of an election. Errors: those of RestClient and error_of().
#pragma once

#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <optional>
#include <string>

#include "accounting/result.hpp"
#include "scheduler/kube/rest_client.hpp"
#include "scheduler/wire/lease.hpp"

namespace npushare::kube {

class LeaseCalls {
 public:
  LeaseCalls(RestClient& client, std::string space, std::string name)
      : client_(client), space_(std::move(space)), name_(std::move(name)) {}

  wire::Lease blank() const { return wire::new_lease(space_, name_); }

  /// Nothing: there is none.
  asio::awaitable<Result<std::optional<wire::Lease>>> read(std::chrono::milliseconds limit);
  /// What is stored now. A replace goes through only at the resourceVersion that the lease carries.
  asio::awaitable<Result<wire::Lease>> create(wire::Lease lease, std::chrono::milliseconds limit);
  asio::awaitable<Result<wire::Lease>> replace(wire::Lease lease, std::chrono::milliseconds limit);

 private:
  asio::awaitable<Result<wire::Lease>> write(std::string method, std::string target,
                                             wire::Lease lease, std::chrono::milliseconds limit);

  RestClient& client_;
  std::string space_;
  std::string name_;
};

}  // namespace npushare::kube
