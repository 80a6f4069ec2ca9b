/// Metric families as text, one after another.
///
/// Shape:   a family's HELP and TYPE, then all its samples: `name{labels} value`.
/// Units:   values as they are; whole numbers without an exponent. A value that is no number must
/// not
///          be written.
/// Threads: one.
/// Source:  Prometheus exposition format 0.0.4.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "scheduler/metrics/labels.hpp"

namespace npushare::metrics {

enum class Kind : std::uint8_t { kGauge, kCounter };

/// What all samples of a name have in common. The texts live as long as the program.
struct Family {
  Kind kind = Kind::kGauge;
  std::string_view name;
  std::string_view help;  // one line, without backslashes
};

class PageWriter {
 public:
  /// Appends to `out`, which must outlive this.
  explicit PageWriter(std::string& out) : out_(out) {}

  void begin(const Family& family);
  /// More samples of a family whose begin is in an earlier piece of the page.
  void go_on(const Family& family) { name_ = family.name; }
  /// Of the family begun last.
  void sample(std::string_view labels, double value);

  /// A family with one sample and no labels.
  void one(const Family& family, double value) {
    begin(family);
    sample({}, value);
  }

 private:
  std::string& out_;
  std::string_view name_;
};

}  // namespace npushare::metrics
