/// A Transport over kube::RestClient that waits for its answer.
///
/// Threads: one at a time; each call runs the client's event loop until it has ended.
#pragma once

#include <memory>
#include <string>

#include "scheduler/cli/command_line.hpp"
#include "scheduler/cli/transport.hpp"

namespace npushare::cli {

class HttpClient final : public Transport {
 public:
  /// `hint` ends the sentence about a server that cannot be reached. kInvalid: no usable URL.
  static Result<std::unique_ptr<HttpClient>> open(std::string url, std::string hint);
  /// kNotFound: a file that cannot be read.
  static Result<std::unique_ptr<HttpClient>> open(const ServiceAccess& service, std::string hint);

  ~HttpClient() override;
  HttpClient(const HttpClient&) = delete;
  HttpClient& operator=(const HttpClient&) = delete;

  Result<kube::Reply> send(kube::Call call) override;

 private:
  struct Loop;
  HttpClient(std::string url, std::string hint, kube::Endpoint endpoint);

  std::string url_;
  std::string hint_;
  std::unique_ptr<Loop> loop_;
};

}  // namespace npushare::cli
