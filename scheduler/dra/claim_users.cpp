#include "scheduler/dra/claim_users.hpp"

#include <array>
#include <utility>

namespace npushare::dra {
namespace {

constexpr std::array<std::string_view, 7> kSuffixes{"ascend910a",    "ascend910b2", "ascend910b3",
                                                    "ascend910b4-1", "ascend910b4", "ascend310p",
                                                    "ascend910c"};

}  // namespace

std::span<const std::string_view> claim_suffixes() {
  return kSuffixes;
}

ClaimUser user_of(const wire::Pod& pod) {
  ClaimUser user{.pod = pod.key,
                 .uid = pod.uid,
                 .is_done = pod.is_over() || (pod.is_terminating && pod.node.empty()),
                 .claims = pod.claims};
  if (user.is_done) return user;
  for (const wire::ContainerSpec& container : pod.containers)
    if (container.kind == ContainerKind::kApp) user.containers.push_back(container.name);
  return user;
}

ClaimUsers::ClaimUsers(std::span<const ClaimUser> users, NameOfClaim name_of)
    : name_of_(std::move(name_of)) {
  for (const ClaimUser& user : users) {
    pods_.insert_or_assign(user.pod, Known{user.uid, user.is_done});
    for (const wire::PodClaim& claim : user.claims)
      if (!claim.claim.empty())
        named_.insert_or_assign(user.pod.space + "/" + claim.claim, user.pod);
    if (!user.containers.empty())
      unfinished_[user.pod.space].push_back({user.pod, user.containers});
  }
}

const std::map<std::string, PodKey>& ClaimUsers::expected_in(const std::string& space) const {
  const auto [entry, is_new] = expected_.try_emplace(space);
  const auto unfinished = unfinished_.find(space);
  if (!is_new || !name_of_ || unfinished == unfinished_.end()) return entry->second;
  for (const auto& [pod, names] : unfinished->second)
    for (const std::string& container : names)
      for (const std::string_view suffix : kSuffixes)
        entry->second.insert_or_assign(name_of_(space, pod.name, container, suffix), pod);
  return entry->second;
}

std::optional<PodKey> ClaimUsers::user_of(const wire::ResourceClaim& claim) const {
  if (const auto named = named_.find(identity_of(claim)); named != named_.end())
    return named->second;
  const auto& expected = expected_in(claim.space);
  if (const auto would = expected.find(claim.name); would != expected.end()) return would->second;
  return std::nullopt;
}

bool ClaimUsers::is_live(const std::string& space, const wire::ClaimConsumer& consumer) const {
  const auto known = pods_.find(PodKey{space, consumer.name});
  return known != pods_.end() && known->second.uid.text() == consumer.uid && !known->second.is_done;
}

}  // namespace npushare::dra
