#include "scheduler/dra/consumption.hpp"

#include <algorithm>
#include <limits>
#include <string>

namespace npushare::dra {
namespace {

using wire::Int128;

constexpr Int128 kMost = std::numeric_limits<std::int64_t>::max();
constexpr Int128 kLeast = std::numeric_limits<std::int64_t>::min();

Result<ExactQuantity> read(const std::string& text, const char* field) {
  const std::optional<ExactQuantity> quantity = wire::read_exact_quantity(text);
  if (!quantity)
    return Error{ErrorCode::kInvalid, std::string(field) + ": \"" + text + "\" is not a quantity"};
  if (quantity->is_overflow)
    return Error{ErrorCode::kInvalid, std::string(field) + ": \"" + text + "\" is above 2^63 - 1"};
  return *quantity;
}

Result<std::optional<ExactQuantity>> read_if(const std::optional<std::string>& text,
                                             const char* field) {
  if (!text) return std::optional<ExactQuantity>{};
  const Result<ExactQuantity> quantity = read(*text, field);
  if (!quantity) return quantity.error();
  return std::optional(*quantity);
}

Result<> read_range(const wire::CapacityRule& rule, Capacity& into) {
  if (!rule.min) return {};
  const Result<ExactQuantity> min = read(*rule.min, "validRange.min");
  if (!min) return min.error();
  const auto max = read_if(rule.max, "validRange.max");
  if (!max) return max.error();
  const auto step = read_if(rule.step, "validRange.step");
  if (!step) return step.error();
  if (*step && (*step)->value() <= 0)
    return Error{ErrorCode::kInvalid, "validRange.step: \"" + *rule.step + "\" is not above zero"};
  into.range = CapacityRange{.min = *min, .max = *max, .step = *step};
  return {};
}

/// The next of min, min + step, ... that is not below: whole numbers, as the allocator has them.
Consumption stepped(const ExactQuantity& asked, const CapacityRange& range) {
  const Int128 min = range.min.value();
  const Int128 step = range.step->value();
  const Int128 above = Int128{asked.value()} - min;
  const Int128 steps = above / step + (above % step != 0 ? 1 : 0);
  const Int128 amount = min + step * steps;
  if (amount > kMost || amount < kLeast) return {.amount = asked, .is_poisoned = true};
  return {.amount = ExactQuantity::whole(static_cast<std::int64_t>(amount))};
}

Consumption as_ruled(const ExactQuantity& asked, const Capacity& of) {
  if (of.range) {
    if (asked < of.range->min) return {.amount = of.range->min};
    return of.range->step ? stepped(asked, *of.range) : Consumption{.amount = asked};
  }
  const auto enough = std::ranges::find_if(of.values, [&](const auto& v) { return v >= asked; });
  return {.amount = enough == of.values.end() ? asked : *enough};
}

}  // namespace

Result<Capacity> read_capacity(const wire::DeviceCapacity& written) {
  const Result<ExactQuantity> value = read(written.value, "value");
  if (!value) return value.error();
  Capacity capacity{.value = *value, .has_rule = written.rule.has_value()};
  if (!written.rule) return capacity;
  if (!written.rule->fallback.empty()) {
    const Result<ExactQuantity> fallback = read(written.rule->fallback, "default");
    if (!fallback) return fallback.error();
    capacity.fallback = *fallback;
  }
  for (const std::string& text : written.rule->values) {
    const Result<ExactQuantity> valid = read(text, "validValues");
    if (!valid) return valid.error();
    capacity.values.push_back(*valid);
  }
  std::ranges::sort(capacity.values);
  if (const Result<> ranged = read_range(*written.rule, capacity); !ranged) return ranged.error();
  return capacity;
}

Consumption consumed(const std::optional<ExactQuantity>& asked, const Capacity& of) {
  if (!asked) return {.amount = of.fallback.value_or(of.value)};
  if (asked->is_overflow) return {.amount = *asked, .is_poisoned = true};
  Consumption taken = of.has_rule ? as_ruled(*asked, of) : Consumption{.amount = *asked};
  taken.is_poisoned |= taken.amount.is_negative();
  return taken;
}

bool violates(const ExactQuantity& amount, const Capacity& of) {
  if (!of.has_rule || amount == of.fallback) return false;
  if (of.range) {
    if (of.range->max && amount > *of.range->max) return true;
    if (!of.range->step) return false;
    return (Int128{amount.value()} - of.range->min.value()) % of.range->step->value() != 0;
  }
  return !of.values.empty() && std::ranges::find(of.values, amount) == of.values.end();
}

}  // namespace npushare::dra
