/// The name of a share.
///
/// DRA's shareID is taken as it is. An annotation pod's share is named by a version-5 UUID of (pod
/// UID, container, ordinal), so that a replay after a restart names it the same. Source:
/// resource.k8s.io/v1 DeviceRequestAllocationResult.shareID; RFC 9562 section 5.5.
#pragma once

#include <boost/uuid/uuid.hpp>
#include <compare>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "accounting/names.hpp"

namespace npushare {

class ShareId {
 public:
  ShareId() = default;

  /// A share of a running container: `ordinal` counts the chips of that container from 0.
  static ShareId of_container(const PodUid& pod, std::string_view container, std::size_t ordinal);

  /// What a pod's ordinary init containers take of one chip beyond its other containers.
  static ShareId of_init_peak(const PodUid& pod, const ChipUuid& chip);

  /// DRA's shareID; nothing when the text is not a UUID.
  static std::optional<ShareId> parse(std::string_view text);

  std::string text() const;

  friend auto operator<=>(const ShareId& a, const ShareId& b) {
    return a.value_ < b.value_   ? std::strong_ordering::less
           : b.value_ < a.value_ ? std::strong_ordering::greater
                                 : std::strong_ordering::equal;
  }
  friend bool operator==(const ShareId& a, const ShareId& b) { return a.value_ == b.value_; }

 private:
  explicit ShareId(boost::uuids::uuid value) : value_(value) {}

  boost::uuids::uuid value_{};
};

}  // namespace npushare
