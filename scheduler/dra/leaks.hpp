/// Claims that hold what nobody uses, or stand in the way of others: what is wrong with each.
///
/// Shape:   a claim may have several of these wrongs; L0 of the source is none of them.
/// Units:   seconds.
/// Threads: LeakWatch remembers between looks and belongs to one caller; the rest are values.
/// Source:  spec/dra-accounting.md 8.1, 8.2.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scheduler/dra/claim_users.hpp"
#include "scheduler/dra/device_use.hpp"
#include "scheduler/dra/offers.hpp"

namespace npushare::dra {

enum class LeakKind : std::uint8_t {
  kOrphan,         // L1: waits for devices, and no pod refers to it
  kStaleReserved,  // L2: kept for pods that are all gone or done
  kUnreserved,     // L3: has devices, kept for nobody, and no pod refers to it
  kDeleting,       // L4: being deleted for long, and has its devices still
  kForeign,        // L5: kept for something that is no pod
  kPoisoned,       // L6: what it consumes cannot be counted
  kDedicated,      // L7: has a device alone that is to be shared
};

/// orphan, stale-reserved, unreserved, deleting, foreign-reservation, poisoned, dedicated
std::string_view word_of(LeakKind kind);
/// "L1" to "L7"
std::string_view code_of(LeakKind kind);
inline constexpr LeakKind kLeakKinds[] = {
    LeakKind::kOrphan,  LeakKind::kStaleReserved, LeakKind::kUnreserved, LeakKind::kDeleting,
    LeakKind::kForeign, LeakKind::kPoisoned,      LeakKind::kDedicated};

struct HeldDevice {
  DeviceName device;
  std::map<std::string, std::string> amounts;  // as the status says
};

struct Leak {
  LeakKind kind = LeakKind::kOrphan;
  std::string space;
  std::string name;
  std::string uid;
  std::string evidence;
  std::int64_t since = 0;  // of Unix time
  std::vector<HeldDevice> held;
};

/// When something was looked at.
struct Moment {
  std::int64_t unix_seconds = 0;
  std::chrono::steady_clock::time_point monotonic{};
};

inline constexpr std::chrono::seconds kLeakGrace{120};
inline constexpr std::chrono::seconds kStaleAfter{60};
inline constexpr std::chrono::seconds kDeletingAfter{300};

/// Which claims are looked at: those with devices of the driver, and those that ask for its class.
struct LeakScope {
  std::string driver = "ascend.project-hami.io";
  std::string device_class = "hami-vnpu-core.project-hami.io";
};

bool concerns(const LeakScope& scope, const wire::ResourceClaim& claim);

class LeakWatch {
 public:
  explicit LeakWatch(LeakScope scope) : scope_(std::move(scope)) {}

  /// All that is wrong now, by claim. A reference counts for a while after it was last seen.
  std::vector<Leak> look(Claims claims, const ClaimUsers& users, const DeviceTable& devices,
                         const Moment& now);

  /// What is wrong with one claim as it was just read; the memory of the looks counts too.
  std::vector<Leak> judge(const wire::ResourceClaim& claim, const ClaimUsers& users,
                          const DeviceTable& devices, const Moment& now);

  const LeakScope& scope() const { return scope_; }

 private:
  using Time = std::chrono::steady_clock::time_point;
  struct Seen {
    std::optional<Time> referred;     // last
    std::optional<Time> stale_since;  // all its pods are gone
    std::int64_t stale_at = 0;
    std::uint64_t look = 0;
  };

  Seen& note(const wire::ResourceClaim& claim, const ClaimUsers& users, const Moment& now);

  LeakScope scope_;
  std::map<std::string, Seen> seen_;  // by UID
  std::uint64_t look_ = 0;
};

}  // namespace npushare::dra
