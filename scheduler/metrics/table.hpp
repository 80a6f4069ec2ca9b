/// Families whose samples come with the same labels: one row a chip, say, and one column a family.
///
/// The text format wants a family's samples together, while the books give a chip's values
/// together: so rows come in and columns go out, each label text made once. Shape:   a row whose
/// labels cannot be written is left out and counted; a value that is no number
///          is left out.
/// Size:    its labels and eight bytes a value.
/// Threads: one.
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "scheduler/metrics/page_writer.hpp"

namespace npushare::metrics {

class Table {
 public:
  static constexpr double kAbsent = std::numeric_limits<double>::quiet_NaN();

  /// The families must outlive this.
  explicit Table(std::span<const Family> columns) : columns_(columns) {}

  /// One value a column.
  void add(const Labels& labels, std::span<const double> values);

  std::size_t rows() const { return ends_.size(); }
  std::size_t skipped() const { return skipped_; }

  /// Goes on where it stopped, until `out` holds about `enough` bytes. False: nothing is left.
  bool write(std::string& out, std::size_t enough);

 private:
  std::string_view labels_of(std::size_t row) const;

  std::span<const Family> columns_;
  std::string labels_;  // of all rows
  std::vector<std::size_t> ends_;
  std::vector<double> values_;  // row by row
  std::size_t skipped_ = 0;
  std::size_t column_ = 0;  // where write() goes on
  std::size_t row_ = 0;
};

}  // namespace npushare::metrics
