#include "scheduler/sync/leak_patrol.hpp"

#include <map>
#include <string>
#include <utility>

namespace npushare::sync {
namespace {

template <class Object>
std::vector<const Object*> pointers(const std::vector<std::shared_ptr<const Object>>& objects) {
  std::vector<const Object*> all;
  all.reserve(objects.size());
  for (const auto& object : objects) all.push_back(object.get());
  return all;
}

}  // namespace

dra::Moment LeakPatrol::now() const {
  return {.unix_seconds = std::chrono::system_clock::to_time_t(with_.clock.wall()),
          .monotonic = with_.clock.now()};
}

std::shared_ptr<const LeakPatrol::Sight> LeakPatrol::look() {
  const std::vector<Claim> claims = with_.claims();
  const std::vector<Slice> slices = with_.slices();
  const dra::ClaimUsers users(with_.users(), with_.name_of);
  const std::lock_guard lock(mutex_);
  const auto offers = dra::offers_of(pointers(slices));
  const dra::Moment moment = now();
  auto sight = std::make_shared<Sight>();
  sight->leaks = watch_.look(pointers(claims), users, dra::table_of(offers), moment);
  sight->at = moment.unix_seconds;
  std::map<std::string_view, const Claim*> by_uid;
  for (const Claim& claim : claims) {
    by_uid.emplace(claim->uid, &claim);
    if (dra::concerns(with_.scope, *claim)) ++sight->claims_looked_at;
  }
  for (const dra::Leak& leak : sight->leaks) sight->leaking.push_back(*by_uid.at(leak.uid));
  last_ = sight;
  return sight;
}

std::shared_ptr<const LeakPatrol::Sight> LeakPatrol::last() const {
  const std::lock_guard lock(mutex_);
  return last_;
}

std::vector<dra::Leak> LeakPatrol::judge(const wire::ResourceClaim& claim,
                                         const std::vector<dra::ClaimUser>& users) {
  const std::vector<Slice> slices = with_.slices();
  const dra::ClaimUsers index(users, with_.name_of);
  const std::lock_guard lock(mutex_);
  const auto offers = dra::offers_of(pointers(slices));
  return watch_.judge(claim, index, dra::table_of(offers), now());
}

}  // namespace npushare::sync
