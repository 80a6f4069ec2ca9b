/// An object's members as Go's decoder would assign them to a struct.
///
/// Names match in any case, the last of several wins, null and absence leave the zero value.
/// Errors: of the wrong type or outside the range: the first one sticks, read error() at the end.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "accounting/result.hpp"
#include "scheduler/backends/decimal.hpp"
#include "scheduler/wire/json.hpp"

namespace npushare::backends {

/// A number written as a plain integer: 8192, not 8192.0 or 8e3.
std::optional<std::int64_t> integer_of(const wire::Json& value, Range range);

class GoFields {
 public:
  explicit GoFields(const wire::Json& object) : object_(object) {}

  std::string text(std::string_view name);
  bool flag(std::string_view name);
  std::int64_t integer(std::string_view name, Range range);
  std::optional<std::int64_t> maybe_integer(std::string_view name, Range range);
  /// The value itself; null when absent.
  const wire::Json& value(std::string_view name) const;

  const std::optional<Error>& error() const { return error_; }

 private:
  void fail(std::string_view name, const std::string& why);

  const wire::Json& object_;
  std::optional<Error> error_;
};

}  // namespace npushare::backends
