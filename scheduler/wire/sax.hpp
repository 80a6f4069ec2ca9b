/// JSON bytes as a stream of events, of which a sink may skip whole values.
///
/// Shape:   one pass, no copy, no document tree. Of a skipped value only the end is looked for:
///          brackets and strings must close, what stands between them is not checked.
/// Units:   offsets in bytes from the start of the text.
/// Errors:  kInvalid with the offset, or what the sink refused.
/// Threads: none shared.
/// Source:  RFC 8259, but strings need not be well-formed UTF-8; containers nest at most 128 deep.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "accounting/result.hpp"

namespace npushare::wire {

/// What to do with the value of a member.
enum class Next : std::uint8_t { kRead, kSkip, kStop };

/// Receives what was not skipped. A key lives until its value is complete, any other text during
/// the call. `false` and kStop end the walk with the error given to refuse().
class SaxSink {
 public:
  SaxSink() = default;
  SaxSink(const SaxSink&) = delete;
  SaxSink& operator=(const SaxSink&) = delete;
  virtual ~SaxSink() = default;

  virtual Next key(std::string_view name) = 0;
  virtual bool start_object(std::size_t offset) = 0;  // of its '{'
  virtual bool end_object(std::size_t offset) = 0;    // of the byte after its '}'
  virtual bool start_array() = 0;
  virtual bool end_array() = 0;
  virtual bool text(std::string_view value) = 0;
  virtual bool number(std::string_view digits) = 0;  // as written
  virtual bool boolean(bool value) = 0;
  virtual bool null() = 0;
  /// A value that key() wanted skipped, as it stands in the text.
  virtual void skipped(std::string_view) {}

  const std::optional<Error>& refusal() const { return refusal_; }

 protected:
  bool refuse(std::string message) {
    refusal_ = Error{ErrorCode::kInvalid, std::move(message)};
    return false;
  }

 private:
  std::optional<Error> refusal_;
};

/// Walks the JSON value that `text` starts with and returns the offset of the byte after it.
Result<std::size_t> walk_json(std::string_view text, SaxSink& sink);

/// kInvalid unless only white space stands from `offset` on.
Result<> expect_end(std::string_view text, std::size_t offset);

}  // namespace npushare::wire
