#include "scheduler/verbs/unknown_chips.hpp"

#include <algorithm>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "accounting/near_names.hpp"
#include "scheduler/backends/keys.hpp"
#include "scheduler/backends/quoted.hpp"

namespace npushare::verbs {
namespace {

constexpr std::size_t kMostNear = 3;
constexpr std::size_t kMostEdits = 3;
constexpr std::size_t kLeastPart = 6;  // so much of a uuid says which is meant

std::string in_lower_case(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

/// By letters, case apart; a uuid that was cut off, or copied with something around it, is nearest.
std::size_t distance_of(const std::string& written, const std::string& uuid) {
  const bool is_part = written.size() >= kLeastPart && uuid.find(written) != std::string::npos;
  if (is_part || (!uuid.empty() && written.find(uuid) != std::string::npos)) return 0;
  return edits_between(written, uuid, kMostEdits);
}

class Chips {
 public:
  explicit Chips(const LedgerBook& book) {
    const LedgerBook::Directory directory = book.directory();
    for (const auto& slot : directory->slots()) {
      const LedgerBook::Snapshot ledger = slot->ledger.load();
      for (const DeviceLedger& chip : ledger->chips()) {
        const std::string& uuid = chip.chip().uuid.text();
        known_.insert(uuid);
        all_.push_back({in_lower_case(uuid), uuid + " (" + ledger->name().text() + "/chip " +
                                                 std::to_string(chip.chip().index) + ")"});
      }
    }
  }

  bool contains(const ChipUuid& uuid) const { return known_.contains(uuid.text()); }

  std::vector<std::string> near(const ChipUuid& written) const {
    const std::string word = in_lower_case(written.text());
    std::vector<std::pair<std::size_t, std::string>> found;
    for (const auto& [uuid, shown] : all_) {
      const std::size_t distance = distance_of(word, uuid);
      if (distance == 0 || (distance <= kMostEdits && 2 * distance < word.size()))
        found.emplace_back(distance, shown);
    }
    std::ranges::sort(found);
    std::vector<std::string> near;
    for (const auto& [distance, shown] : found)
      if (near.size() < kMostNear) near.push_back(shown);
    return near;
  }

 private:
  std::unordered_set<std::string> known_;
  std::vector<std::pair<std::string, std::string>> all_;  // in lower case, as shown
};

void add_unknown(const std::vector<ChipUuid>& list, const UnknownChip& kind, const Chips& chips,
                 std::vector<UnknownChip>& to) {
  for (const ChipUuid& uuid : list) {
    if (chips.contains(uuid)) continue;
    UnknownChip chip = kind;
    chip.uuid = uuid;
    chip.near = chips.near(uuid);
    to.push_back(std::move(chip));
  }
}

}  // namespace

std::vector<UnknownChip> unknown_chips(const Request& request, const LedgerBook& book) {
  std::vector<UnknownChip> unknown;
  if (request.uuid_lists.empty()) return unknown;
  const Chips chips(book);
  for (const UuidList& list : request.uuid_lists)
    add_unknown(list.allowed, {.key = backends::use_uuid_key(list.model)}, chips, unknown);
  for (const UuidList& list : request.uuid_lists)
    add_unknown(list.denied, {.key = backends::no_use_uuid_key(list.model), .is_wanted = false},
                chips, unknown);
  return unknown;
}

std::string text_of(const UnknownChip& chip) {
  std::string text =
      chip.key + " names " + backends::quoted(chip.uuid.text()) + ", a chip that no node has";
  if (!chip.is_wanted) text += ", so it keeps the pod off nothing";
  std::string_view separator = "; near to it: ";
  for (const std::string& near : chip.near) {
    text.append(separator).append(near);
    separator = ", ";
  }
  return text;
}

}  // namespace npushare::verbs
