/// A page of metrics, read back line by line as Prometheus reads it.
///
/// What Prometheus would refuse or warn of stands in `complaints`: a series twice, samples of a
/// family apart from one another, a family without HELP or TYPE or with two of them, a value that
/// is no number.
#pragma once

#include <charconv>
#include <cmath>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace npushare::metrics_test {

class ReadPage {
 public:
  explicit ReadPage(const std::string& text) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) read(line);
    if (!text.empty() && text.back() != '\n') complaints.push_back("the last line has no end");
  }

  /// `name{labels}` or the name alone; NaN when there is no such series.
  double value(const std::string& series) const {
    const auto known = samples.find(series);
    return known == samples.end() ? std::nan("") : known->second;
  }
  bool has(const std::string& series) const { return samples.contains(series); }

  /// Of all series whose names begin so.
  double sum(const std::string& prefix) const {
    double total = 0;
    for (auto at = samples.lower_bound(prefix);
         at != samples.end() && at->first.starts_with(prefix); ++at)
      total += at->second;
    return total;
  }
  std::size_t count(const std::string& prefix) const {
    std::size_t found = 0;
    for (auto at = samples.lower_bound(prefix);
         at != samples.end() && at->first.starts_with(prefix); ++at)
      ++found;
    return found;
  }

  std::map<std::string, double> samples;
  std::set<std::string> families;
  std::vector<std::string> complaints;

 private:
  void read(const std::string& line) {
    if (line.starts_with("# HELP ")) return note(helped_, "HELP", line);
    if (line.starts_with("# TYPE ")) return begin(line);
    const std::size_t end = line.rfind(' ');
    if (end == std::string::npos || end == 0) return complaints.push_back("no sample: " + line);
    const std::string series = line.substr(0, end);
    const std::string name = series.substr(0, series.find('{'));
    if (!name.starts_with(family_)) complaints.push_back("not of the family begun last: " + line);
    if (!samples.emplace(series, number(line.substr(end + 1), line)).second)
      complaints.push_back("twice: " + series);
  }

  double number(const std::string& text, const std::string& line) {
    double value = 0;
    const auto done = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool is_number = done.ptr == text.data() + text.size() && !std::isnan(value);
    if (!is_number && text != "+Inf") complaints.push_back("no number: " + line);
    return value;
  }

  void note(std::set<std::string>& seen, const std::string& what, const std::string& line) {
    const std::string name = line.substr(7, line.find(' ', 7) - 7);
    if (!seen.insert(name).second) complaints.push_back(what + " twice: " + name);
  }

  void begin(const std::string& line) {
    note(families, "TYPE", line);
    family_ = line.substr(7, line.find(' ', 7) - 7);
    if (!helped_.contains(family_)) complaints.push_back("no HELP: " + family_);
  }

  std::set<std::string> helped_;
  std::string family_;
};

}  // namespace npushare::metrics_test
