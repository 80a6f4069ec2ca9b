// The auditor must see what it is there for.

#include "tests/soak/auditor.hpp"

#include <gtest/gtest.h>

#include "scheduler/embedded/store.hpp"

namespace npushare::soak {
namespace {

using wire::Json;

const std::string kGranted = "hami.io/Ascend310P-devices-allocated";

/// A node with chips A and B that pods are put on as if somebody had bound them.
class Audit : public testing::Test {
 protected:
  Audit() {
    Json node = named("n1");
    node.member("metadata")
        .member("annotations")
        .set("hami.io/node-register-Ascend310P",
             R"([{"id":"A","count":7,"devmem":21527,"devcore":100},)"
             R"({"id":"B","count":7,"devmem":21527,"devcore":100}])");
    store.create(embedded::node_place({}), node);
  }

  static Json named(const std::string& name) {
    Json object = Json::object();
    object.member("metadata").set("name", name);
    return object;
  }

  static Json container(int chips) {
    Json made = Json::object();
    made.set("name", "main");
    made.member("resources").member("limits").set("huawei.com/Ascend310P", std::to_string(chips));
    return made;
  }

  /// `devices` empty: without grants.
  Json a_pod(const std::string& name, const std::string& devices, bool is_soft = true) {
    Json pod = named(name);
    Json& annotations = pod.member("metadata").member("annotations");
    annotations.set("hami.io/vgpu-node", "n1");
    if (is_soft) annotations.set("huawei.com/vnpu-mode", "hami-core");
    if (!devices.empty()) annotations.set(kGranted, devices);
    pod.member("spec").set("nodeName", "n1");
    pod.member("spec").member("containers").push_back(container(1));
    return pod;
  }

  void put(Json pod) { store.create(embedded::pod_place("default", {}), std::move(pod)); }

  std::string breaches() {
    Auditor auditor(store, findings);
    auditor.look();
    std::string kinds;
    for (const auto& [kind, texts] : findings.breaches()) kinds += kind + ";";
    return kinds;
  }

  embedded::Store store;
  Findings findings;
};

TEST_F(Audit, FindsNothingWhereEverythingIsInOrder) {
  put(a_pod("p", "A,Ascend310P,11000,50:;"));
  put(a_pod("q", "A,Ascend310P,10527,50:;"));  // to the last MiB and percent

  EXPECT_EQ(breaches(), "");
}

struct BreachCase {
  const char* name;
  const char* first;
  const char* second;
  const char* kinds;
};

void PrintTo(const BreachCase& row, std::ostream* out) {
  *out << row.name;
}

class AuditBreach : public Audit, public testing::WithParamInterface<BreachCase> {};

TEST_P(AuditBreach, IsSeen) {
  put(a_pod("p", GetParam().first));
  put(a_pod("q", GetParam().second));

  EXPECT_EQ(breaches(), GetParam().kinds);
}

INSTANTIATE_TEST_SUITE_P(
    Pods, AuditBreach,
    testing::Values(
        BreachCase{"memory", "A,Ascend310P,11000,0:;", "A,Ascend310P,10528,0:;", "overcommitted;"},
        BreachCase{"cores", "A,Ascend310P,100,60:;", "A,Ascend310P,100,41:;", "overcommitted;"},
        BreachCase{"whole", "A,Ascend310P,21527,0:;", "A,Ascend310P,100,0:;", "overcommitted;"},
        BreachCase{"no_grants", "A,Ascend310P,100,0:;", "", "bound without grants;"},
        BreachCase{"two_chips", "A,Ascend310P,100,0:B,Ascend310P,100,0:;", "B,Ascend310P,100,0:;",
                   "other chips than asked;"},
        BreachCase{"unknown_chip", "C,Ascend310P,100,0:;", "B,Ascend310P,100,0:;",
                   "chip of another node;"},
        BreachCase{"malformed", "A,Ascend310P,-1,0:;", "B,Ascend310P,100,0:;",
                   "malformed grant;other chips than asked;"}),
    [](const auto& test) { return test.param.name; });

TEST_F(Audit, SeesSlotsAndModes) {
  for (int k = 0; k < 7; ++k) put(a_pod("p" + std::to_string(k), "A,Ascend310P,10,0:;"));
  EXPECT_EQ(breaches(), "");

  put(a_pod("eighth", "A,Ascend310P,10,0:;"));
  EXPECT_EQ(breaches(), "overcommitted;");
}

TEST_F(Audit, SeesHardAndSoftPodsOnOneChip) {
  Json hard = a_pod("hard", "A,Ascend310P,3072,0:;", false);
  hard.member("metadata")
      .member("annotations")
      .set("huawei.com/Ascend310P", R"([{"UUID":"A","temp":"vir01"}])");
  put(hard);
  put(a_pod("soft", "A,Ascend310P,100,0:;"));

  EXPECT_EQ(breaches(), "mixed modes;");
}

TEST_F(Audit, LooksAtNoPodThatIsOverOrWaits) {
  put(a_pod("p", "A,Ascend310P,21527,0:;"));
  Json over = a_pod("over", "A,Ascend310P,21527,0:;");
  put(over);
  Json done = Json::object();
  done.member("status").set("phase", "Succeeded");
  store.patch(embedded::pod_place("default", "over"), embedded::Part::kStatus,
              embedded::PatchType::kMerge, done);
  Json waits = a_pod("waits", "A,Ascend310P,21527,0:;");
  waits.member("spec").erase("nodeName");
  put(waits);

  EXPECT_EQ(breaches(), "");
}

TEST(Grants, CountAnInitContainerUntilItHasEnded) {
  Json pod = *Json::parse(
      R"({"metadata":{"annotations":{"huawei.com/vnpu-mode":"hami-core",)"
      R"("hami.io/Ascend310P-devices-allocated":"A,T,500,60:;A,T,100,10:;A,T,200,20:;"}},)"
      R"("spec":{"initContainers":[{"name":"init"},{"name":"side","restartPolicy":"Always"}],)"
      R"("containers":[{"name":"main"}]}})");

  EXPECT_EQ(read_grants(pod)->chips.at("A"), (Use{500, 60, 0, 2}));
  pod.member("status").set("initContainerStatuses",
                           *Json::parse(R"([{"name":"init","state":{"terminated":{}}}])"));
  EXPECT_EQ(read_grants(pod)->chips.at("A"), (Use{300, 30, 0, 2}));
}

}  // namespace
}  // namespace npushare::soak
