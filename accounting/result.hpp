/// "Could not do it": a value or an Error with a code to act on and a message that names the thing.
///
/// "Does not fit" is never an Error but a Reason; a broken invariant is neither but ends the
/// process.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace npushare {

enum class ErrorCode {
  kInvalid,       // the input is wrong; the message names the field and the remedy
  kNotFound,      // the named thing does not exist
  kConflict,      // somebody else changed or holds it
  kExpired,       // the version asked for is gone (HTTP 410): list again
  kUnauthorized,  // 401 or 403
  kTooLarge,      // above a stated limit
  kBusy,          // 429 or 503: try again later
  kTimeout,       // no answer in time
  kUncertain,     // a write was sent and its outcome is not known
  kInternal,      // the other side failed
};

struct Error {
  ErrorCode code = ErrorCode::kInternal;
  std::string message;
};

template <class T = void>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::move(value)) {}      // NOLINT(google-explicit-constructor)
  Result(Error error) : state_(std::move(error)) {}  // NOLINT(google-explicit-constructor)

  bool has_value() const { return state_.index() == 0; }
  explicit operator bool() const { return has_value(); }

  T& operator*() & { return std::get<0>(state_); }
  const T& operator*() const& { return std::get<0>(state_); }
  T&& operator*() && { return std::get<0>(std::move(state_)); }
  T* operator->() { return &std::get<0>(state_); }
  const T* operator->() const { return &std::get<0>(state_); }
  const Error& error() const { return std::get<1>(state_); }

 private:
  std::variant<T, Error> state_;
};

template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::move(error)) {}  // NOLINT(google-explicit-constructor)

  bool has_value() const { return !error_.has_value(); }
  explicit operator bool() const { return has_value(); }
  const Error& error() const { return *error_; }

 private:
  std::optional<Error> error_;
};

}  // namespace npushare
