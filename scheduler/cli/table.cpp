#include "scheduler/cli/table.hpp"

#include <algorithm>
#include <numeric>

namespace npushare::cli {
namespace {

constexpr std::size_t kGap = 2;
constexpr std::size_t kNarrowest = 8;

/// The widest column that may still give way, or the number of columns.
std::size_t next_to_shrink(const std::vector<Column>& columns,
                           const std::vector<std::size_t>& widths) {
  std::size_t widest = columns.size();
  for (std::size_t at = 0; at < columns.size(); ++at) {
    if (columns[at].squeeze == Squeeze::kNever || widths[at] <= kNarrowest) continue;
    if (widest == columns.size() || widths[at] > widths[widest]) widest = at;
  }
  return widest;
}

void trim_right(std::string& text) {
  const std::size_t last = text.find_last_not_of(' ');
  text.resize(last == std::string::npos ? 0 : last + 1);
}

}  // namespace

void Table::add(std::vector<Cell> row) {
  row.resize(columns_.size());
  rows_.push_back(std::move(row));
}

std::vector<std::size_t> Table::widths(std::size_t room) const {
  std::vector<std::size_t> widths;
  for (std::size_t at = 0; at < columns_.size(); ++at) {
    std::size_t widest = columns_of(columns_[at].title);
    for (const std::vector<Cell>& row : rows_) widest = std::max(widest, columns_of(row[at].text));
    widths.push_back(widest);
  }
  std::size_t total =
      std::accumulate(widths.begin(), widths.end(), indent_ + kGap * (columns_.size() - 1));
  while (total > room) {
    const std::size_t at = next_to_shrink(columns_, widths);
    if (at == columns_.size()) break;
    --widths[at];
    --total;
  }
  return widths;
}

std::string Table::line(const std::vector<Cell>& cells, const std::vector<std::size_t>& widths,
                        const Style& style) const {
  std::string out(indent_, ' ');
  for (std::size_t at = 0; at < cells.size(); ++at) {
    const std::string text = fitted(cells[at].text, widths[at], columns_[at].align);
    // The spaces stay outside of the paint, so that a line can lose those at its end.
    const std::size_t first = std::min(text.find_first_not_of(' '), text.size());
    const std::size_t end = text.find_last_not_of(' ') + 1;
    if (at > 0) out.append(kGap, ' ');
    out += text.substr(0, first);
    if (first < end) out += style.paint(cells[at].tone, text.substr(first, end - first));
    if (first < end) out += text.substr(end);
  }
  trim_right(out);
  return out + '\n';
}

std::string Table::draw(const Canvas& canvas) const {
  if (rows_.empty()) return {};
  const std::vector<std::size_t> columns = widths(canvas.columns);
  std::vector<Cell> titles;
  for (const Column& column : columns_) titles.push_back({column.title, Tone::kQuiet});
  std::string out = line(titles, columns, canvas.style);
  for (const std::vector<Cell>& row : rows_) out += line(row, columns, canvas.style);
  return out;
}

}  // namespace npushare::cli
