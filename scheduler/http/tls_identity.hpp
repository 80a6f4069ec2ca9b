/// Who we are on TLS connections, and whom we trust: certificate, key and, for clients that must
/// show one, the authority of theirs. Replaced when the files change.
///
/// Rules:   TLS 1.2 at least, forward secrecy, ALPN http/1.1, no tickets and no renegotiation. A
///          running connection goes on with what it began with.
/// Errors:  kInvalid or kNotFound, naming the file. After a failed refresh() the last good pair
///          stays in use; the next change of a file is another try.
/// Threads: any.
/// Source:  spec/kube-scheduler-extender.md 5 (TLS).
#pragma once

#include <chrono>
#include <memory>
#include <mutex>
#include <string>

#include "accounting/result.hpp"
#include "scheduler/http/file_stamp.hpp"

namespace boost::asio::ssl {
class context;
}

namespace npushare::http {

struct TlsFiles {
  std::string certificate;
  std::string key;
  std::string client_authority;  // empty: clients need no certificate
};

class TlsIdentity {
 public:
  using Context = std::shared_ptr<boost::asio::ssl::context>;
  using Time = std::chrono::system_clock::time_point;

  static Result<std::shared_ptr<TlsIdentity>> load(TlsFiles files);

  /// For the next connection.
  Context current() const;
  /// When the certificate in use ends.
  Time valid_until() const;
  bool wants_client_certificates() const { return !files_.client_authority.empty(); }

  enum class Refresh { kUnchanged, kReplaced };
  /// Looks whether the files have changed. Quick when they have not.
  Result<Refresh> refresh();

 private:
  struct Stamps {
    FileStamp certificate;
    FileStamp key;
    FileStamp client_authority;
    friend bool operator==(const Stamps&, const Stamps&) = default;
  };

  explicit TlsIdentity(TlsFiles files) : files_(std::move(files)) {}
  Stamps look() const;
  Result<> read();

  const TlsFiles files_;
  mutable std::mutex mutex_;
  Stamps stamps_;  // of the files as they were read last, well or badly
  Context context_;
  Time valid_until_;
};

}  // namespace npushare::http
