/// Rows under headings, aligned, inside a given width.
///
/// A column is as wide as its widest cell. When the row would not fit, the columns that may give
/// way are cut, widest first, and show an ellipsis. Threads: a plain value.
#pragma once

#include <string>
#include <vector>

#include "scheduler/cli/style.hpp"
#include "scheduler/cli/text.hpp"

namespace npushare::cli {

enum class Squeeze { kNever, kMayShrink };

struct Column {
  std::string title;
  Align align = Align::kLeft;
  Squeeze squeeze = Squeeze::kNever;
};

struct Cell {
  std::string text;
  Tone tone = Tone::kPlain;
};

class Table {
 public:
  Table(std::vector<Column> columns, std::size_t indent)
      : columns_(std::move(columns)), indent_(indent) {}

  /// A row shorter than the headings is filled with empty cells, a longer one is cut.
  void add(std::vector<Cell> row);
  bool empty() const { return rows_.empty(); }

  /// Headings and rows, a newline after each, no spaces at line ends. Nothing when there are no
  /// rows.
  std::string draw(const Canvas& canvas) const;

 private:
  std::vector<std::size_t> widths(std::size_t room) const;
  std::string line(const std::vector<Cell>& cells, const std::vector<std::size_t>& widths,
                   const Style& style) const;

  std::vector<Column> columns_;
  std::vector<std::vector<Cell>> rows_;
  std::size_t indent_;
};

}  // namespace npushare::cli
