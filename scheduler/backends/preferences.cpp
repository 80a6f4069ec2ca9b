#include "scheduler/backends/preferences.hpp"

#include <algorithm>

#include "scheduler/backends/keys.hpp"
#include "scheduler/backends/split.hpp"

namespace npushare::backends {
namespace {

constexpr std::string_view kMutex = "mutex";

std::string_view annotation(const wire::Pod& pod, std::string_view key) {
  const auto entry = pod.annotations.find(key);
  return entry == pod.annotations.end() ? std::string_view{} : std::string_view{entry->second};
}

std::string normalised(std::string_view text) {
  std::string name(trimmed(text));
  for (char& letter : name)
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  return name;
}

std::optional<std::string> unless_empty(std::string text) {
  if (text.empty()) return std::nullopt;
  return text;
}

std::vector<ChipUuid> uuids_of(std::string_view text) {
  std::vector<ChipUuid> uuids;
  for_each_piece(text, ',', [&](std::string_view piece) {
    const std::string_view uuid = trimmed(piece);
    if (!uuid.empty()) uuids.emplace_back(uuid);
  });
  return uuids;
}

}  // namespace

PolicyChoice read_policies(const wire::Pod& pod) {
  PolicyChoice choice{.node = unless_empty(normalised(annotation(pod, kNodePolicyKey)))};
  std::string chip_words;
  for_each_piece(annotation(pod, kChipPolicyKey), ',', [&](std::string_view piece) {
    const std::string word = normalised(piece);
    if (word == kMutex) choice.is_mutex = true;
    if (word.empty() || word == kMutex) return;
    if (!chip_words.empty()) chip_words += ',';
    chip_words += word;
  });
  choice.chip = unless_empty(std::move(chip_words));
  return choice;
}

std::optional<UuidList> read_uuid_list(const wire::Pod& pod, const ModelName& model) {
  UuidList list{.model = model,
                .allowed = uuids_of(annotation(pod, use_uuid_key(model))),
                .denied = uuids_of(annotation(pod, no_use_uuid_key(model)))};
  if (list.allowed.empty() && list.denied.empty()) return std::nullopt;
  return list;
}

}  // namespace npushare::backends
