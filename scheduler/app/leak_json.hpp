/// Leaked claims as GET and POST /v1/leaks show them.
///
/// Source: docs/reference/http.md.
#pragma once

#include <string_view>

#include "scheduler/sync/leak_repair.hpp"
#include "scheduler/wire/json.hpp"

namespace npushare {

wire::Json json_of(const dra::Leak& leak);
/// Every leak of a look, with what would become of it.
wire::Json json_of(const sync::LeakPatrol::Sight& sight, const dra::LeakScope& scope,
                   dra::LeakPolicy policy);
wire::Json json_of(const sync::LeakReport& report);

/// "orphan: waits for devices; no pod refers to it; holds 8192 MiB, 50 cores": for events and logs.
std::string sentence_of(const dra::Leak& leak);

}  // namespace npushare
