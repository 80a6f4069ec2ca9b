#include "scheduler/wire/pod_mold.hpp"

#include <algorithm>
#include <utility>

#include "accounting/common_length.hpp"
#include "scheduler/wire/string_end.hpp"

namespace npushare::wire {
namespace {

/// The offset of the quote that ends a string without escapes; nothing when there are some.
std::optional<std::size_t> plain_end(std::string_view text, std::size_t inside) {
  const std::size_t end = find_stop<StopAt::kControls>(text, inside);
  if (end == text.size() || text[end] != '"') return std::nullopt;
  return end;
}

}  // namespace

PodMold::PodMold(std::string_view text, const PodTrace& trace, Pod pod)
    : text_(text), pod_(std::move(pod)) {
  for (const std::string_view skipped : trace.skipped) add_gaps(text, skipped);
  add_identity(text, trace.identity);
  std::ranges::sort(gaps_, {}, &Gap::begin);
}

/// All strings in a skipped value, keys among them: of that value only the end was looked for. A
/// number or a word has none; what looks like one there is what its end was found by.
void PodMold::add_gaps(std::string_view text, std::string_view skipped) {
  constexpr std::string_view kMayHoldStrings = "\"{[";
  if (skipped.empty() || kMayHoldStrings.find(skipped.front()) == std::string_view::npos) return;
  std::size_t at = static_cast<std::size_t>(skipped.data() - text.data());
  const std::size_t end = at + skipped.size();
  const std::string_view value = text.substr(0, end);
  while ((at = value.find('"', at)) < end) {
    const std::size_t begin = at + 1;
    const std::optional<std::size_t> quote = plain_end(value, begin);
    if (!quote) return;  // a string with escapes, and what follows it, has to stay as it is
    gaps_.push_back({begin, *quote, std::nullopt});
    at = *quote + 1;
  }
}

void PodMold::add_identity(std::string_view text, const PodIdentity& identity) {
  for (std::size_t part = 0; part < identity.size(); ++part) {
    const std::string_view value = identity[part];
    // One with escapes stands elsewhere, decoded.
    const bool is_in_text = std::less_equal<>()(text.data(), value.data()) &&
                            std::less<>()(value.data(), text.data() + text.size());
    if (!is_in_text) continue;
    const auto begin = static_cast<std::size_t>(value.data() - text.data());
    gaps_.push_back({begin, begin + value.size(), part});
  }
}

const PodMold::Gap* PodMold::gap_at(std::size_t offset) const {
  const auto behind = std::ranges::upper_bound(gaps_, offset, {}, &Gap::begin);
  if (behind == gaps_.begin()) return nullptr;
  const Gap& last = *std::prev(behind);
  return offset <= last.end ? &last : nullptr;
}

std::optional<std::size_t> PodMold::cast(std::string_view text) {
  PodIdentity identity;
  for (const Gap& gap : gaps_)
    if (gap.identifies)
      identity[*gap.identifies] = std::string_view(text_).substr(gap.begin, gap.end - gap.begin);

  std::size_t ours = 0;
  std::size_t theirs = 0;
  for (;;) {
    const std::size_t same =
        common_length(std::string_view(text_).substr(ours), text.substr(theirs));
    ours += same;
    theirs += same;
    if (ours == text_.size()) break;
    const Gap* gap = gap_at(ours);
    if (gap == nullptr) return std::nullopt;
    const std::size_t begin = theirs - (ours - gap->begin);
    const std::optional<std::size_t> end = plain_end(text, begin);
    if (!end) return std::nullopt;
    if (gap->identifies) identity[*gap->identifies] = text.substr(begin, *end - begin);
    ours = gap->end;
    theirs = *end;
  }
  identify(identity);
  return theirs;
}

void PodMold::identify(const PodIdentity& identity) {
  for (const Gap& gap : gaps_)
    if (gap.identifies) set_identity(pod_, *gap.identifies, identity[*gap.identifies]);
}

}  // namespace npushare::wire
