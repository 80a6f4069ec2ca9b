/// GET /metrics: what there is to read is put together here, and sent piece by piece.
///
/// Bounds:  kMost pages are sent at the same time; who comes then is told to come back (503), so
/// that
///          slow readers cannot fill the memory with pages.
/// Threads: any; the sources' functions ask the parts, which are safe to ask.
#pragma once

#include <memory>
#include <utility>

#include "scheduler/http/message.hpp"
#include "scheduler/http/tls_identity.hpp"
#include "scheduler/metrics/meters.hpp"
#include "scheduler/metrics/sources.hpp"

namespace npushare {

struct Parts;

/// Refers to the parts, which must outlive it. `identity` may be null.
metrics::Sources sources_of(const Parts& parts, config::HamiNames hami_names,
                            std::shared_ptr<const http::TlsIdentity> identity);

class MetricsPage {
 public:
  static constexpr long kMost = 8;

  /// The meters, and what the sources refer to, must outlive this and its answers.
  MetricsPage(metrics::Sources sources, const metrics::Meters& meters)
      : sources_(std::move(sources)), meters_(meters) {}

  /// Other requests are answered between the pieces.
  http::Response answer() const;

 private:
  metrics::Sources sources_;
  const metrics::Meters& meters_;
  std::shared_ptr<const int> token_ = std::make_shared<const int>();  // held by each page sent
};

}  // namespace npushare
