// docs/reference/metrics.md: every family of a page, as the code declares it.
#include <set>

#include "scheduler/verbs/quotas.hpp"
#include "tests/support/metrics_desk.hpp"
#include "tests/support/reference_page.hpp"

namespace npushare::reference {
namespace {

struct Declared {
  std::string type;
  std::string help;
};

std::map<std::string, Declared> families_in(const std::string& page) {
  std::map<std::string, Declared> families;
  std::istringstream lines(page);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("# ")) continue;
    const std::size_t end = line.find(' ', 7);
    Declared& family = families[line.substr(7, end - 7)];
    (line.starts_with("# HELP ") ? family.help : family.type) = line.substr(end + 1);
  }
  return families;
}

std::string table_with(const std::string& prefix, const std::map<std::string, Declared>& families) {
  std::vector<Row> rows;
  for (const auto& [name, family] : families)
    if (name.starts_with(prefix)) rows.push_back({code(name), family.type, family.help});
  return table_of({"family", "type", "help"}, rows, "");
}

/// A desk on which every family has something to say.
std::map<std::string, Declared> all_families() {
  metrics_test::MetricsDesk desk;
  desk.world.node("h1", Mode::kHard, {"A"}).running(verbs_test::a_hard_pod("p", "3072"), "h1");
  desk.sightings[NodeName{"h1"}] = {.lock = "", .reported = observe::Clock::Monotonic{}};
  desk.meters.called({.verb = "GET", .status = 200});
  desk.sources.leaks = [] { return metrics::LeakState{.claims = {{"k", 1}}, .repairs = {}}; };
  desk.certificate_end = observe::Clock::Wall{};
  verbs::Quotas quotas(desk.world.book, desk.world.rules);
  desk.sources.quotas = &quotas;
  return families_in(desk.text());
}

/// The families that people have written of.
std::set<std::string> described_in(const std::string& text) {
  std::set<std::string> names;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("| `npushare_")) names.insert(line.substr(3, line.find('`', 3) - 3));
  return names;
}

TEST(Reference, Metrics) {
  Page("metrics.md").expect("families", table_with("npushare_", all_families()));
}

TEST(Reference, MetricsAreAllDescribed) {
  const std::string text = Page("metrics.md").before("families");
  std::set<std::string> declared;
  for (const auto& [name, family] : all_families())
    if (name.starts_with("npushare_")) declared.insert(name);

  EXPECT_EQ(described_in(text), declared);
}

}  // namespace
}  // namespace npushare::reference
