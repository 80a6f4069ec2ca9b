#include "scheduler/kube/candidacy.hpp"

#include <algorithm>
#include <limits>

#include "scheduler/wire/rfc3339.hpp"

namespace npushare::kube {

Result<> check_times(const ElectionTimes& times) {
  const bool is_retry_short = times.renew_deadline * 5 > times.retry * 6;
  if (times.lease > times.renew_deadline && is_retry_short && times.retry.count() > 0) return {};
  return Error{ErrorCode::kInvalid,
               "leader election: the lease must last longer than the renew deadline, and that "
               "longer than 1.2 times the retry period; 15s, 10s and 2s are usual"};
}

Candidacy::Act Candidacy::begin(Time now) const {
  return is_ours() && is_valid(now) && !must_read_ ? Act::kReplace : Act::kRead;
}

Candidacy::Act Candidacy::take(std::optional<wire::Lease> read, Time now) {
  must_read_ = false;
  if (!read) {
    observed_.reset();
    leads_until_.reset();
    return Act::kCreate;
  }
  const bool is_news = !observed_ || !is_same_record(*observed_, *read);
  if (is_news) noted_ = now;
  observed_ = std::move(read);  // also without news: its resourceVersion may have moved
  if (!is_ours()) leads_until_.reset();
  const bool is_held = !observed_->holder.empty() && is_valid(now);
  return is_held && !is_ours() ? Act::kWait : Act::kReplace;
}

void Candidacy::wrote(wire::Lease stored, Time sent, Time now) {
  observed_ = std::move(stored);
  noted_ = now;
  must_read_ = false;
  leads_until_ = sent + times_.renew_deadline;
}

bool Candidacy::expire(Time now) {
  if (!leads_until_ || now < *leads_until_) return false;
  leads_until_.reset();
  return true;
}

wire::Lease Candidacy::claim(std::chrono::system_clock::time_point wall) const {
  wire::Lease lease = observed_ ? *observed_ : blank_;
  lease.renewed = wire::micro_time(wall);
  lease.duration = times_.lease;
  if (is_ours()) return lease;
  lease.holder = identity_;
  lease.acquired = lease.renewed;
  constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();  // the API's own
  if (observed_) lease.transitions = std::min(lease.transitions + 1, kMost);
  return lease;
}

std::optional<wire::Lease> Candidacy::release(std::chrono::system_clock::time_point wall) {
  leads_until_.reset();
  if (!is_ours()) return std::nullopt;
  wire::Lease lease = *observed_;
  lease.holder.clear();
  lease.duration = std::chrono::seconds(1);
  lease.acquired = lease.renewed = wire::micro_time(wall);
  return lease;
}

}  // namespace npushare::kube
