#include "scheduler/wire/sax.hpp"

#include "scheduler/wire/scan.hpp"

namespace npushare::wire {
namespace {

/// Recursion is bounded by kMaxDepth.
class Walker {
 public:
  Walker(std::string_view text, SaxSink& sink) : scan_(text), sink_(sink) {}

  bool value() {
    switch (scan_.peek()) {
      case '{': return object();
      case '[': return array();
      case '"': return string();
      case 't': return scan_.take_word("true") ? sink_.boolean(true) : expected();
      case 'f': return scan_.take_word("false") ? sink_.boolean(false) : expected();
      case 'n': return scan_.take_word("null") ? sink_.null() : expected();
      default: return number();
    }
  }

  std::size_t offset() const { return scan_.offset(); }
  Error error() const { return sink_.refusal() ? *sink_.refusal() : scan_.error(); }

 private:
  bool expected() { return scan_.fail("a value is expected"); }

  bool enter() {
    if (++depth_ <= kMaxDepth) return true;
    return scan_.fail("JSON nests deeper than 128");
  }

  bool object() {
    if (!enter() || !sink_.start_object(scan_.offset())) return false;
    scan_.take('{');
    if (!scan_.take('}')) {
      do {
        if (!member()) return false;
      } while (scan_.take(','));
      if (!scan_.take('}')) return scan_.fail("',' or '}' is expected");
    }
    --depth_;
    return sink_.end_object(scan_.offset());
  }

  bool member() {
    const std::optional<Quoted> quoted = scan_.string();
    if (!quoted) return false;
    const std::optional<std::string_view> name = scan_.decode(*quoted, name_);
    if (!name) return false;
    if (!scan_.take(':')) return scan_.fail("':' is expected");
    switch (sink_.key(*name)) {
      case Next::kRead: return value();
      case Next::kSkip: return skip();
      case Next::kStop: return false;
    }
    return false;
  }

  bool skip() {
    const std::optional<std::string_view> value = scan_.skip_value(depth_);
    if (value) sink_.skipped(*value);
    return value.has_value();
  }

  bool array() {
    if (!enter() || !sink_.start_array()) return false;
    scan_.take('[');
    if (!scan_.take(']')) {
      do {
        if (!value()) return false;
      } while (scan_.take(','));
      if (!scan_.take(']')) return scan_.fail("',' or ']' is expected");
    }
    --depth_;
    return sink_.end_array();
  }

  bool string() {
    const std::optional<Quoted> quoted = scan_.string();
    if (!quoted) return false;
    const std::optional<std::string_view> text = scan_.decode(*quoted, text_);
    return text && sink_.text(*text);
  }

  bool number() {
    const std::optional<std::string_view> digits = scan_.number();
    return digits && sink_.number(*digits);
  }

  Scanner scan_;
  SaxSink& sink_;
  std::size_t depth_ = 0;
  std::string name_;  // the last key and the last text that had escapes
  std::string text_;
};

}  // namespace

Result<std::size_t> walk_json(std::string_view text, SaxSink& sink) {
  Walker walker(text, sink);
  if (!walker.value()) return walker.error();
  return walker.offset();
}

Result<> expect_end(std::string_view text, std::size_t offset) {
  const std::size_t rest = text.find_first_not_of(" \t\r\n", offset);
  if (rest == std::string_view::npos) return {};
  return Error{ErrorCode::kInvalid,
               "something follows the JSON value at offset " + std::to_string(rest)};
}

}  // namespace npushare::wire
