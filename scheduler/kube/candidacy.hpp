/// What one candidate for leadership knows and may do next: the rules of the election without its
/// calls.
///
/// Shape:   a round is begin(), the act it names, then take() or wrote() or failed() with what came
///          of it, until the act is kWait.
/// Units:   our own monotonic time only; clocks of different machines are never compared.
/// Threads: a plain value.
/// Source:  spec/kube-scheduler-extender.md 4.6; k8s.io/client-go v0.35 tools/leaderelection.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "accounting/result.hpp"
#include "scheduler/wire/lease.hpp"

namespace npushare::kube {

struct ElectionTimes {
  std::chrono::seconds lease{15};                    // how long others wait for a sign of life
  std::chrono::milliseconds renew_deadline{10'000};  // how long we lead without a success
  std::chrono::milliseconds retry{2'000};            // between rounds
};

/// kInvalid unless lease > renew_deadline > 1.2 * retry.
Result<> check_times(const ElectionTimes& times);

class Candidacy {
 public:
  using Time = std::chrono::steady_clock::time_point;
  enum class Act : std::uint8_t { kRead, kCreate, kReplace, kWait };

  Candidacy(std::string identity, ElectionTimes times, wire::Lease blank)
      : identity_(std::move(identity)), times_(times), blank_(std::move(blank)) {}

  /// Who holds the lease writes it as known, everybody else reads it first.
  Act begin(Time now) const;
  /// After a read. Nothing: there is no lease yet.
  Act take(std::optional<wire::Lease> read, Time now);
  /// After a write: what is stored now. `sent` is when it went out, since when we lead for sure.
  void wrote(wire::Lease stored, Time sent, Time now);
  /// The write came to nothing, or nobody knows: only a read can tell.
  void failed() { must_read_ = true; }
  /// Ends a leadership that was not renewed in time. True when there was one.
  bool expire(Time now);

  /// What to write now: the lease claimed or renewed.
  wire::Lease claim(std::chrono::system_clock::time_point wall) const;
  /// What to write to give it up; nothing when it is not ours. From now on we do not lead.
  std::optional<wire::Lease> release(std::chrono::system_clock::time_point wall);

  bool is_leading() const { return leads_until_.has_value(); }
  /// Until when nobody else can lead; nothing when we do not.
  std::optional<Time> leads_until() const { return leads_until_; }
  /// As last seen; empty holder: nobody.
  const std::string& holder() const { return observed_ ? observed_->holder : blank_.holder; }
  std::int64_t transitions() const { return observed_ ? observed_->transitions : 0; }

 private:
  bool is_ours() const { return observed_ && observed_->holder == identity_; }
  bool is_valid(Time now) const { return noted_ + observed_->duration > now; }

  std::string identity_;
  ElectionTimes times_;
  wire::Lease blank_;
  std::optional<wire::Lease> observed_;
  Time noted_{};  // when its record was seen to change
  bool must_read_ = false;
  std::optional<Time> leads_until_;
};

}  // namespace npushare::kube
