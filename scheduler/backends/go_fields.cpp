#include "scheduler/backends/go_fields.hpp"

#include <algorithm>

#include "scheduler/backends/quoted.hpp"

namespace npushare::backends {
namespace {

char lower(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

bool same_in_any_case(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, {}, lower, lower);
}

}  // namespace

std::optional<std::int64_t> integer_of(const wire::Json& value, Range range) {
  if (!value.is_number()) return std::nullopt;
  return read_decimal(value.number_text(), range);
}

const wire::Json& GoFields::value(std::string_view name) const {
  static const wire::Json nothing;
  const wire::Json* found = &nothing;
  for (const auto& [key, member] : object_.members()) {
    if (!member.is_null() && same_in_any_case(key, name)) found = &member;
  }
  return *found;
}

void GoFields::fail(std::string_view name, const std::string& why) {
  if (error_) return;
  error_ =
      Error{ErrorCode::kInvalid, std::string(name) + ": " + quoted(value(name).text()) + " " + why};
}

std::string GoFields::text(std::string_view name) {
  const wire::Json& member = value(name);
  if (!member.is_null() && !member.is_string()) fail(name, "is no string");
  return member.string();
}

bool GoFields::flag(std::string_view name) {
  const wire::Json& member = value(name);
  if (!member.is_null() && !member.is_boolean()) fail(name, "is not true or false");
  return member.boolean();
}

std::optional<std::int64_t> GoFields::maybe_integer(std::string_view name, Range range) {
  const wire::Json& member = value(name);
  if (member.is_null()) return std::nullopt;
  const std::optional<std::int64_t> number = integer_of(member, range);
  if (!number) {
    fail(name, "is no whole number from " + std::to_string(range.least) + " to " +
                   std::to_string(range.most));
  }
  return number;
}

std::int64_t GoFields::integer(std::string_view name, Range range) {
  return maybe_integer(name, range).value_or(0);
}

}  // namespace npushare::backends
