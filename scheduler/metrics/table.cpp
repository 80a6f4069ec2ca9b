#include "scheduler/metrics/table.hpp"

#include <cmath>

namespace npushare::metrics {

void Table::add(const Labels& labels, std::span<const double> values) {
  if (!labels.is_sound()) {
    ++skipped_;
    return;
  }
  labels_ += labels.text();
  ends_.push_back(labels_.size());
  values_.insert(values_.end(), values.begin(), values.end());
}

std::string_view Table::labels_of(std::size_t row) const {
  const std::size_t begin = row == 0 ? 0 : ends_[row - 1];
  return std::string_view(labels_).substr(begin, ends_[row] - begin);
}

bool Table::write(std::string& out, std::size_t enough) {
  PageWriter page(out);
  while (column_ < columns_.size() && rows() > 0) {
    if (row_ == 0) {
      page.begin(columns_[column_]);
    } else {
      page.go_on(columns_[column_]);
    }
    do {
      const double value = values_[row_ * columns_.size() + column_];
      if (!std::isnan(value)) page.sample(labels_of(row_), value);
    } while (++row_ < rows() && out.size() < enough);
    if (row_ < rows()) return true;
    row_ = 0;
    ++column_;
  }
  return false;
}

}  // namespace npushare::metrics
