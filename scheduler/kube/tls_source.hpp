/// The TLS context for the next connection, made anew when its files change.
///
/// Files are looked at when the last look is 10 s old. Once there was a good context it stays in
/// use while a file is unreadable or does not fit the others, as in the middle of a rotation.
/// Errors:  kInvalid from the first look: a file that cannot be read, or as tls_context_for().
/// Threads: any.
/// Source:  spec/kube-scheduler-extender.md 4.4.
#pragma once

#include <boost/asio/ssl/context.hpp>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "accounting/result.hpp"
#include "scheduler/kube/endpoint.hpp"
#include "scheduler/kube/exec_credential.hpp"

namespace npushare::kube {

namespace asio = boost::asio;

class TlsSource {
 public:
  using Time = std::chrono::steady_clock::time_point;
  static constexpr std::chrono::seconds kFresh{10};

  struct Current {
    std::shared_ptr<asio::ssl::context> context;  // null without TLS
    /// Grows with each new certificate of ours: a connection made under an older one shows another
    /// identity than we have now.
    std::uint64_t identity = 0;
  };

  explicit TlsSource(const Endpoint& endpoint) : endpoint_(endpoint) {}

  /// A plugin's certificate wins over the endpoint's.
  Result<Current> current(Time now, const std::optional<ExecCredential>& from_plugin);

 private:
  bool is_fresh(Time now, const std::optional<ExecCredential>& from_plugin) const;
  Result<> refresh(const std::optional<ExecCredential>& from_plugin);

  std::mutex mutex_;
  Endpoint endpoint_;
  std::optional<Endpoint> used_;  // what the context was made from: only data, no files
  std::optional<Time> looked_at_;
  std::string plugin_cert_;
  Current current_;
};

}  // namespace npushare::kube
