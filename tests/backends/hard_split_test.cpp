#include "scheduler/backends/hard_split.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/backends_builders.hpp"

namespace npushare::backends {
namespace {

using namespace backends_test;

struct RoundingCase {
  std::string id;
  ChipModel model;
  std::string asked;
  std::int64_t charged = 0;   // 0: a whole chip
  std::string template_name;  // empty: a whole chip
};

class TemplateRounding : public testing::TestWithParam<RoundingCase> {};

TEST_P(TemplateRounding, ChargesTheSmallestTemplateThatHoldsTheMemory) {
  const RoundingCase& given = GetParam();
  const wire::Pod pod = a_pod().app(asks("1", given.asked, "", given.model.count_resource));

  const Result<Request> request = Dialect({{given.model}}, {}).read_request(pod);

  ASSERT_TRUE(request) << request.error().message;
  ASSERT_EQ(request->asks.size(), 1U);
  const Ask& ask = request->asks.front();
  EXPECT_EQ(ask.template_name, given.template_name);
  EXPECT_EQ(ask.hold, given.template_name.empty() ? Hold::kWhole : Hold::kPart);
  EXPECT_EQ(ask.amount.memory, MiB{given.charged});
  EXPECT_EQ(ask.quota.memory,
            given.template_name.empty() ? given.model.allocatable : MiB{given.charged});
}

// Ours differs for 0: it means "not said", which is a whole chip (case-C119, volcano-V-76); the
// rounding itself never sees it.
INSTANTIATE_TEST_SUITE_P(
    Boundaries, TemplateRounding,
    testing::Values(
        RoundingCase{"hami-T1 volcano-V-01 zero", model_310p(), "0", 0, ""},
        RoundingCase{"hami-T1 volcano-V-02 case-C121 one", model_310p(), "1", 3072, "vir01"},
        RoundingCase{"hami-T1 volcano-V-03 case-C121", model_310p(), "3072", 3072, "vir01"},
        RoundingCase{"hami-T1 volcano-V-04 case-C121", model_310p(), "3073", 6144, "vir02"},
        RoundingCase{"case-C121 3500", model_310p(), "3500", 6144, "vir02"},
        RoundingCase{"hami-T1 volcano-V-05", model_310p(), "6144", 6144, "vir02"},
        RoundingCase{"hami-T1 volcano-V-06", model_310p(), "6145", 12288, "vir04"},
        RoundingCase{"hami-T1 volcano-V-07", model_310p(), "12288", 12288, "vir04"},
        RoundingCase{"hami-T2 volcano-V-08 volcano-V-58", model_310p(), "12289", 0, ""},
        RoundingCase{"hami-T2", model_310p(), "21527", 0, ""},
        RoundingCase{"volcano-V-09", model_310p(), "21528", 0, ""},
        RoundingCase{"hami-T2 volcano-V-10", model_310p(), "24576", 0, ""},
        RoundingCase{"hami-T3 8738", model_910a(), "8738", 8738, "vir08"},
        RoundingCase{"hami-T3 17477", model_910a(), "17477", 0, ""},
        RoundingCase{"hami-T4 4096", model_910b3(), "4096", 16384, "vir05_1c_16g"},
        RoundingCase{"hami-T4 16385", model_910b3(), "16385", 32768, "vir10_3c_32g"},
        RoundingCase{"hami-T4 32769", model_910b3(), "32769", 0, ""}));

struct TooMuchCase {
  std::string id;
  ChipModel model;
  std::string asked;
};

class TooMuch : public testing::TestWithParam<TooMuchCase> {};

TEST_P(TooMuch, IsRefusedAndNeverRoundedToNothing) {
  const TooMuchCase& given = GetParam();
  const wire::Pod pod = a_pod().app(asks("1", given.asked, "", given.model.count_resource));

  const Result<Request> request = Dialect({{given.model}}, {}).read_request(pod);

  ASSERT_FALSE(request);
  EXPECT_EQ(request.error().code, ErrorCode::kInvalid);
  EXPECT_NE(request.error().message.find("exceeds one chip"), std::string::npos);
}

// HAMi and Volcano give 0 MiB here, which Volcano then places anywhere.
INSTANTIATE_TEST_SUITE_P(Boundaries, TooMuch,
                         testing::Values(TooMuchCase{"hami-T2 volcano-V-11 volcano-V-57",
                                                     model_310p(), "24577"},
                                         TooMuchCase{"case-X02", model_310p(), "30000"},
                                         TooMuchCase{"hami-T3", model_910a(), "40000"},
                                         TooMuchCase{"hami-T4", model_910b3(), "65537"}));

// case-C121: the asked memory stays visible beside the charged one.
TEST(HardSplit, KeepsTheAskedMemoryAndChargesAllOfTheTemplate) {
  const Result<Request> request = a_dialect().read_request(a_pod().app(asks("1", "3500")));

  ASSERT_TRUE(request);
  const Ask& ask = request->asks.front();
  EXPECT_EQ(ask.asked_memory, MiB{3500});
  EXPECT_EQ(ask.amount, (Amount{MiB{6144}, Cores{2}, Cpus{2}, Slots{1}}));
  EXPECT_EQ(ask.mode, Mode::kHard);
}

// volcano-V-13, volcano-V-56: parts of several chips.
TEST(HardSplit, GivesSeveralChipsOnlyWhole) {
  EXPECT_FALSE(a_dialect().read_request(a_pod().app(asks("2", "1024"))));
  EXPECT_FALSE(a_dialect().read_request(a_pod().app(asks("2", "4096"))));

  for (const char* memory : {"", "21527", "20000"}) {
    const Result<Request> whole = a_dialect().read_request(a_pod().app(asks("2", memory)));
    ASSERT_TRUE(whole) << memory;
    EXPECT_EQ(whole->asks.front().chips, 2U);
    EXPECT_EQ(whole->asks.front().hold, Hold::kWhole);
  }
}

// case-C123, volcano-V-59, volcano-V-60: nothing would enforce the cores.
TEST(HardSplit, RefusesCores) {
  for (const char* core : {"4", "9"}) {
    const Result<Request> request = a_dialect().read_request(a_pod().app(asks("1", "4096", core)));
    ASSERT_FALSE(request) << core;
    EXPECT_NE(request.error().message.find("huawei.com/vnpu-mode: hami-core"), std::string::npos);
  }
  EXPECT_TRUE(a_dialect().read_request(a_pod().app(asks("1", "6144", "0"))));
}

// case-C125: of the pods without a mode only those with a whole chip run on both kinds of node
// (node-plugin-contract 6.4); a template on a soft-split chip would split what others hold whole.
TEST(HardSplit, LetsOnlyWholeChipsRunInEitherMode) {
  const Result<Request> part = a_dialect().read_request(a_pod().app(asks("1", "6000")));
  const Result<Request> whole = a_dialect().read_request(a_pod().app(asks("1")));

  EXPECT_EQ(part->asks.front().mode, Mode::kHard);
  EXPECT_EQ(part->asks.front().amount.memory, MiB{6144});
  EXPECT_EQ(whole->asks.front().mode, std::nullopt);
}

}  // namespace
}  // namespace npushare::backends
