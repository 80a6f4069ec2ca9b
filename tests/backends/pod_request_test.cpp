#include "scheduler/backends/pod_request.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/backends_builders.hpp"

namespace npushare::backends {
namespace {

using namespace backends_test;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(PodRequest, CarriesThePodAndItsContainersInAnnotationOrder) {
  const wire::Pod pod = a_pod().init().sidecar(asks("1", "3072")).app(asks("1", "6144"));

  const Result<Request> request = a_dialect().read_request(pod);

  ASSERT_TRUE(request);
  EXPECT_EQ(*request->holder, (Holder{PodUid{"u1"}, {"default", "p1"}, 0, 0}));
  EXPECT_THAT(request->containers, ElementsAre(Container{"c0", ContainerKind::kInit},
                                               Container{"c1", ContainerKind::kSidecar},
                                               Container{"c2", ContainerKind::kApp}));
  ASSERT_EQ(request->asks.size(), 2U);
  EXPECT_EQ(request->asks[0].container, 1);
  EXPECT_EQ(request->asks[1].container, 2);
}

TEST(PodRequest, AsksForNothingWhenNoContainerNamesAChip) {
  const Result<Request> request = a_dialect().read_request(a_pod().app());

  ASSERT_TRUE(request);
  EXPECT_FALSE(request->wants_npu());
}

TEST(PodRequest, CountsInitContainers) {  // volcano-V-80
  const Result<Request> request = a_dialect().read_request(a_pod().init(asks("1")).app());

  ASSERT_TRUE(request);
  EXPECT_TRUE(request->wants_npu());
}

// case-C63: one container, two models, two asks.
TEST(PodRequest, KeepsModelsOfOneContainerApart) {
  wire::StringMap limits = asks("1", "3072");
  limits.merge(asks("1", "", "", "huawei.com/Ascend910B4"));

  const Result<Request> request = a_dialect().read_request(a_pod().app(limits));

  ASSERT_TRUE(request);
  ASSERT_EQ(request->asks.size(), 2U);
  EXPECT_EQ(request->asks[0].model, k310P);
  EXPECT_EQ(request->asks[1].model, ModelName{"Ascend910B4"});
}

TEST(PodRequest, NamesTheContainerInItsError) {
  const Result<Request> request =
      a_dialect().read_request(a_pod().app(asks("1")).app(asks("1", "16Gi")));

  ASSERT_FALSE(request);
  EXPECT_THAT(request.error().message,
              HasSubstr("container c1: huawei.com/Ascend310P-memory: \"16Gi\""));
}

TEST(PodRequest, RefusesMoreThan64ChipsInAll) {
  EXPECT_TRUE(a_dialect().read_request(a_pod().app(asks("32")).app(asks("32"))));
  EXPECT_FALSE(a_dialect().read_request(a_pod().app(asks("32")).app(asks("33"))));
}

TEST(PodRequest, TakesAnyOtherModeForHardSplit) {
  for (const char* mode : {"HAMI-CORE", "hami-core ", "", "soft"}) {
    const Result<Request> request =
        a_dialect().read_request(a_pod().with(std::string(kModeKey), mode).app(asks("1", "3072")));
    EXPECT_EQ(request->asks.front().mode, Mode::kHard) << mode;
  }
}

Result<Request> with_policy(std::string_view key, const std::string& value) {
  return a_dialect().read_request(a_pod().with(std::string(key), value).app(asks("1", "3072")));
}

TEST(PodRequest, NormalisesPolicyNames) {  // case-C45
  EXPECT_EQ(with_policy(kChipPolicyKey, "Binpack ")->chip_policy, "binpack");
  EXPECT_EQ(with_policy(kNodePolicyKey, " SPREAD")->node_policy, "spread");
  // Unknown names reach the registry of policies, which refuses them.
  EXPECT_EQ(with_policy(kChipPolicyKey, "pack")->chip_policy, "pack");
  EXPECT_EQ(with_policy(kChipPolicyKey, "binpack, numa")->chip_policy, "binpack,numa");
  EXPECT_EQ(with_policy(kChipPolicyKey, " ")->chip_policy, std::nullopt);
  EXPECT_EQ(with_policy(kNodePolicyKey, "")->node_policy, std::nullopt);
}

TEST(PodRequest, TurnsMutexIntoExclusiveChips) {
  const Result<Request> alone = with_policy(kChipPolicyKey, "mutex");           // hami-X13
  const Result<Request> listed = with_policy(kChipPolicyKey, "spread, Mutex");  // hami-X14

  EXPECT_EQ(alone->asks.front().hold, Hold::kExclusive);
  EXPECT_EQ(alone->chip_policy, std::nullopt);
  EXPECT_EQ(listed->asks.front().hold, Hold::kExclusive);
  EXPECT_EQ(listed->chip_policy, "spread");
  EXPECT_EQ(with_policy(kNodePolicyKey, "mutex")->asks.front().hold, Hold::kPart);
}

struct UuidCase {
  std::string id;
  std::optional<std::string> use;
  std::optional<std::string> no_use;
  std::vector<std::string> allowed;
  std::vector<std::string> denied;
};

class UuidLists : public testing::TestWithParam<UuidCase> {};

std::vector<std::string> texts(const std::vector<ChipUuid>& uuids) {
  std::vector<std::string> result;
  for (const ChipUuid& uuid : uuids) result.push_back(uuid.text());
  return result;
}

TEST_P(UuidLists, KeepExactNamesAndDropBlanks) {
  const UuidCase& given = GetParam();
  PodBuilder pod = a_pod().app(asks("1"));
  if (given.use) pod.with("hami.io/use-Ascend310P-uuid", *given.use);
  if (given.no_use) pod.with("hami.io/no-use-Ascend310P-uuid", *given.no_use);

  const Result<Request> request = a_dialect().read_request(pod);

  ASSERT_TRUE(request);
  if (given.allowed.empty() && given.denied.empty()) {
    EXPECT_TRUE(request->uuid_lists.empty());
    return;
  }
  ASSERT_EQ(request->uuid_lists.size(), 1U);
  EXPECT_EQ(request->uuid_lists[0].model, k310P);
  EXPECT_EQ(texts(request->uuid_lists[0].allowed), given.allowed);
  EXPECT_EQ(texts(request->uuid_lists[0].denied), given.denied);
}

// hami-U3 and hami-U10: uuids are compared exactly, so `1abc` and `ABC` are other chips.
INSTANTIATE_TEST_SUITE_P(
    Vectors, UuidLists,
    testing::Values(UuidCase{"hami-U1", {}, {}, {}, {}},
                    UuidCase{"hami-U2 hami-U3", "abc,123", {}, {"abc", "123"}, {}},
                    UuidCase{"hami-U4", {}, "abc,123", {}, {"abc", "123"}},
                    UuidCase{"hami-U5", "abc,123", "abc", {"abc", "123"}, {"abc"}},
                    UuidCase{"hami-U6", "abc,123", "456", {"abc", "123"}, {"456"}},
                    UuidCase{"hami-U7", " abc , 123 ", {}, {"abc", "123"}, {}},
                    UuidCase{"hami-U8 case-C115", "", {}, {}, {}},
                    UuidCase{"hami-U8 blanks", "  ", {}, {}, {}},
                    UuidCase{"hami-U9 case-C115", {}, "", {}, {}},
                    UuidCase{"hami-U10", "ABC", {}, {"ABC"}, {}},
                    UuidCase{"case-C115 trailing comma", "A,", {}, {"A"}, {}},
                    UuidCase{"case-C115 blanks", " A , B ", {}, {"A", "B"}, {}},
                    UuidCase{"case-C115 comma alone", {}, ",", {}, {}}));

TEST(Keys, AreDerivedFromTheModel) {  // hami-K5
  const ModelName model{"Ascend910A"};

  EXPECT_EQ(register_key(model), "hami.io/node-register-Ascend910A");
  EXPECT_EQ(handshake_key(model), "hami.io/node-handshake-Ascend910A");
  EXPECT_EQ(use_uuid_key(model), "hami.io/use-Ascend910A-uuid");
  EXPECT_EQ(no_use_uuid_key(model), "hami.io/no-use-Ascend910A-uuid");
  EXPECT_EQ(to_allocate_key(model), "hami.io/Ascend910A-devices-to-allocate");
  EXPECT_EQ(allocated_key(model), "hami.io/Ascend910A-devices-allocated");
  EXPECT_EQ(runtime_key(model), "huawei.com/Ascend910A");
}

}  // namespace
}  // namespace npushare::backends
