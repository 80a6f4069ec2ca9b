// Selectors in CEL: what annotations say, and no way out of a literal.
#include "scheduler/convert/cel_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/convert_pods.hpp"

namespace npushare::convert {
namespace {

using testing::ElementsAre;
using wire::Json;

struct ListCase {
  const char* id;
  std::string value;
  const char* list;
};

class CelList : public testing::TestWithParam<ListCase> {};

TEST_P(CelList, QuotesEachPiece) {
  EXPECT_EQ(cel_list(pieces_of(GetParam().value)), GetParam().list);
}

INSTANTIATE_TEST_SUITE_P(
    Table, CelList,
    testing::Values(
        ListCase{"dra-C1", kChipUuid, "\"68496E64-20E05477-92C31323-6E78030A-BD003019\""},
        ListCase{"dra-C2", " A , ,B,", R"("A","B")"}, ListCase{"dra-C3", "A,A", R"("A","A")"},
        ListCase{"dra-C4", R"(A100"x,B\C)", R"("A100\"x","B\\C")"},
        ListCase{"dra-C5", R"("] || true || [")", R"("\"] || true || [\"")"},
        ListCase{"dra-C6 tab", "a\tb", R"("a\tb")"}, ListCase{"dra-C6 del", "\x7f", R"("\x7f")"},
        ListCase{"dra-C7 format", "x\u200By", R"("x\u200by")"},
        ListCase{"dra-C7 ends", "\u00A0x\u00A0y\u00A0", R"("x\u00a0y")"},
        ListCase{"dra-C7 letter", "卡", "\"卡\""},
        ListCase{"all short ones", std::string("_\a\b\f\n\r\t\v_"), R"("_\a\b\f\n\r\t\v_")"},
        ListCase{"control", "\x01", R"("\x01")"},
        ListCase{"above", "\U000E0001", R"("\U000e0001")"},
        ListCase{"printable above", "\U0001F600", "\"\U0001F600\""},
        ListCase{"no UTF-8", "a\xFF\xC3", R"("a\xff\xc3")"},
        ListCase{"too long a form", "\xE0\x80\x80", R"("\xe0\x80\x80")"}));

Result<std::vector<std::string>> selectors(Json::Object annotations, bool names_model = false) {
  return selectors_of(a_pod({{"1"}}, std::move(annotations)),
                      *config::built_in_catalogue().find(ModelName{"Ascend310P"}),
                      {.driver = "ascend.project-hami.io",
                       .names_model = names_model,
                       .uuid_case = UuidCase::kAsWritten});
}

TEST(Selectors, DenyTypes) {  // dra-C8
  EXPECT_EQ(selectors({{"hami.io/no-use-nputype", "310P3"}})->at(1),
            R"(!(device.attributes["ascend.project-hami.io"].productName in ["310P3"]))");
}

TEST(Selectors, KeepTheirOrder) {  // dra-C9
  const auto made =
      selectors({{"hami.io/use-nputype", "310P3"}, {"hami.io/use-Ascend310P-uuid", kChipUuid}});

  ASSERT_TRUE(made);
  EXPECT_THAT(
      *made,
      ElementsAre(
          R"(device.driver == "ascend.project-hami.io" && device.attributes["ascend.project-hami.io"].type == "HAMivNPUCore")",
          R"(device.attributes["ascend.project-hami.io"].uuid in ["68496E64-20E05477-92C31323-6E78030A-BD003019"])",
          R"(device.attributes["ascend.project-hami.io"].productName in ["310P3"])"));
}

/// dra-C10, with uuids that are some: A and B are refused.
TEST(Selectors, DenyUuids) {
  const std::string other = "D8496E64-20C101B1-C0D42F23-AED8030A-40003039";

  const auto made =
      selectors({{"hami.io/no-use-Ascend310P-uuid", std::string(kChipUuid) + ", " + other}});

  ASSERT_TRUE(made);
  EXPECT_EQ(made->at(1), "!(device.attributes[\"ascend.project-hami.io\"].uuid in [\"" +
                             std::string(kChipUuid) + "\",\"" + other + "\"])");
  EXPECT_FALSE(selectors({{"hami.io/no-use-Ascend310P-uuid", "A, B"}}));
}

TEST(Selectors, AnAnnotationWithoutAUsableValueIsAnError) {  // dra-W16
  EXPECT_EQ(selectors({{"hami.io/use-Ascend310P-uuid", ",, ,"}}).error().message,
            R"(annotation hami.io/use-Ascend310P-uuid has no usable value: ",, ,")");
}

TEST(Selectors, NameTheModelFirst) {
  EXPECT_EQ(selectors({{"hami.io/no-use-nputype", "x"}}, true)->at(1),
            R"(device.attributes["ascend.project-hami.io"].productName in ["310P3"])");
}

TEST(ChipUuid, IsFiveGroupsOfEightDigits) {
  EXPECT_TRUE(is_chip_uuid(kChipUuid));
  EXPECT_TRUE(is_chip_uuid("68496e64-20E05477-92C31323-6E78030A-bd003019"));
  for (const char* text : {"", "aio-node74-arm-0", "68496E64-20E05477-92C31323-6E78030A-BD00301",
                           "68496E64-20E05477-92C31323-6E78030A-BD0030199",
                           "68496E64-20E05477-92C31323-6E78030A_BD003019",
                           "68496E6G-20E05477-92C31323-6E78030A-BD003019"})
    EXPECT_FALSE(is_chip_uuid(text)) << text;
}

}  // namespace
}  // namespace npushare::convert
