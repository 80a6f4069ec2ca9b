// Names of claims and templates.
#include "scheduler/convert/claim_names.hpp"

#include <gtest/gtest.h>

namespace npushare::convert {
namespace {

struct NameCase {
  const char* id;
  std::string full;
  std::string name;
};

std::string times(int count, char letter) {
  return std::string(static_cast<std::size_t>(count), letter);
}

class ClaimName : public testing::TestWithParam<NameCase> {};

TEST_P(ClaimName, IsShortOrHashed) {
  EXPECT_EQ(claim_name(GetParam().full), GetParam().name);
}

INSTANTIATE_TEST_SUITE_P(
    Table, ClaimName,
    testing::Values(
        NameCase{"dra-N1", "dra-ascend-e2e-ascend-share-a-app-ascend310p",
                 "dra-ascend-e2e-ascend-share-a-app-ascend310p"},
        NameCase{"dra-N2", full_claim_name("default", "mixed", "workload", "Ascend310P"),
                 "default-mixed-workload-ascend310p"},
        NameCase{"dra-N3", times(63, 'a'), times(63, 'a')},
        NameCase{"dra-N4", times(64, 'a'), times(54, 'a') + "-ffe054fe"},
        NameCase{
            "dra-N5",
            "very-long-namespace-name-for-testing-very-long-pod-name-that-would-exceed-the-label-"
            "limit-very-long-container-name-ascend910b4-1",
            "very-long-namespace-name-for-testing-very-long-pod-nam-cf9e4096"},
        NameCase{"dra-N6",
                 full_claim_name("ml-platform-production", "inference-qwen3-32b-instruct-0",
                                 "server", "Ascend310P"),
                 "ml-platform-production-inference-qwen3-32b-instruct-0-19cbe77a"},
        NameCase{"dra-N7",
                 full_claim_name("team-a", "llm-inference-server-deployment-with-long-name-0",
                                 "main", "Ascend310P"),
                 "team-a-llm-inference-server-deployment-with-long-name-23ab66ea"},
        NameCase{"dra-N8", "ns-" + times(48, 'a') + "---" + times(18, 'b'),
                 "ns-" + times(48, 'a') + "-f15487db"},
        NameCase{"dra-N9", times(53, 'a') + "." + times(14, 'b'), times(53, 'a') + ".-202fadf9"},
        NameCase{"dra-N10", times(70, '-'), "3b4c0abf"}));

TEST(TemplateName, IsMadeOfTheContent) {
  EXPECT_EQ(template_name("abc"), "npu-ba7816bf8f01cfea") << "FIPS 180-2, appendix B.1";
}

TEST(DnsLabel, HasNoDotAndNoLooseDash) {
  EXPECT_TRUE(is_dns_label("a-0"));
  EXPECT_TRUE(is_dns_label(times(63, 'a')));
  for (const std::string& text : {std::string(), std::string("a.b"), std::string("-a"),
                                  std::string("a-"), std::string("A"), times(64, 'a')})
    EXPECT_FALSE(is_dns_label(text)) << text;
}

}  // namespace
}  // namespace npushare::convert
