/// RFC 6901: a path into a JSON value.
///
/// Errors: kInvalid when the text is no pointer or the place does not exist: nothing has changed.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "accounting/result.hpp"
#include "scheduler/wire/json.hpp"

namespace npushare::wire {

class JsonPointer {
 public:
  static Result<JsonPointer> parse(std::string_view text);

  /// The value it points at, or no pointer.
  Json* find_in(Json& root) const { return find(root, tokens_); }

  /// Sets a member, or inserts into an array; "-" appends.
  Result<> add_to(Json& root, Json value) const;
  Result<Json> remove_from(Json& root) const;

  /// Points at something inside of what the other points at.
  bool is_below(const JsonPointer& other) const;
  std::size_t depth() const { return tokens_.size(); }

 private:
  static Json* find(Json& root, std::span<const std::string> tokens);
  Json* parent_in(Json& root) const;
  Error missing() const;

  std::vector<std::string> tokens_;
};

/// The name as a step of a pointer: "a/b" is "/a~1b".
std::string pointer_step(std::string_view name);

}  // namespace npushare::wire
