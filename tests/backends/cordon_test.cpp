#include "scheduler/backends/cordon.hpp"

#include <gmock/gmock.h>

#include "scheduler/backends/keys.hpp"
#include "tests/support/backends_builders.hpp"

namespace npushare::backends {
namespace {

using backends_test::a_dialect;
using backends_test::a_node;
using backends_test::element;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

struct Read {
  std::vector<std::string> cordoned;
  std::vector<std::string> complaints;
};

Read read(const std::string& annotation) {
  wire::Node node = a_node("false", "[" + element("A", 0) + "," + element("B", 1) + "]");
  node.annotations[std::string(kCordonKey)] = annotation;
  Read found;
  const Inventory inventory = a_dialect().read_node(node, &found.complaints);
  for (const Chip& chip : inventory.chips)
    if (chip.cordoned) found.cordoned.push_back(chip.uuid.text());
  return found;
}

TEST(Cordon, ClosesTheChipsThatTheAnnotationNames) {
  EXPECT_THAT(read("B").cordoned, ElementsAre("B"));
  EXPECT_THAT(read("B,A").cordoned, ElementsAre("A", "B"));
  EXPECT_THAT(read("A").complaints, IsEmpty());
}

TEST(Cordon, TakesBlanksAndEmptyElementsForNothing) {
  for (const std::string nothing : {"", ",", " , ,"}) {
    EXPECT_THAT(read(nothing).cordoned, IsEmpty()) << nothing;
    EXPECT_THAT(read(nothing).complaints, IsEmpty()) << nothing;
  }
  EXPECT_THAT(read(" A ,, B,").cordoned, ElementsAre("A", "B"));
}

TEST(Cordon, ClosesWhatItCanReadAndComplainsOfTheRest) {
  const Read found = read("X, A ,a");

  EXPECT_THAT(found.cordoned, ElementsAre("A"));
  EXPECT_THAT(found.complaints,
              ElementsAre(HasSubstr("npushare.io/cordoned-chips: \"X\" (and 1 more)")));
}

TEST(Cordon, ShowsOnlyTheBeginningOfALongValue) {
  EXPECT_LT(read(std::string(200'000, 'x')).complaints.at(0).size(), 300U);
}

TEST(Cordon, SaysNothingOfANodeThatHasRegisteredNoChip) {
  std::vector<std::string> complaints;
  wire::Node node = a_node("false", "[]");
  node.annotations[std::string(kCordonKey)] = "A";

  EXPECT_EQ(a_dialect().read_node(node, &complaints).chips.size(), 0U);

  for (const std::string& complaint : complaints)
    EXPECT_THAT(complaint, testing::Not(HasSubstr("cordoned")));
}

}  // namespace
}  // namespace npushare::backends
