#include "accounting/share_id.hpp"

#include <boost/uuid/name_generator_sha1.hpp>
#include <boost/uuid/string_generator.hpp>
#include <boost/uuid/uuid_io.hpp>
#include <stdexcept>

namespace npushare {
namespace {

// Drawn once at random; it must never change, or a restart would not recognise its own shares.
constexpr boost::uuids::uuid kNamespace = {{0x5d, 0x0c, 0x4f, 0x3e, 0x9a, 0x61, 0x4b, 0x7e, 0x8c,
                                            0x25, 0x31, 0x0f, 0xd3, 0x10, 0x3b, 0x92}};

boost::uuids::uuid named(const std::string& text) {
  return boost::uuids::name_generator_sha1(kNamespace)(text);
}

}  // namespace

// '/' occurs neither in a UID nor in a container's name, so no two names run into each other.
ShareId ShareId::of_container(const PodUid& pod, std::string_view container, std::size_t ordinal) {
  return ShareId(named(pod.text() + "/" + std::string(container) + "/" + std::to_string(ordinal)));
}

ShareId ShareId::of_init_peak(const PodUid& pod, const ChipUuid& chip) {
  return ShareId(named(pod.text() + "//" + chip.text()));
}

std::optional<ShareId> ShareId::parse(std::string_view text) {
  constexpr std::size_t kCanonicalLength = 36;
  if (text.size() != kCanonicalLength) return std::nullopt;
  try {
    return ShareId(boost::uuids::string_generator()(text.begin(), text.end()));
  } catch (const std::runtime_error&) {  // the library's only way to say "not a UUID"
    return std::nullopt;
  }
}

std::string ShareId::text() const {
  return boost::uuids::to_string(value_);
}

}  // namespace npushare
