/// The labels of one sample, as they stand between braces.
///
/// Shape:   `node="n1",device_uuid="A"`, in the order they were added; backslash, quote and line
/// end
///          are escaped.
/// Errors:  a value that is not UTF-8 cannot be written: is_sound() is false from then on, and the
///          sample must be left out, since Prometheus refuses a whole page for it.
/// Threads: a plain value.
/// Source:  Prometheus exposition format 0.0.4.
#pragma once

#include <string>
#include <string_view>

namespace npushare::metrics {

class Labels {
 public:
  /// `name` is one of ours: lower case letters and underscores.
  Labels& add(std::string_view name, std::string_view value);
  void clear();

  const std::string& text() const { return text_; }
  bool is_sound() const { return is_sound_; }

 private:
  std::string text_;
  bool is_sound_ = true;
};

}  // namespace npushare::metrics
