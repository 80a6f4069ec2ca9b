#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "accounting/node_ledger.hpp"
#include "scheduler/backends/dialect.hpp"
#include "tests/support/backends_builders.hpp"

namespace npushare::backends {
namespace {

using namespace backends_test;

const std::string kAllocated = "hami.io/Ascend310P-devices-allocated";

NodeLedger a_ledger(const char* soft) {
  NodeLedger ledger(NodeName{"n1"});
  ledger.register_chips(a_dialect().read_node(
      a_node(soft, "[" + element("g", 0) + "," + element("U1", 1) + "," + element("U2", 2) + "]")));
  return ledger;
}

Allocation allocation_of(const wire::Pod& pod) {
  return **a_dialect().read_allocation(pod);
}

Amount used_by(const NodeLedger& ledger, const std::string& chip) {
  return ledger.find(ChipUuid{chip})->used();
}

Amount soft_amount(std::int64_t memory, std::int64_t cores, std::int64_t slots) {
  return {MiB{memory}, Cores{cores}, Cpus{0}, Slots{slots}};
}

struct CollapseCase {
  std::string id;
  std::string kinds;  // i init, s sidecar, a app: one letter a container
  std::string devices;
  Amount running;  // of chip g while init containers may run
  Amount done;     // and after
};

class Collapse : public testing::TestWithParam<CollapseCase> {};

TEST_P(Collapse, ChargesTheWorstMoment) {
  const CollapseCase& given = GetParam();
  PodBuilder pod = a_pod().on("n1").soft().with(kAllocated, given.devices);
  for (const char kind : given.kinds) {
    if (kind == 'i') pod.init(asks("1"));
    if (kind == 's') pod.sidecar(asks("1"));
    if (kind == 'a') pod.app(asks("1"));
  }
  NodeLedger ledger = a_ledger("true");

  ledger.observe(allocation_of(pod), InitPhase::kRunning);
  EXPECT_EQ(used_by(ledger, "g"), given.running);
  ledger.observe(allocation_of(pod), InitPhase::kDone);
  EXPECT_EQ(used_by(ledger, "g"), given.done);
}

INSTANTIATE_TEST_SUITE_P(
    Vectors, Collapse,
    testing::Values(
        CollapseCase{"hami-C1", "aa", "g,T,100,10:;g,T,200,20:;", soft_amount(300, 30, 2),
                     soft_amount(300, 30, 2)},
        CollapseCase{"hami-C2", "ii", "g,T,100,10:;g,T,200,30:;", soft_amount(200, 30, 1),
                     soft_amount(0, 0, 0)},
        CollapseCase{"hami-C3", "ia", "g,T,500,50:;g,T,100,10:;", soft_amount(500, 50, 1),
                     soft_amount(100, 10, 1)},
        CollapseCase{"hami-C4", "iaa", "g,T,100,10:;g,T,200,20:;g,T,300,30:;",
                     soft_amount(500, 50, 2), soft_amount(500, 50, 2)},
        CollapseCase{"hami-C5", "iiia", "g,T,100,10:;g,T,300,30:;g,T,200,20:;g,T,50,5:;",
                     soft_amount(300, 30, 1), soft_amount(50, 5, 1)},
        CollapseCase{"hami-C6", "aaa", "g,T,100,10:;g,T,100,10:;g,T,100,10:;",
                     soft_amount(300, 30, 3), soft_amount(300, 30, 3)},
        CollapseCase{"hami-C7", "ia", "g,T,20000,10:;g,T,10000,5:;", soft_amount(20000, 10, 1),
                     soft_amount(10000, 5, 1)},
        // HAMi's 4000 takes a sidecar for an init container; it runs beside the app to the end.
        CollapseCase{"hami-C8 ours 8000", "sa", "g,T,4000,0:;g,T,4000,0:;", soft_amount(8000, 0, 2),
                     soft_amount(8000, 0, 2)}));

TEST(Charge, OfATerminatingPodStays) {  // hami-C9
  wire::Pod pod = a_pod().on("n1").soft().app(asks("1")).with(kAllocated, "g,T,100,10:;");
  pod.is_terminating = true;

  EXPECT_EQ(allocation_of(pod).grants.size(), 1U);
}

TEST(Charge, OfAPodSeenTwiceIsTheSame) {  // volcano-V-84
  const wire::Pod pod = a_pod().on("n1").soft().app(asks("1")).with(kAllocated, "U1,T,8192,0:;");
  NodeLedger ledger = a_ledger("true");

  ledger.observe(allocation_of(pod), InitPhase::kRunning);
  ledger.observe(allocation_of(pod), InitPhase::kRunning);

  EXPECT_EQ(used_by(ledger, "U1"), soft_amount(8192, 0, 1));
}

TEST(Charge, AddsUpContainersOnOneChip) {  // volcano-V-90: Volcano forgets the second
  const wire::Pod pod = a_pod().on("n1").soft().app(asks("1")).app(asks("1")).with(
      kAllocated, "U1,Ascend310P,8192,0:;U1,Ascend310P,1000,0:;");
  NodeLedger ledger = a_ledger("true");

  ledger.observe(allocation_of(pod), InitPhase::kRunning);

  EXPECT_EQ(used_by(ledger, "U1"), soft_amount(9192, 0, 2));
}

TEST(Charge, OfAnUnknownChipIsKeptAside) {  // volcano-V-91
  const wire::Pod pod = a_pod().on("n1").soft().app(asks("1")).with(kAllocated, "U9,T,8192,0:;");
  NodeLedger ledger = a_ledger("true");

  ledger.observe(allocation_of(pod), InitPhase::kRunning);

  ASSERT_EQ(ledger.orphans().size(), 1U);
  EXPECT_EQ(ledger.orphans()[0].share.amount.memory, MiB{8192});
}

// volcano-V-92, volcano-V-93: a release frees the books whatever the phase, and asks for no
// annotation to be removed: the keys belong to the pod that carries them.
TEST(Charge, IsReleasedInEveryBindPhase) {
  for (const char* phase : {"allocating", "success"}) {
    const wire::Pod pod = a_pod()
                              .on("n1")
                              .soft()
                              .app(asks("1"))
                              .with(kAllocated, "U1,T,8192,0:;")
                              .with("hami.io/bind-phase", phase);
    NodeLedger ledger = a_ledger("true");
    ledger.observe(allocation_of(pod), InitPhase::kRunning);

    EXPECT_EQ(ledger.release(pod.uid), 1U) << phase;
    EXPECT_EQ(used_by(ledger, "U1"), Amount{}) << phase;
    EXPECT_EQ(ledger.release(pod.uid), 0U) << phase;
  }
}

Grant hard_grant(const std::string& device, const std::string& runtime = "") {
  PodBuilder pod = a_pod().on("n1").app(asks("1")).with(kAllocated, device);
  if (!runtime.empty()) pod.with("huawei.com/Ascend310P", runtime);
  return allocation_of(pod).grants.at(0);
}

TEST(HardCharge, IsTheTemplatesMemoryCoresAndCpus) {
  const Grant exact = hard_grant("g,Ascend310P,6144,0:;");
  const Grant largest = hard_grant("g,Ascend310P,12288,0:;");

  EXPECT_EQ(exact.amount, (Amount{MiB{6144}, Cores{2}, Cpus{2}, Slots{1}}));
  EXPECT_EQ(exact.template_name, "vir02");
  EXPECT_EQ(largest.hold, Hold::kPart);
  EXPECT_EQ(hard_grant("g,Ascend310P,12289,0:;").hold, Hold::kWhole);
  EXPECT_EQ(hard_grant("g,Ascend310P,21527,0:;").hold, Hold::kWhole);
  EXPECT_EQ(hard_grant("g,Ascend310P,99999,0:;").hold, Hold::kWhole);
}

// hami-E10: HAMi 2.10 books the raw 6145 and the plugin hands out a vir04 of 12288: ours is charged
// what is handed out, and three of them show the chip as the overcommitted one it is.
TEST(HardCharge, RoundsRawMemoryToWhatIsDelivered) {
  const wire::Pod pod = a_pod().on("n1").app(asks("1")).app(asks("1")).app(asks("1")).with(
      kAllocated, "g,Ascend310P,6145,0:;g,Ascend310P,6145,0:;g,Ascend310P,6145,0:;");
  NodeLedger ledger = a_ledger("false");

  ledger.observe(allocation_of(pod), InitPhase::kRunning);

  EXPECT_EQ(allocation_of(pod).grants[0].template_name, "vir04");
  EXPECT_EQ(used_by(ledger, "g").memory, MiB{3 * 12288});
  EXPECT_LT(ledger.find(ChipUuid{"g"})->free().memory, MiB{0});
}

// case-X14: the plugin looks templates up by uuid, the last one wins for both containers: charged
// is what it delivers. Plans never place two sizes on one chip.
TEST(HardCharge, FollowsTheTemplateThatThePluginIsTold) {
  const wire::Pod pod = a_pod()
                            .on("n1")
                            .app(asks("1"))
                            .app(asks("1"))
                            .with(kAllocated, "g,Ascend310P,3072,0:;g,Ascend310P,6144,0:;")
                            .with("huawei.com/Ascend310P",
                                  R"([{"UUID":"g","temp":"vir01"},{"UUID":"g","temp":"vir02"}])");

  for (const Grant& grant : allocation_of(pod).grants) EXPECT_EQ(grant.template_name, "vir02");
  EXPECT_EQ(hard_grant("g,Ascend310P,3072,0:;", R"([{"UUID":"g","temp":"other"}])").template_name,
            "vir01");
  EXPECT_EQ(hard_grant("g,Ascend310P,3072,0:;", "garbage").template_name, "vir01");
}

TEST(SoftCharge, ClosesChipsThatMayNotBeShared) {
  const auto hold = [](const PodBuilder& pod) { return allocation_of(pod).grants.at(0).hold; };
  const PodBuilder one =
      a_pod().on("n1").soft().app(asks("1")).with(kAllocated, "U1,Ascend310P,1000,0:;");

  EXPECT_EQ(hold(one), Hold::kPart);
  EXPECT_EQ(hold(PodBuilder(one).with("hami.io/gpu-scheduler-policy", "spread,mutex")),
            Hold::kExclusive);
  EXPECT_EQ(hold(PodBuilder(one).with(kAllocated, "U1,Ascend310P,1000,0:U2,Ascend310P,1000,0:;")),
            Hold::kExclusive);
  EXPECT_EQ(hold(PodBuilder(one).with(kAllocated, "U1,Ascend310P,21526,0:;")), Hold::kPart);
  EXPECT_EQ(hold(PodBuilder(one).with(kAllocated, "U1,Ascend310P,21527,0:;")), Hold::kWhole);
}

}  // namespace
}  // namespace npushare::backends
