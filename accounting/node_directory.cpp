#include "accounting/node_directory.hpp"

#include <cstring>
#include <numeric>

namespace npushare {
namespace {

/// To learn an order costs about as much as looking up each name twice.
constexpr std::size_t kSurprisesToLearn = 8;

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

std::vector<std::uint32_t> numbers_up_to(std::size_t size) {
  std::vector<std::uint32_t> numbers(size);
  std::iota(numbers.begin(), numbers.end(), 0U);
  return numbers;
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

NodeDirectory::NodeDirectory(Slots slots) : slots_(std::move(slots)), followers_(slots_.size()) {
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

std::vector<std::string_view> NodeDirectory::quoted_names() const {
  std::vector<std::string_view> quoted;
  quoted.reserve(slots_.size());
  for (const auto& slot : slots_) quoted.emplace_back(slot->quoted);
  return quoted;
}

void NodeDirectory::note_surprise(std::uint32_t number, std::uint32_t next) const {
  followers_[number].store(next, std::memory_order_relaxed);
  const std::size_t count = surprises_.fetch_add(1, std::memory_order_relaxed) + 1;
  if (count >= kSurprisesToLearn * slots_.size() && !is_learning_.test_and_set()) learn();
}

NodeDirectory::Order NodeDirectory::write_down(std::vector<std::uint32_t> numbers) const {
  Order order = std::make_shared<const NameOrder>(quoted_names(), std::move(numbers));
  order_.store(order);
  return order;
}

NodeDirectory::Order NodeDirectory::usual_order() const {
  if (Order known = order_.load()) return known;
  // Lists mostly come in the order the nodes were created.
  return write_down(numbers_up_to(slots_.size()));
}

void NodeDirectory::learn() const {
  write_down(expected_order());
  surprises_.store(0, std::memory_order_relaxed);
  is_learning_.clear();
}

/// From follower to follower; where that leads nowhere new, on with the first node not yet in.
std::vector<std::uint32_t> NodeDirectory::expected_order() const {
  std::vector<std::uint32_t> order;
  order.reserve(slots_.size());
  std::vector<bool> is_in(slots_.size());
  for (std::uint32_t start = 0; start < slots_.size(); ++start) {
    for (std::uint32_t number = start; number < slots_.size() && !is_in[number];
         number = followers_[number].load(std::memory_order_relaxed)) {
      is_in[number] = true;
      order.push_back(number);
    }
  }
  return order;
}

}  // namespace npushare
