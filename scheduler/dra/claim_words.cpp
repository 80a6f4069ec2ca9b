#include "scheduler/dra/claim_words.hpp"

namespace npushare::dra {
namespace {

using wire::ExactQuantity;
using wire::Json;

constexpr std::int64_t kMiB = 1 << 20;

std::int64_t in_mib(const ExactQuantity& bytes, Rounding rounding) {
  const wire::Int128 step = wire::Int128{kMiB} * ExactQuantity::kNanos;
  wire::Int128 mib = bytes.nanos / step;
  const bool has_rest = bytes.nanos % step != 0;
  if (has_rest && rounding == Rounding::kUp && bytes.nanos > 0) ++mib;
  if (has_rest && rounding == Rounding::kDown && bytes.nanos < 0) --mib;
  return static_cast<std::int64_t>(mib);
}

/// Cores by the percent; a part of one counts as it does for memory.
std::int64_t in_ones(const ExactQuantity& amount, Rounding rounding) {
  wire::Int128 ones = amount.nanos / ExactQuantity::kNanos;
  const bool has_rest = !amount.is_whole();
  if (has_rest && rounding == Rounding::kUp && amount.nanos > 0) ++ones;
  if (has_rest && rounding == Rounding::kDown && amount.nanos < 0) --ones;
  return static_cast<std::int64_t>(ones);
}

std::string short_text(const DeviceFinding& finding) {
  std::string text = "insufficient";
  for (const Shortage& shortage : finding.shortages)
    text += (&shortage == &finding.shortages.front() ? " " : ", ") + shortage.key;
  return text;
}

}  // namespace

Json amount_json(const Amounts& amounts, const std::string& driver, Rounding rounding,
                 std::int64_t slots) {
  const ExactQuantity* memory = find_own(amounts, driver, "memory");
  const ExactQuantity* cores = find_own(amounts, driver, "cores");
  return Json::Object{{"memoryMiB", memory == nullptr ? 0 : in_mib(*memory, rounding)},
                      {"cores", cores == nullptr ? 0 : in_ones(*cores, rounding)},
                      {"cpus", 0},
                      {"slots", slots}};
}

std::string reason_text(const DeviceFinding& finding) {
  if (finding.check == DeviceCheck::kShort) return short_text(finding);
  const std::string text(text_of(finding.check));
  return finding.detail.empty() ? text : text + ": " + finding.detail;
}

}  // namespace npushare::dra
