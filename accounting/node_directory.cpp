#include "accounting/node_directory.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace npushare {
namespace {

using Word = std::uint64_t;

Word mixed(Word hash, Word word) {
  constexpr Word kMultiplier = 0x9E37'79B9'7F4A'7C15;  // 2^64 / golden ratio
  hash = (hash ^ word) * kMultiplier;
  return hash ^ (hash >> 32);
}

Word word_at(std::string_view text, std::size_t at, std::size_t size) {
  Word word = 0;
  std::memcpy(&word, text.data() + at, size);
  return word;
}

}  // namespace

std::size_t NameHash::operator()(std::string_view name) const {
  const std::size_t size = name.size();
  Word hash = size;
  if (size < sizeof(Word)) return mixed(mixed(hash, word_at(name, 0, size)), size);
  for (std::size_t at = 0; at + sizeof(Word) < size; at += sizeof(Word))
    hash = mixed(hash, word_at(name, at, sizeof(Word)));
  hash = mixed(hash, word_at(name, size - sizeof(Word), sizeof(Word)));
  return mixed(hash, size);
}

NodeDirectory::NodeDirectory(Slots slots, std::size_t patience)
    : slots_(std::move(slots)), patience_(patience), followers_(slots_.size()) {
  numbers_.reserve(slots_.size());
  rows_.reserve(slots_.size());
  for (std::uint32_t number = 0; number < slots_.size(); ++number) {
    numbers_.emplace(slots_[number]->name(), number);
    rows_.push_back(slots_[number]->row.get());
    followers_[number].store(number + 1, std::memory_order_relaxed);
  }
}

std::optional<std::uint32_t> NodeDirectory::find(std::string_view name) const {
  const auto known = numbers_.find(name);
  if (known == numbers_.end()) return std::nullopt;
  return known->second;
}

NodeDirectory::Order NodeDirectory::names() const {
  if (Order known = order_.load()) return known;
  std::vector<std::string_view> quoted;
  quoted.reserve(slots_.size());
  for (const auto& slot : slots_) quoted.emplace_back(slot->quoted);
  Order order = std::make_shared<const NameOrder>(quoted);
  order_.store(order);
  return order;
}

void NodeDirectory::note_surprise(std::uint32_t number, std::uint32_t next) const {
  followers_[number].store(next, std::memory_order_relaxed);
  surprises_.fetch_add(1, std::memory_order_relaxed);
}

/// From follower to follower; where that leads nowhere new, on with the first node not yet in.
std::shared_ptr<const NodeDirectory> NodeDirectory::reordered() const {
  Slots slots;
  slots.reserve(slots_.size());
  std::vector<bool> is_in(slots_.size());
  for (std::uint32_t start = 0; start < slots_.size(); ++start) {
    for (std::uint32_t number = start; number < slots_.size() && !is_in[number];
         number = followers_[number].load(std::memory_order_relaxed)) {
      is_in[number] = true;
      slots.push_back(slots_[number]);
    }
  }
  return std::make_shared<const NodeDirectory>(std::move(slots),
                                               std::min(2 * patience_, kMostPatience));
}

std::shared_ptr<const NodeDirectory> NodeDirectory::with(Slots slots) const {
  return std::make_shared<const NodeDirectory>(std::move(slots), patience_);
}

}  // namespace npushare
