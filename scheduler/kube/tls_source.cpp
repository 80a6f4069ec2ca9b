#include "scheduler/kube/tls_source.hpp"

#include <spdlog/spdlog.h>

#include <fstream>
#include <iterator>

#include "scheduler/kube/tls.hpp"
#include "scheduler/wire/object_writer.hpp"

namespace npushare::kube {
namespace {

/// Fills the data in from its file, unless it is given.
Result<> load(const std::string& file, std::string& data) {
  if (!data.empty() || file.empty()) return {};
  std::ifstream stream(file, std::ios::binary);
  data.assign(std::istreambuf_iterator<char>(stream), {});
  if (!stream.bad() && !data.empty()) return {};
  return Error{ErrorCode::kInvalid, "TLS: " + file + " cannot be read or is empty"};
}

Result<Endpoint> loaded(Endpoint from, const std::optional<ExecCredential>& from_plugin) {
  if (from_plugin && !from_plugin->client_cert_pem.empty()) {
    from.client_cert_pem = from_plugin->client_cert_pem;
    from.client_key_pem = from_plugin->client_key_pem;
  }
  if (const Result<> read = load(from.ca_file, from.ca_pem); !read) return read.error();
  if (const Result<> read = load(from.client_cert_file, from.client_cert_pem); !read)
    return read.error();
  if (const Result<> read = load(from.client_key_file, from.client_key_pem); !read)
    return read.error();
  return from;
}

bool has_same_identity(const Endpoint& a, const Endpoint& b) {
  return a.client_cert_pem == b.client_cert_pem && a.client_key_pem == b.client_key_pem;
}

std::string cert_of(const std::optional<ExecCredential>& plugin) {
  return plugin ? plugin->client_cert_pem : std::string();
}

}  // namespace

bool TlsSource::is_fresh(Time now, const std::optional<ExecCredential>& from_plugin) const {
  return looked_at_ && now - *looked_at_ < kFresh && plugin_cert_ == cert_of(from_plugin);
}

Result<TlsSource::Current> TlsSource::current(Time now,
                                              const std::optional<ExecCredential>& from_plugin) {
  if (!endpoint_.tls) return Current{};
  const std::lock_guard lock(mutex_);
  if (used_ && is_fresh(now, from_plugin)) return current_;
  looked_at_ = now;
  plugin_cert_ = cert_of(from_plugin);
  const Result<> refreshed = refresh(from_plugin);
  if (refreshed) return current_;
  if (!used_) return refreshed.error();
  spdlog::warn("tls=kept error={}", wire::quoted(refreshed.error().message));
  return current_;
}

Result<> TlsSource::refresh(const std::optional<ExecCredential>& from_plugin) {
  Result<Endpoint> next = loaded(endpoint_, from_plugin);
  if (!next) return next.error();
  const bool is_same = used_ && has_same_identity(*used_, *next);
  if (is_same && used_->ca_pem == next->ca_pem) return {};
  Result<std::shared_ptr<asio::ssl::context>> context = tls_context_for(*next);
  if (!context) return context.error();
  current_.context = *std::move(context);
  if (used_ && !is_same) ++current_.identity;
  used_ = *std::move(next);
  return {};
}

}  // namespace npushare::kube
