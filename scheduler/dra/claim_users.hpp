/// Which pods use which claims.
///
/// Shape:   a pod uses the claims that its spec names, those made for it from templates and for its
///          extended resources, and, until it is over, those that the HAMi-DRA webhook would have
///          made for its containers: that webhook creates a claim before there is a pod.
/// Threads: plain values.
/// Source:  spec/dra-accounting.md 8.2.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scheduler/wire/claim.hpp"
#include "scheduler/wire/objects.hpp"

namespace npushare::dra {

struct ClaimUser {
  PodKey pod;
  PodUid uid;
  bool is_done = false;  // over, or deleted before it had a node
  std::vector<wire::PodClaim> claims;
  std::vector<std::string> containers;  // of spec.containers; none once it is over
};

ClaimUser user_of(const wire::Pod& pod);

/// The claim's name in mode claim: of namespace, pod, container and the model's suffix.
using NameOfClaim = std::function<std::string(std::string_view space, std::string_view pod,
                                              std::string_view container, std::string_view suffix)>;

/// The suffixes that HAMi-DRA's device table knows. Source: spec/dra-accounting.md 4.3.
std::span<const std::string_view> claim_suffixes();

/// An index over pods, for many questions about one moment. Refers to nothing.
class ClaimUsers {
 public:
  /// `name_of` may be empty: then no names are guessed.
  ClaimUsers(std::span<const ClaimUser> users, NameOfClaim name_of);

  /// The pod that refers to the claim, or would; nothing when none does.
  std::optional<PodKey> user_of(const wire::ResourceClaim& claim) const;

  /// There is a pod of that name and UID that is not done.
  bool is_live(const std::string& space, const wire::ClaimConsumer& consumer) const;

 private:
  struct Known {
    PodUid uid;
    bool is_done = false;
  };
  struct Containers {
    PodKey pod;
    std::vector<std::string> names;
  };

  const std::map<std::string, PodKey>& expected_in(const std::string& space) const;

  std::map<PodKey, Known> pods_;
  std::map<std::string, PodKey> named_;                        // by namespace/claim
  std::map<std::string, std::vector<Containers>> unfinished_;  // by namespace
  NameOfClaim name_of_;
  mutable std::map<std::string, std::map<std::string, PodKey>> expected_;  // made when asked for
};

}  // namespace npushare::dra
