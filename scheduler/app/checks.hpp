/// The checks of /readyz and /livez: what of the parts has to be well, and what only shows.
///
/// Threads: add_checks() once, before anything asks.
#pragma once

#include <memory>

#include "scheduler/app/health.hpp"
#include "scheduler/app/parts.hpp"
#include "scheduler/http/tls_identity.hpp"
#include "scheduler/observe/clock.hpp"

namespace npushare {

/// All of it must outlive `health`. `identity` null: plain HTTP.
void add_checks(Health& health, const Parts& parts,
                const std::shared_ptr<http::TlsIdentity>& identity, const observe::Clock& clock);

}  // namespace npushare
