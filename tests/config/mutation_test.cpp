/// Valid files with random damage: each reader gives a value or kInvalid with a line, and never
/// crashes.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <regex>

#include "config/check.hpp"
#include "config/cluster_file.hpp"
#include "config/device_config.hpp"
#include "config/node_config.hpp"
#include "config/settings.hpp"
#include "config/volcano_conf.hpp"
#include "config/yaml_json.hpp"
#include "tests/support/config_files.hpp"

namespace npushare::config {
namespace {

using testing_support::config_fixture;
using testing_support::example_file;

const std::vector<std::string>& pieces() {
  static const std::vector<std::string> all = {
      ":",  "- ",  "\n", "  ", "[",    "]",  "{",   "}",      "&a ",   "*a",       "<<: ", "|\n",
      "'",  "\"",  "#",  "~",  "-1",   "0",  "1e3", "!!int ", "? ",    "---\n",    "\t",   "\xFF",
      "\r", "9e9", ",",  "x",  "null", "on", "%",   "@",      "...\n", "\xC3\xA9", ">\n",  "\\"};
  return all;
}

/// Cuts, doubles, or replaces a random stretch a few times.
std::string damaged(std::string text) {
  const int edits = *rc::gen::inRange(1, 6);
  for (int k = 0; k < edits; ++k) {
    const std::size_t at = *rc::gen::inRange<std::size_t>(0, text.size() + 1);
    const std::size_t length = *rc::gen::inRange<std::size_t>(0, 24);
    const std::string cut = text.substr(at, length);
    switch (*rc::gen::inRange(0, 3)) {
      case 0: text.erase(at, length); break;
      case 1: text.insert(at, cut + cut); break;
      case 2: text.replace(at, cut.size(), *rc::gen::elementOf(pieces())); break;
    }
  }
  return text;
}

template <class T>
void expect_value_or_line(const Result<T>& result) {
  if (result) return;
  RC_ASSERT(result.error().code == ErrorCode::kInvalid);
  static const std::regex place("^f\\.yaml:[1-9][0-9]*: ");
  RC_ASSERT(std::regex_search(result.error().message, place));
}

void read_all(const std::string& text) {
  expect_value_or_line(read_device_config(text, "f.yaml"));
  expect_value_or_line(read_node_config(text, "f.yaml"));
  expect_value_or_line(read_cluster_file(text, "f.yaml"));
  expect_value_or_line(read_settings(text, "f.yaml"));
  expect_value_or_line(read_volcano_conf(text, "f.yaml"));
  expect_value_or_line(yaml_to_json(text, "f.yaml"));
  for (const Finding& finding : check_file(text, "f.yaml")) RC_ASSERT(finding.line > 0);
}

void survives_damage(const std::string& text) {
  ASSERT_TRUE(rc::check("damaged", [&text] { read_all(damaged(text)); }));
}

TEST(Mutation, OfADeviceConfigIsAValueOrAnError) {
  survives_damage(example_file("device-config.yaml"));
}

TEST(Mutation, OfAConfigMapIsAValueOrAnError) {
  survives_damage(config_fixture("device-configmap.yaml"));
}

TEST(Mutation, OfANodeConfigIsAValueOrAnError) {
  survives_damage(example_file("node-config.yaml"));
}

TEST(Mutation, OfAClusterIsAValueOrAnError) {
  survives_damage(config_fixture("cluster.yaml"));
}

TEST(Mutation, OfSettingsIsAValueOrAnError) {
  survives_damage(example_file("npushare.yaml"));
}

TEST(Mutation, OfASchedulerConfigurationIsAValueOrAnError) {
  survives_damage(config_fixture("kube-scheduler.yaml"));
}

TEST(Mutation, OfAVolcanoConfigurationIsAValueOrAnError) {
  survives_damage(config_fixture("volcano-allocator.conf"));
  survives_damage(config_fixture("volcano-lab13.yaml"));
}

// Whatever is read is fit for the books: no chip or template is free of charge or larger than its
// chip.
TEST(Mutation, OfADeviceConfigNeverGivesAFreeTemplate) {
  const std::string text = example_file("device-config.yaml");
  ASSERT_TRUE(rc::check("sound", [&text] {
    const Result<Catalogue> catalogue = read_device_config(damaged(text), "f.yaml");
    RC_PRE(catalogue.has_value());
    for (const ChipModel& model : catalogue->models) {
      RC_ASSERT(model.allocatable > MiB{0});
      RC_ASSERT(model.allocatable <= model.capacity);
      RC_ASSERT(model.memory_factor >= 1);
      MiB below{0};
      for (const Template& split : model.templates) {
        RC_ASSERT(split.memory > below);
        RC_ASSERT(split.memory < model.allocatable);
        RC_ASSERT(split.cores > Cores{0});
        below = split.memory;
      }
    }
  }));
}

}  // namespace
}  // namespace npushare::config
