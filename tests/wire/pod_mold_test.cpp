#include "scheduler/wire/pod_mold.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "scheduler/wire/pod_molds.hpp"

namespace npushare::wire {
namespace {

const std::string kPod =
    R"({"metadata":{"name":"web-1","namespace":"ai","uid":"u-1","labels":{"app":"web"},)"
    R"("annotations":{"huawei.com/vnpu-mode":"hami-core","note":"one"}},"spec":{"containers":)"
    R"([{"name":"main","image":"web:1","resources":{"limits":{"huawei.com/Ascend310P":"1"}},)"
    R"("volumeMounts":[{"name":"api-x7k","mountPath":"/a\/b"}]}],"priority":5}})";

std::string with(std::string text, const std::string& from, const std::string& to) {
  return text.replace(text.find(from), from.size(), to);
}

/// As far as the verbs can see it.
std::string shown(const Pod& pod) {
  std::string text = pod.key.text() + " " + pod.uid.text() + " " + pod.resource_version + " " +
                     std::to_string(pod.priority) + pod.phase + pod.node.text();
  for (const auto& [key, value] : pod.annotations) text.append(" ").append(key).append(value);
  for (const ContainerSpec& container : pod.containers) {
    text.append(" ").append(container.name);
    for (const auto& [key, value] : container.limits) text.append(key).append(value);
  }
  return text;
}

class PodMoldTest : public testing::Test {
 protected:
  /// Whether `text` was taken for a pod of the kind before; it must then read the same.
  bool is_cast(const std::string& text) {
    PodMolds molds;
    EXPECT_TRUE(molds.read(kPod));
    const std::uint64_t kind = molds.kind();
    const Result<std::size_t> end = molds.read(text + " trailing");
    Pod anew;
    EXPECT_EQ(end.has_value(), read_first_pod(text, anew).has_value());
    if (!end) return false;
    EXPECT_EQ(*end, text.size());
    EXPECT_EQ(shown(molds.pod()), shown(anew));
    return molds.kind() == kind;
  }
};

TEST_F(PodMoldTest, TakesPodsThatDifferInTheirIdentity) {
  EXPECT_TRUE(is_cast(kPod));
  EXPECT_TRUE(is_cast(with(kPod, "web-1", "web-2")));
  EXPECT_TRUE(is_cast(with(with(kPod, "web-1", "a-much-longer-name"), "u-1", "")));
  EXPECT_TRUE(is_cast(with(with(kPod, "\"ai\"", "\"other\""), "web-1", "w")));
}

TEST_F(PodMoldTest, TakesPodsThatDifferInStringsNobodyReads) {
  EXPECT_TRUE(is_cast(with(kPod, "\"one\"", "\"another note\"")));
  EXPECT_TRUE(is_cast(with(kPod, "web:1", "web:22")));
  EXPECT_TRUE(is_cast(with(with(kPod, "api-x7k", "api-abcde"), "web-1", "web-2")));
}

TEST_F(PodMoldTest, TakesNoOthers) {
  EXPECT_FALSE(is_cast(with(kPod, "\"1\"", "\"2\"")));
  EXPECT_FALSE(is_cast(with(kPod, "hami-core", "hami-cores")));
  EXPECT_FALSE(is_cast(with(kPod, "\"main\"", "\"mein\"")));
  EXPECT_FALSE(is_cast(with(kPod, ":5}", ":6}")));
  EXPECT_FALSE(is_cast(with(kPod, "\"note\"", "\"huawei.com/note\"")));
  EXPECT_FALSE(is_cast(with(kPod, "\"app\":\"web\"", "\"app\":\"wob\"")));
}

TEST_F(PodMoldTest, TakesNoValueWithEscapesOrWithoutAnEnd) {
  EXPECT_FALSE(is_cast(with(kPod, "web-1", "web\\u002d1")));
  EXPECT_FALSE(is_cast(with(kPod, "\"one\"", "\"o\\\"ne\"")));
  EXPECT_FALSE(is_cast(with(kPod, "web:1", "web\n1")));
  EXPECT_FALSE(is_cast(kPod.substr(0, kPod.find("web-1") + 3)));
  EXPECT_FALSE(is_cast(kPod.substr(0, kPod.size() - 1)));
  EXPECT_FALSE(is_cast(with(kPod, "\"one\"", "\"one\",\"hami.io/x\":\"y\"")));
}

TEST(PodMolds, ReturnToTheIdentityOfTheMoldItself) {
  PodMolds molds;
  ASSERT_TRUE(molds.read(kPod));
  ASSERT_TRUE(molds.read(with(kPod, "web-1", "web-2")));
  EXPECT_EQ(molds.pod().key.name, "web-2");

  ASSERT_TRUE(molds.read(kPod));

  EXPECT_EQ(molds.pod().key.name, "web-1");
}

/// Only its end was looked for, and a comma in what seems to be a string is that end.
TEST(PodMolds, TakeNoStringsFromANumberThatIsNone) {
  PodMolds molds;
  const std::string pod = with(kPod, R"("annotations":{)", R"("notes":-{)");
  ASSERT_TRUE(molds.read(pod));

  const std::string other = with(pod, "hami-core", "hami,core");

  Pod anew;
  EXPECT_EQ(molds.read(other).has_value(), read_first_pod(other, anew).has_value());
}

TEST(PodMolds, ForgetTheKindThatCameLongestAgo) {
  PodMolds molds;
  const auto kind_of = [&](std::size_t kind) {
    EXPECT_TRUE(molds.read(with(kPod, "\"1\"", '"' + std::to_string(kind) + '"')));
    return molds.kind();
  };
  const std::uint64_t first = kind_of(0);
  for (std::size_t kind = 1; kind < PodMolds::kMost; ++kind) kind_of(kind);
  EXPECT_EQ(kind_of(0), first);

  kind_of(PodMolds::kMost);

  EXPECT_EQ(kind_of(0), first);
  EXPECT_NE(kind_of(1), first + 1);
}

TEST(PodMolds, KeepNothingOfWhatCannotBeReadOrIsTooLong) {
  PodMolds molds;
  EXPECT_FALSE(molds.read(R"({"metadata":{"name":5}})"));
  EXPECT_EQ(molds.kind(), 0U);
  const std::string name(PodMolds::kLongest, 'n');

  ASSERT_TRUE(molds.read(with(kPod, "one", name)));

  EXPECT_EQ(molds.kind(), 0U);
  EXPECT_EQ(molds.pod().key.name, "web-1");
}

/// Whatever is done to a pod's text: it is read as if none had come before.
RC_GTEST_PROP(PodMoldsProperty, NeverChangeWhatIsRead, ()) {
  PodMolds molds;
  std::string text = kPod;
  for (int step = 0; step < 8; ++step) {
    const auto at = *rc::gen::inRange<std::size_t>(0, text.size());
    const auto gone = *rc::gen::inRange<std::size_t>(0, 3);
    const auto come =
        *rc::gen::element<std::string>("", "a", "7", "xyz", "\"", "\\", "-", ",", "{");
    std::string other = text;
    other.replace(at, gone, come);
    Pod anew;
    const Result<std::size_t> expected = read_first_pod(other, anew);

    const Result<std::size_t> end = molds.read(other);

    RC_ASSERT(end.has_value() == expected.has_value());
    if (!end) continue;
    RC_ASSERT(*end == *expected);
    RC_ASSERT(shown(molds.pod()) == shown(anew));
    text = other;
  }
}

}  // namespace
}  // namespace npushare::wire
