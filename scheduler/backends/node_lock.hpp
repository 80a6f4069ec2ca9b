/// The value of the node annotation hami.io/mutex.lock, by which the node plugin finds the pod to
/// serve.
///
/// Shape:   `<RFC 3339 time>,<namespace>,<pod name>`; HAMi's older form, and Volcano's, is the time
/// alone. Units:   Unix seconds, fractions cut off. Source: spec/node-plugin-contract.md 3.2, 3.8.1
/// and 9.4; spec/hami-protocol.md 7.1, 7.2.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "accounting/names.hpp"

namespace npushare::backends {

enum class LockKind : std::uint8_t {
  kOwned,      // names a pod
  kAnonymous,  // a time alone, or with an empty namespace or name: anybody's
  kMalformed,  // the plugin refuses every pod of the node until it is gone
};

struct ParsedLock {
  LockKind kind = LockKind::kMalformed;
  std::int64_t unix_seconds = 0;  // unless malformed
  PodKey owner;                   // kOwned only
};

/// In UTC, e.g. 2026-08-14T07:47:40Z,default,infer-0.
std::string lock_value(std::int64_t unix_seconds, const PodKey& pod);

ParsedLock parse_lock(std::string_view text);

}  // namespace npushare::backends
