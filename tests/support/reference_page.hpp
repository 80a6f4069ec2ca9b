/// Pages of docs/reference with parts that are made from the code.
///
/// Such a part stands between `<!-- made from the code: NAME -->` and `<!-- end: NAME -->`; the
/// rest of the page is written by people. A table's first columns are the code's, the ones behind
/// them people's, and those are kept row by row, by the first cell. A test fails while a page
/// differs; NPUSHARE_UPDATE_REFERENCE=1, set by tools/write-pages, writes it anew.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace npushare::reference {

class Page {
 public:
  explicit Page(const std::string& name)
      : path_(std::string(NPUSHARE_ROOT) + "/docs/reference/" + name), text_(all_of(path_)) {
    EXPECT_FALSE(text_.empty()) << path_;
  }

  /// The part as the page has it; nothing where the page does not name it.
  std::string part(const std::string& name) const {
    const Place place = place_of(name);
    if (place.begin == std::string::npos) return {};
    return text_.substr(place.begin, place.end - place.begin);
  }

  /// What stands before the part.
  std::string before(const std::string& name) const {
    return text_.substr(0, text_.find("<!-- made from the code: " + name + " -->"));
  }

  void expect(const std::string& name, const std::string& part) {
    const Place place = place_of(name);
    ASSERT_NE(place.begin, std::string::npos)
        << path_ << " has no part <!-- made from the code: " << name << " -->";
    if (std::getenv("NPUSHARE_UPDATE_REFERENCE") != nullptr) {
      text_.replace(place.begin, place.end - place.begin, part);
      std::ofstream(path_) << text_;
    }
    EXPECT_EQ(this->part(name), part) << path_ << " is stale: write it anew by tools/write-pages";
  }

 private:
  struct Place {
    std::size_t begin = std::string::npos;
    std::size_t end = std::string::npos;
  };

  static std::string all_of(const std::string& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  }
  Place place_of(const std::string& name) const {
    const std::string begin = "<!-- made from the code: " + name + " -->\n";
    const std::size_t at = text_.find(begin);
    if (at == std::string::npos) return {};
    const std::size_t end = text_.find("<!-- end: " + name + " -->", at);
    return {at + begin.size(), end};
  }

  std::string path_;
  std::string text_;
};

using Row = std::vector<std::string>;

inline std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  std::string cell;
  for (std::size_t at = 2; at < line.size(); ++at) {  // behind "| "
    const bool is_end = line.compare(at, 2, " |") == 0;
    if (is_end) {
      cells.push_back(std::move(cell));
      cell.clear();
      at += 2;
    } else {
      cell += line[at];
    }
  }
  return cells;
}

/// What people have written in a table, behind its first `made` columns: by the row's first cell.
inline std::map<std::string, Row> words_in(const std::string& table, std::size_t made) {
  std::map<std::string, Row> words;
  std::istringstream lines(table);
  for (std::string line; std::getline(lines, line);) {
    const Row cells = cells_of(line);
    if (cells.size() > made)
      words[cells.front()] = Row(cells.begin() + static_cast<std::ptrdiff_t>(made), cells.end());
  }
  return words;
}

inline std::string line_of(const Row& cells) {
  std::string line = "|";
  for (const std::string& cell : cells) line += " " + cell + " |";
  return line + "\n";
}

/// `head` names all columns. Rows have the made ones; what people wrote of them is put behind. A
/// row of which nobody has written is a failure.
inline std::string table_of(const Row& head, const std::vector<Row>& rows,
                            const std::string& before) {
  const std::size_t made = rows.front().size();
  const std::map<std::string, Row> words = words_in(before, made);
  std::string table = line_of(head) + line_of(Row(head.size(), "---"));
  for (Row row : rows) {
    const auto known = words.find(row.front());
    for (std::size_t k = made; k < head.size(); ++k) {
      const bool is_there = known != words.end() && known->second.size() > k - made;
      row.push_back(is_there ? known->second[k - made] : "?");
      EXPECT_NE(row.back(), "?") << "say in the table: " << row.front() << ", " << head[k];
    }
    table += line_of(row);
  }
  return table;
}

inline std::string code(const std::string& word) {
  return "`" + word + "`";
}

}  // namespace npushare::reference
