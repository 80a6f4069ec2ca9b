#include "scheduler/wire/small_object.hpp"

#include <array>

namespace npushare::wire {

Result<EventType> event_type_of(std::string_view word) {
  using Named = std::pair<std::string_view, EventType>;
  static constexpr std::array<Named, 5> kTypes{{{"ADDED", EventType::kAdded},
                                                {"MODIFIED", EventType::kModified},
                                                {"DELETED", EventType::kDeleted},
                                                {"BOOKMARK", EventType::kBookmark},
                                                {"ERROR", EventType::kError}}};
  for (const auto& [text, type] : kTypes)
    if (text == word) return type;
  return Error{ErrorCode::kInvalid, "type: \"" + std::string(word) + "\" is no event"};
}

bool ends_initial_events(const Json& bookmark) {
  return bookmark.at("metadata", "annotations", "k8s.io/initial-events-end").string() == "true";
}

}  // namespace npushare::wire
