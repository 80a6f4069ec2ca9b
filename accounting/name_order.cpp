#include "accounting/name_order.hpp"

#include <algorithm>
#include <cstring>

namespace npushare {
namespace {

using Word = std::uint64_t;

Word word_at(const char* bytes) {
  Word word = 0;
  std::memcpy(&word, bytes, sizeof word);
  return word;
}

/// How many bytes two texts have in common from their beginning.
std::size_t common_length(std::string_view one, std::string_view other) {
  constexpr std::ptrdiff_t kBlock = 256;
  constexpr std::ptrdiff_t kWord = sizeof(Word);
  const char* a = one.begin();
  const char* b = other.begin();
  const char* const end = a + std::min(one.size(), other.size());
  for (; end - a >= kBlock && std::memcmp(a, b, kBlock) == 0; a += kBlock) b += kBlock;
  for (; end - a >= kWord && word_at(a) == word_at(b); a += kWord) b += kWord;
  for (; a != end && *a == *b; ++a) ++b;
  return static_cast<std::size_t>(a - one.begin());
}

}  // namespace

NameOrder::NameOrder(std::span<const std::string_view> quoted, std::vector<std::uint32_t> numbers)
    : numbers_(std::move(numbers)), places_(numbers_.size()) {
  starts_.reserve(numbers_.size() + 1);
  starts_.push_back(0);
  for (std::uint32_t place = 0; place < numbers_.size(); ++place) {
    text_.append(quoted[numbers_[place]]).push_back(',');
    starts_.push_back(static_cast<std::uint32_t>(text_.size()));
    places_[numbers_[place]] = place;
  }
}

std::size_t NameOrder::count_at(std::size_t place, std::string_view text) const {
  const std::size_t start = starts_[place];
  const std::size_t common = start + common_length(std::string_view(text_).substr(start), text);
  // A name counts when its closing quote is among the common bytes: its comma need not be.
  const auto ends = starts_.begin() + static_cast<std::ptrdiff_t>(place) + 1;
  if (*ends - 1 > common) return 0;
  return static_cast<std::size_t>(std::upper_bound(ends, starts_.end(), common + 1) - ends);
}

}  // namespace npushare
