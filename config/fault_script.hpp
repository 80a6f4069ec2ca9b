/// What is to go wrong in the embedded cluster, and when: the fault script.
///
/// Shape:   seed and rules[], each a fault with what it strikes and how often.
/// Units:   time in milliseconds, events and versions in pieces.
/// Errors:  kInvalid with line and key; a key that the fault has no use for is unknown.
/// Threads: plain values.
/// Source:  docs/reference/faults.md; spec/node-plugin-contract.md 7.5.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "accounting/result.hpp"
#include "config/mapping_reader.hpp"

namespace npushare::config {

enum class Fault : std::uint8_t {
  // of any call to the API server
  kStatus,     // answered with a failure, carried out before or not at all
  kDelay,      // served late
  kHang,       // no answer until the client gives up
  kReset,      // the connection is reset, nothing was done
  kLoseReply,  // carried out, then the connection is reset
  // of a watch
  kWatchEnd,          // ends cleanly
  kWatchCut,          // ends in the middle of a line
  kWatchSilent,       // stays open and says nothing more
  kWatchExpired,      // an ERROR event with 410, then the end
  kWatchDuplicate,    // every event comes twice
  kWatchReplay,       // begins with older changes, which the client has seen
  kWatchNoBookmarks,  // bookmarks are left out
  // of a node plugin's Allocate
  kPluginHang,       // no answer; at last the plugin is restarted and the pod fails
  kPluginSlow,       // answers late
  kPluginFail,       // refuses the pod
  kPluginCrash,      // dies before one of its writes
  kPluginKeepLock,   // serves the pod and leaves the node lock
  kPluginStaleLock,  // serves the pod; then a dead scheduler's lock stands on the node
  kPluginMute,       // leaves out a registration
};
inline constexpr std::size_t kFaults = static_cast<std::size_t>(Fault::kPluginMute) + 1;

/// How scripts and reports spell it.
std::string_view word_of(Fault fault);

/// The write of Allocate that a crashing plugin does not reach any more.
enum class PluginStep : std::uint8_t { kErase, kPhase, kRelease };

/// Whom a dead scheduler's lock names: a pod that is gone, or nobody (the legacy form).
enum class LockOwner : std::uint8_t { kGone, kNobody };

/// Which calls a rule looks at; empty fields match anything.
struct FaultTarget {
  std::string verb;  // get, list, watch, create, update, patch, delete, bind
  std::string kind;  // plural, as in paths
  std::string path;  // one path, or everything below it when it ends with /**
  std::string node;  // of a node plugin
};

/// When a rule strikes, of the calls that it looks at.
struct FaultTiming {
  double probability = 1;
  std::uint64_t every = 1;             // only each so-manieth
  std::optional<std::uint64_t> nth;    // only this one, counted from 1
  std::optional<std::uint64_t> limit;  // so often at most
};

struct FaultRule {
  std::string name;  // empty: the fault's word
  Fault fault = Fault::kDelay;
  FaultTarget target;
  FaultTiming timing;
  unsigned code = 500;                     // kStatus
  bool is_applied = false;                 // kStatus: carried out all the same
  std::chrono::seconds retry_after{0};     // kStatus: 0 leaves the header out
  std::chrono::milliseconds time{1000};    // kDelay, kPluginSlow, kPluginHang
  std::uint64_t events = 0;                // kWatchEnd and others: told before it strikes
  std::uint64_t back = 20;                 // kWatchReplay: how many versions
  PluginStep before = PluginStep::kPhase;  // kPluginCrash
  LockOwner owner = LockOwner::kGone;      // kPluginStaleLock
  std::chrono::milliseconds age{0};        // kPluginStaleLock: how long ago it was taken
};

struct FaultScript {
  std::uint64_t seed = 1;
  std::vector<FaultRule> rules;
};

/// YAML, and so JSON too. `name` stands for the file in messages.
Result<FaultScript> read_fault_script(std::string_view text, std::string_view name);

/// The script that stands in `from`.
FaultScript fault_script_of(MappingReader& from);

}  // namespace npushare::config
