/// Every row of the chip table: built in, and as the node plugin's manifest gives it.
#include <gtest/gtest.h>

#include <algorithm>

#include "config/device_config.hpp"
#include "config/publication.hpp"
#include "tests/support/config_files.hpp"

namespace npushare::config {
namespace {

struct Row {
  const char* chip;
  const char* name;
  std::int64_t allocatable;
  std::int64_t capacity;
  std::int64_t cores;
  std::int64_t cpus;
  std::int64_t slots;
  std::vector<Template> templates;
};

Template part(const char* name, std::int64_t memory, std::int64_t cores, std::int64_t cpus) {
  return {name, MiB{memory}, Cores{cores}, Cpus{cpus}};
}

class ChipTable : public testing::TestWithParam<Row> {};

void expect_row(const Catalogue& catalogue, const Row& row) {
  const ChipModel* model = catalogue.find(ModelName(row.name));
  ASSERT_NE(model, nullptr);
  const std::string resource = std::string("huawei.com/") + row.name;
  EXPECT_EQ(model->chip_name, row.chip);
  EXPECT_EQ(model->count_resource, resource);
  EXPECT_EQ(model->memory_resource, resource + "-memory");
  EXPECT_EQ(model->core_resource, resource + "-core");
  EXPECT_EQ(model->allocatable, MiB{row.allocatable});
  EXPECT_EQ(model->capacity, MiB{row.capacity});
  EXPECT_EQ(model->memory_factor, 1);
  EXPECT_EQ(model->ai_cores, Cores{row.cores});
  EXPECT_EQ(model->ai_cpus, Cpus{row.cpus});
  EXPECT_EQ(model->templates, row.templates);
  EXPECT_EQ(published_slots(*model, 0), row.slots);
}

TEST_P(ChipTable, IsBuiltIn) {
  expect_row(built_in_catalogue(), GetParam());
  EXPECT_EQ(built_in_catalogue().models.size(), 7U);
  EXPECT_FALSE(built_in_catalogue().soft_by_default);
}

TEST_P(ChipTable, LoadsFromTheManifest) {
  const auto read =
      read_device_config(testing_support::config_fixture("device-configmap.yaml"), "cm.yaml");

  ASSERT_TRUE(read) << read.error().message;
  expect_row(*read, GetParam());
  EXPECT_EQ(read->models, built_in_catalogue().models);
  EXPECT_EQ(read->soft_by_default, built_in_catalogue().soft_by_default);
}

INSTANTIATE_TEST_SUITE_P(
    Rows, ChipTable,
    testing::Values(Row{"910A",
                        "Ascend910A",
                        32768,
                        32768,
                        30,
                        0,
                        15,
                        {part("vir02", 2184, 2, 0), part("vir04", 4369, 4, 0),
                         part("vir08", 8738, 8, 0), part("vir16", 17476, 16, 0)}},
                    Row{"910B2",
                        "Ascend910B2",
                        65536,
                        65536,
                        24,
                        6,
                        8,
                        {part("vir03_1c_8g", 8192, 3, 1), part("vir06_1c_16g", 16384, 6, 1),
                         part("vir12_3c_32g", 32768, 12, 3)}},
                    Row{"910B3",
                        "Ascend910B3",
                        65536,
                        65536,
                        20,
                        7,
                        4,
                        {part("vir05_1c_16g", 16384, 5, 1), part("vir10_3c_32g", 32768, 10, 3)}},
                    Row{"910B4-1",
                        "Ascend910B4-1",
                        65536,
                        65536,
                        20,
                        7,
                        4,
                        {part("vir05_1c_16g", 16384, 5, 1), part("vir10_3c_32g", 32768, 10, 3)}},
                    Row{"910B4",
                        "Ascend910B4",
                        32768,
                        32768,
                        20,
                        7,
                        4,
                        {part("vir05_1c_8g", 8192, 5, 1), part("vir10_3c_16g", 16384, 10, 3)}},
                    Row{"310P3",
                        "Ascend310P",
                        21527,
                        24576,
                        8,
                        7,
                        7,
                        {part("vir01", 3072, 1, 1), part("vir02", 6144, 2, 2),
                         part("vir04", 12288, 4, 4)}},
                    Row{"Ascend910",
                        "Ascend910C",
                        65536,
                        65536,
                        20,
                        7,
                        4,
                        {part("vir05_1c_16g", 16384, 5, 1), part("vir10_3c_32g", 32768, 10, 3)}}),
    [](const auto& row) {
      std::string name = row.param.name;
      std::ranges::replace(name, '-', '_');
      return name;
    });

}  // namespace
}  // namespace npushare::config
