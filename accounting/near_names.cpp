#include "accounting/near_names.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace npushare {

// One row of the Levenshtein table at a time.
std::size_t edits_between(std::string_view a, std::string_view b, std::size_t limit) {
  const std::size_t lengths_apart = a.size() < b.size() ? b.size() - a.size() : a.size() - b.size();
  if (lengths_apart > limit) return limit + 1;

  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return std::min(row[b.size()], limit + 1);
}

}  // namespace npushare
