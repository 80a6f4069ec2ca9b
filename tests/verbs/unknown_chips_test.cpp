#include "scheduler/verbs/unknown_chips.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "scheduler/verbs/explain.hpp"
#include "scheduler/verbs/node_explanation.hpp"
#include "tests/support/verbs_world.hpp"

namespace npushare::verbs_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr const char* kUse = "hami.io/use-Ascend310P-uuid";
constexpr const char* kNoUse = "hami.io/no-use-Ascend310P-uuid";

class UnknownChips : public testing::Test {
 protected:
  UnknownChips() {
    world.node("n1", Mode::kSoft, {"D8496E64-20E05477", "D8496E64-20E05478"})
        .node("n2", Mode::kSoft, {"AAAA1111-BBBB2222"});
  }

  static wire::Pod wishing(const char* key, const std::string& uuids) {
    wire::Pod pod = a_soft_pod("p", "1000", "5");
    pod.annotations[key] = uuids;
    return pod;
  }
  std::vector<std::string> said_of(const wire::Pod& pod) const {
    std::vector<std::string> texts;
    const Request request = *world.rules.load()->dialect.read_request(pod);
    for (const verbs::UnknownChip& chip : verbs::unknown_chips(request, world.book))
      texts.push_back(text_of(chip));
    return texts;
  }

  World world;
};

TEST_F(UnknownChips, AreOfferedTheNearestOnes) {
  EXPECT_THAT(said_of(wishing(kUse, "D8496E64-20E05479")),
              ElementsAre("hami.io/use-Ascend310P-uuid names \"D8496E64-20E05479\", a chip that no "
                          "node has; near to it: D8496E64-20E05477 (n1/chip 0), D8496E64-20E05478 "
                          "(n1/chip 1)"));
}

TEST_F(UnknownChips, AreKnownAgainWithoutTheirCaseOrTheirEnd) {
  EXPECT_THAT(said_of(wishing(kUse, "aaaa1111-bbbb2222")),
              ElementsAre(HasSubstr("near to it: AAAA1111-BBBB2222 (n2/chip 0)")));
  EXPECT_THAT(said_of(wishing(kUse, "AAAA11")),
              ElementsAre(HasSubstr("near to it: AAAA1111-BBBB2222 (n2/chip 0)")));
  EXPECT_THAT(said_of(wishing(kUse, "AAAA1")), ElementsAre(Not(HasSubstr("near"))));
}

TEST_F(UnknownChips, OfADenyListKeepThePodOffNothing) {
  EXPECT_THAT(said_of(wishing(kNoUse, "X")),
              ElementsAre("hami.io/no-use-Ascend310P-uuid names \"X\", a chip that no node has, so "
                          "it keeps the pod off nothing"));
}

TEST_F(UnknownChips, AreNoneWhereAllAreThere) {
  EXPECT_THAT(said_of(wishing(kUse, "AAAA1111-BBBB2222, D8496E64-20E05477")), IsEmpty());
  EXPECT_THAT(said_of(a_soft_pod("p", "1000", "5")), IsEmpty());
}

TEST_F(UnknownChips, AreAHintOfExplain) {
  const wire::Pod pod = wishing(kUse, "D8496E64");
  world.waiting(pod);

  const Json answer = *verbs::explain(pod.key, world.services);

  ASSERT_EQ(answer["hints"].items().size(), 1U);
  EXPECT_THAT(
      answer["hints"].items().front().string(),
      HasSubstr("names \"D8496E64\", a chip that no node has; near to it: D8496E64-20E0547"));
}

TEST_F(UnknownChips, StandInTheRefusalsWords) {
  const wire::Pod pod = wishing(kUse, "Y,Z");
  verbs::CallNotes notes;
  verbs::filter(body(pod, std::vector<std::string>{"n1", "n2"}), world.services, &notes).whole();
  const auto question = verbs::read_question(pod, *world.rules.load());

  EXPECT_EQ(verbs::refusal_text(*question, notes, world.services),
            "0/2 nodes: 2 NPU excluded by the pod's uuid lists (hami.io/use-Ascend310P-uuid names "
            "\"Y\", a chip that no node has; 1 more likewise)");
}

TEST_F(UnknownChips, AreNotSaidOfAPodThatIsRefusedForSomethingElse) {
  const wire::Pod pod = wishing(kNoUse, "AAAA1111-BBBB2222,D8496E64-20E05477,D8496E64-20E05478,Q");
  verbs::CallNotes notes;
  verbs::filter(body(pod, std::vector<std::string>{"n1", "n2"}), world.services, &notes).whole();
  const auto question = verbs::read_question(pod, *world.rules.load());

  EXPECT_EQ(verbs::refusal_text(*question, notes, world.services),
            "0/2 nodes: 2 NPU excluded by the pod's uuid lists");
}

}  // namespace
}  // namespace npushare::verbs_test
