// The layout of device lists that Volcano's own deviceshare can read: spec/volcano-deviceshare.md
// 8.1, 8.3.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "scheduler/backends/grant_writer.hpp"
#include "tests/support/backends_builders.hpp"

namespace npushare::backends {
namespace {

using namespace backends_test;

/// A pod of so many containers, of which these hold a chip of their own.
struct Case {
  const char* name;
  std::vector<ContainerKind> containers;
  std::vector<std::uint16_t> served;
  const char* hami;
  const char* volcano;
};

Allocation allocation_of(const Case& row) {
  Allocation allocation{.node = NodeName{"n1"}, .holder = std::make_shared<const Holder>()};
  for (std::size_t i = 0; i < row.containers.size(); ++i)
    allocation.containers.push_back({"c" + std::to_string(i), row.containers[i]});
  for (const std::uint16_t container : row.served)
    allocation.grants.push_back({.container = container,
                                 .chip = ChipUuid{"U" + std::to_string(container)},
                                 .model = k310P,
                                 .quota = {MiB{1000}, Cores{0}},
                                 .mode = Mode::kSoft});
  return allocation;
}

class VolcanoSegments : public testing::TestWithParam<Case> {};

TEST_P(VolcanoSegments, LeaveOutContainersWithoutChips) {
  const Case& row = GetParam();
  const Allocation allocation = allocation_of(row);

  for (const char* key :
       {"hami.io/Ascend310P-devices-to-allocate", "hami.io/Ascend310P-devices-allocated"}) {
    EXPECT_EQ(grant_annotations(allocation, 1, Segments::kEveryContainer).at(key), row.hami);
    EXPECT_EQ(grant_annotations(allocation, 1, Segments::kServedContainers).at(key), row.volcano);
  }
}

constexpr ContainerKind kApp = ContainerKind::kApp;

INSTANTIATE_TEST_SUITE_P(
    Pods, VolcanoSegments,
    testing::Values(
        Case{"one_container", {kApp}, {0}, "U0,Ascend310P,1000,0:;", "U0,Ascend310P,1000,0:;"},
        Case{"sidecar_first",
             {kApp, kApp},
             {1},
             ";U1,Ascend310P,1000,0:;",
             "U1,Ascend310P,1000,0:;"},
        Case{"gap",
             {kApp, kApp, kApp},
             {0, 2},
             "U0,Ascend310P,1000,0:;;U2,Ascend310P,1000,0:;",
             "U0,Ascend310P,1000,0:;U2,Ascend310P,1000,0:;"},
        Case{"init_served",
             {ContainerKind::kInit, kApp, kApp},
             {0, 2},
             "U0,Ascend310P,1000,0:;;U2,Ascend310P,1000,0:;",
             "U0,Ascend310P,1000,0:;;U2,Ascend310P,1000,0:;"}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(VolcanoSegments, AreReadBackToTheContainersTheyWereWrittenFor) {
  wire::Pod pod = a_pod().soft().app().app(asks("1", "1000"));
  pod.node = NodeName{"n1"};
  const Case row{"", {kApp, kApp}, {1}, "", ""};
  for (const auto& [key, value] :
       grant_annotations(allocation_of(row), 1, Segments::kServedContainers))
    pod.annotations[key] = value;

  const auto read = a_dialect().read_allocation(pod);

  ASSERT_TRUE(read && *read);
  ASSERT_EQ((*read)->grants.size(), 1U);
  EXPECT_EQ((*read)->grants.front().container, 1);
}

}  // namespace
}  // namespace npushare::backends
