/// The fault script at work: which rule strikes which call, and how often each one has.
///
/// Order:   rules are asked in the script's order; the first that strikes has the call, and those
///          after it do not see it. On a watch every rule may strike, one of each fault.
/// Chance:  from the script's seed, so the same calls in the same order meet the same faults.
/// Threads: any.
/// Source:  docs/reference/faults.md.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "config/fault_script.hpp"
#include "scheduler/wire/json.hpp"

namespace npushare::embedded {

/// A call to the API server, in the words of a rule.
struct FaultCall {
  std::string_view verb;
  std::string_view kind;  // plural; empty for a path that names no object
  std::string_view path;
};

class Faults {
  struct Entry;
  struct Totals;

 public:
  /// One rule that strikes one call.
  class Strike {
   public:
    const config::FaultRule& rule() const;
    /// It has happened: counts from now on.
    void done() const;
    /// A script without rules has come since: what lasts ends.
    bool is_over() const;

   private:
    friend class Faults;
    Strike(std::shared_ptr<Entry> entry, std::shared_ptr<Totals> totals);

    std::shared_ptr<Entry> entry_;
    std::shared_ptr<Totals> totals_;
    std::uint64_t calms_;
  };

  explicit Faults(config::FaultScript script = {});

  /// The old script's counters go with it; injected() goes on.
  void replace(config::FaultScript script);

  std::optional<Strike> on_call(const FaultCall& call);
  std::vector<Strike> on_watch(const FaultCall& call);
  std::optional<Strike> on_allocate(std::string_view node);
  std::optional<Strike> on_registration(std::string_view node);

  /// How many faults have happened since construction.
  std::uint64_t injected() const;
  std::uint64_t injected(config::Fault fault) const;

  /// {"seed":..,"injected":..,"rules":[{"name","fault","matched","injected"}]}
  wire::Json report() const;

 private:
  /// With the lock held.
  bool strikes(Entry& entry);

  mutable std::mutex mutex_;
  std::uint64_t seed_ = 0;
  std::vector<std::shared_ptr<Entry>> entries_;
  std::mt19937_64 random_;
  std::shared_ptr<Totals> totals_;
};

}  // namespace npushare::embedded
