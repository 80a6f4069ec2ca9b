#include "scheduler/backends/allocation_reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/backends_builders.hpp"

namespace npushare::backends {
namespace {

using namespace backends_test;
using testing::ElementsAre;
using testing::HasSubstr;

const std::string kAllocated = "hami.io/Ascend310P-devices-allocated";
const std::string kToAllocate = "hami.io/Ascend310P-devices-to-allocate";
const std::string kRuntime = "huawei.com/Ascend310P";

std::vector<Grant> grants_of(const wire::Pod& pod) {
  const Result<std::optional<Allocation>> read = a_dialect().read_allocation(pod);
  EXPECT_TRUE(read) << read.error().message;
  return read && *read ? (*read)->grants : std::vector<Grant>{};
}

std::vector<int> containers_of_grants(const wire::Pod& pod) {
  std::vector<int> containers;
  for (const Grant& grant : grants_of(pod)) containers.push_back(grant.container);
  return containers;
}

TEST(AllocationReader, BelievesOnlyBoundPods) {  // volcano-V-74
  const PodBuilder pod =
      a_pod().soft().app(asks("1", "15000")).with(kAllocated, "U1,Ascend310P,15000,0:;");

  EXPECT_EQ(*a_dialect().read_allocation(pod), std::nullopt);
  EXPECT_EQ(grants_of(PodBuilder(pod).on("n1")).size(), 1U);
}

TEST(AllocationReader, FindsNothingInAPodWithoutOurKeys) {
  EXPECT_EQ(*a_dialect().read_allocation(a_pod().on("n1").app(asks("1"))), std::nullopt);
  EXPECT_EQ(*a_dialect().read_allocation(
                a_pod().on("n1").app().with(kAllocated, ";;").with(kRuntime, "null")),
            std::nullopt);
}

TEST(AllocationReader, RefusesTheAnnotationsOfAnotherNode) {
  const PodBuilder pod = a_pod().on("n1").app(asks("1")).with(kAllocated, "A,Ascend310P,3072,0:;");

  EXPECT_TRUE(a_dialect().read_allocation(PodBuilder(pod).with("hami.io/vgpu-node", "n1")));
  const auto other = a_dialect().read_allocation(PodBuilder(pod).with("hami.io/vgpu-node", "n2"));
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().code, ErrorCode::kInvalid);
  EXPECT_THAT(other.error().message, HasSubstr("hami.io/vgpu-node"));
}

// case-C53, hami F15, volcano-V-85 to volcano-V-87: nothing of a malformed list is charged.
TEST(AllocationReader, ChargesNothingOfAMalformedList) {
  for (const std::string text :
       {"A,Ascend310P:;", "A:;", "invalid format", "A,Ascend310P,-20000,0:;", "A,Ascend310P,0,0:;",
        "A,Ascend310P,3072,0:;B,T,1", "A,Ascend310P,8Gi,0:;"}) {
    const auto read = a_dialect().read_allocation(
        a_pod().on("n1").app(asks("1")).app(asks("1")).with(kAllocated, text));
    ASSERT_FALSE(read) << text;
    EXPECT_EQ(read.error().code, ErrorCode::kInvalid);
    EXPECT_THAT(read.error().message, HasSubstr(kAllocated));
  }
}

TEST(AllocationReader, ToleratesWhatIsClear) {  // case-C53
  for (const std::string text :
       {"A,Ascend310P,6144,0", "A,Ascend310P,6144,0:;;;;", "A,Ascend310P,6144,0,extra:;"}) {
    EXPECT_EQ(grants_of(a_pod().on("n1").app(asks("1")).with(kAllocated, text)).size(), 1U) << text;
  }
  EXPECT_TRUE(grants_of(a_pod().on("n1").app().with(kAllocated, "::;")).empty());
  EXPECT_TRUE(
      grants_of(a_pod().on("n1").app().with(kAllocated, std::string(1U << 20, ';'))).empty());
}

TEST(AllocationReader, NumbersContainersAsHamiDoes) {  // volcano-V-88, volcano-V-89, case-C59
  EXPECT_THAT(containers_of_grants(a_pod().on("n1").app(asks("1")).app(asks("1")).with(
                  kAllocated, "u1,T,1,2:;u2,T,3,4:;")),
              ElementsAre(0, 1));
  EXPECT_THAT(containers_of_grants(a_pod().on("n1").sidecar().app(asks("1")).with(
                  kAllocated, ";U1,Ascend310P,8192,0:;")),
              ElementsAre(1));
  EXPECT_THAT(
      containers_of_grants(a_pod().on("n1").init().init(asks("1")).app().app(asks("1")).with(
          kAllocated, ";X,Ascend310P,3072,10:;;Y,Ascend310P,6144,20:;")),
      ElementsAre(1, 3));
}

TEST(AllocationReader, NumbersContainersAsVolcanoDoes) {
  const wire::Pod sidecar_first =
      a_pod().on("n1").sidecar().app(asks("1")).with(kAllocated, "U,Ascend310P,8192,0:;");
  const wire::Pod gaps =
      a_pod().on("n1").init(asks("1")).app().app(asks("1")).app().app(asks("1")).with(
          kAllocated, "U,Ascend310P,8192,0:;V,Ascend310P,1000,0:;");

  EXPECT_THAT(containers_of_grants(sidecar_first), ElementsAre(1));
  EXPECT_THAT(containers_of_grants(gaps), ElementsAre(2, 4));
}

TEST(AllocationReader, RefusesMoreContainersThanThePodHas) {
  const auto read = a_dialect().read_allocation(
      a_pod().on("n1").app(asks("1")).with(kAllocated, ";;;A,Ascend310P,8192,0:;"));

  ASSERT_FALSE(read);
  EXPECT_THAT(read.error().message, HasSubstr("container 4 of a pod with 1"));
}

TEST(AllocationReader, PrefersWhatThePluginNeverErases) {
  const PodBuilder pod =
      a_pod().on("n1").soft().app(asks("1")).with(kRuntime, R"([{"UUID":"R","memory":1}])");

  EXPECT_EQ(grants_of(pod).at(0).chip, ChipUuid{"R"});
  PodBuilder with_rest = PodBuilder(pod).with(kToAllocate, "T,Ascend310P,2,0:;");
  EXPECT_EQ(grants_of(with_rest).at(0).chip, ChipUuid{"T"});
  with_rest.with(kAllocated, "D,Ascend310P,3,0:;");
  EXPECT_EQ(grants_of(with_rest).at(0).chip, ChipUuid{"D"});
}

TEST(AllocationReader, HandsARuntimeListOutByCount) {
  const wire::Pod pod =
      a_pod()
          .on("n1")
          .app()
          .app(asks("2"))
          .app(asks("1", "6144"))
          .with(kRuntime, R"([{"UUID":"A"},{"UUID":"B"},{"UUID":"C","temp":"vir02"}])");

  EXPECT_THAT(containers_of_grants(pod), ElementsAre(1, 1, 2));
  EXPECT_EQ(grants_of(pod)[0].hold, Hold::kWhole);
  EXPECT_EQ(grants_of(pod)[2].amount.memory, MiB{6144});
}

TEST(AllocationReader, RefusesARuntimeListItCannotRead) {  // case-C57
  for (const std::string json : {R"([{"UUID":""}])", R"("A")", "A,B",
                                 R"([{"UUID":"A","memory":-1}])", R"([{"UUID":"A","memory":0}])"}) {
    const auto read =
        a_dialect().read_allocation(a_pod().on("n1").soft().app(asks("1")).with(kRuntime, json));
    ASSERT_FALSE(read) << json;
    EXPECT_THAT(read.error().message, HasSubstr(kRuntime));
  }
}

TEST(AllocationReader, KeepsModelsInContainerOrder) {  // case-C63
  const wire::Pod pod = a_pod()
                            .on("n1")
                            .app()
                            .app()
                            .with(kAllocated, ";A,Ascend310P,3072,0:;")
                            .with("hami.io/Ascend910B4-devices-allocated",
                                  "b,Ascend910B4,8192,0:;c,Ascend910B4,8192,0:;");

  const std::vector<Grant> grants = grants_of(pod);

  ASSERT_EQ(grants.size(), 3U);
  EXPECT_EQ(grants[0].chip, ChipUuid{"b"});
  EXPECT_EQ(grants[1].chip, ChipUuid{"A"});
  EXPECT_EQ(grants[2].chip, ChipUuid{"c"});
}

TEST(AllocationReader, RemembersWhenThePodWasBound) {
  const auto since = [](const std::string& time) {
    return (*a_dialect().read_allocation(a_pod()
                                             .on("n1")
                                             .app()
                                             .with(kAllocated, "A,Ascend310P,3072,0:;")
                                             .with("hami.io/vgpu-time", time)))
        ->holder->since;
  };

  EXPECT_EQ(since("1786693660"), 1786693660);
  EXPECT_EQ(since("-5"), 0);
  EXPECT_EQ(since("soon"), 0);
}

TEST(AwaitsPlugin, WhileDevicesAreLeftToAllocate) {  // node-plugin-contract 3.8.4
  const PodBuilder waiting = a_pod().on("n1").app().with(kToAllocate, "A,Ascend310P,3072,0:;;");
  wire::Pod running = waiting;
  running.phase = "Running";
  wire::Pod over = waiting;
  over.phase = "Failed";
  wire::Pod unbound = waiting;
  unbound.node = NodeName{};

  EXPECT_TRUE(a_dialect().awaits_plugin(waiting));
  EXPECT_TRUE(a_dialect().awaits_plugin(PodBuilder(waiting).with("hami.io/bind-phase", "success")));
  EXPECT_FALSE(a_dialect().awaits_plugin(PodBuilder(waiting).with("hami.io/bind-phase", "failed")));
  EXPECT_FALSE(a_dialect().awaits_plugin(PodBuilder(waiting).with(kToAllocate, ";;")));
  EXPECT_FALSE(a_dialect().awaits_plugin(a_pod().on("n1").app()));
  EXPECT_FALSE(a_dialect().awaits_plugin(running));
  EXPECT_FALSE(a_dialect().awaits_plugin(over));
  EXPECT_FALSE(a_dialect().awaits_plugin(unbound));
}

}  // namespace
}  // namespace npushare::backends
