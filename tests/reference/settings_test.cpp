// docs/reference/configuration.md: every key of npushare.yaml.
#include "config/settings.hpp"
#include "config/changes.hpp"
#include "tests/support/reference_page.hpp"

namespace npushare::reference {
namespace {

using config::FieldValue;
using config::Settings;

/// With the sections that are not there by default.
Settings with_every_section() {
  Settings settings;
  settings.device_config_map.emplace();
  settings.leader_election.emplace();
  settings.tls.emplace();
  return settings;
}

std::string default_of(const std::string& plain, const std::string& in_section) {
  if (!plain.empty()) return code(plain);
  return in_section.empty() ? "none" : "none; " + code(in_section) + " within its section";
}

TEST(Reference, Settings) {
  Page page("configuration.md");
  const std::vector<FieldValue> plain = config::fields_of(Settings{});
  const std::vector<FieldValue> full = config::fields_of(with_every_section());
  std::vector<Row> rows;
  for (std::size_t k = 0; k < plain.size(); ++k)
    rows.push_back({code(plain[k].field), default_of(plain[k].value, full[k].value),
                    config::applies_live(plain[k].field) ? "at once" : "at the next start"});

  page.expect("settings", table_of({"key", "default", "a change applies", "it means"}, rows,
                                   page.part("settings")));
}

}  // namespace
}  // namespace npushare::reference
