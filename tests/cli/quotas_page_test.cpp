#include "scheduler/cli/quotas_page.hpp"

#include <gmock/gmock.h>

#include "tests/support/cli_golden.hpp"
#include "tests/support/cli_shown.hpp"

namespace npushare::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char* kQuotas = R"json({"quotas":[
  {"namespace":"ai","quota":"npu","key":"limits.huawei.com/Ascend310P-memory",
   "model":"Ascend310P","resource":"memory","used":8192,"limit":12288,"doubt":""},
  {"namespace":"ai","quota":"npu","key":"limits.huawei.com/Ascend310P-core",
   "model":"Ascend310P","resource":"cores","used":60,"limit":60,"doubt":""},
  {"namespace":"lab","quota":"slip","key":"limits.huawei.com/Ascend310P-memory",
   "model":"Ascend310P","resource":"memory","used":20480,"limit":10737418240,
   "doubt":"\"10Gi\" is 10737418240 MiB, which limits nothing; for 10GiB write 10240"},
  {"namespace":"web\u001b[31m","quota":"few","key":"limits.huawei.com/Ascend310P",
   "model":"Ascend310P","resource":"shares","used":3,"limit":2,"doubt":""}]})json";

TEST(QuotasPage, ShowsWhatIsUsedLeftAndHardlyMeant) {
  FakeTransport transport;
  transport.on("GET /v1/quotas", 200, kQuotas);

  const Shown seen = shown({.subject = Subject::kQuotas}, transport);

  EXPECT_EQ(seen.exit_code, kExitFine);
  expect_tidy(seen.out);
  expect_golden("quotas", seen.out);
}

TEST(QuotasPage, ShowsTheKeysTooWhereThereIsRoom) {
  FakeTransport transport;
  transport.on("GET /v1/quotas", 200, kQuotas);

  const Shown seen = shown({.subject = Subject::kQuotas, .output = Output::kWide}, transport);

  expect_tidy(seen.out, 160);
  EXPECT_THAT(seen.out, HasSubstr("limits.huawei.com/Ascend310P-core"));
}

TEST(QuotasPage, KeepsToOneNamespace) {
  FakeTransport transport;
  transport.on("GET /v1/quotas", 200, kQuotas);

  const Shown seen = shown({.subject = Subject::kQuotas, .space = "lab"}, transport);

  EXPECT_THAT(seen.out, HasSubstr("lab"));
  EXPECT_THAT(seen.out, Not(HasSubstr("ai ")));
  EXPECT_THAT(seen.out, HasSubstr("1 limit of 1 namespace, 0 spent"));
}

TEST(QuotasPage, SaysThatThereAreNone) {
  FakeTransport transport;
  transport.on("GET /v1/quotas", 200, R"({"quotas":[]})");

  EXPECT_EQ(shown({.subject = Subject::kQuotas}, transport).out,
            "No namespace has a quota of NPUs.\n");
}

TEST(QuotasPage, RefusesAnAnswerOfAnotherShape) {
  FakeTransport transport;
  transport.on("GET /v1/quotas", 200, R"({"items":[]})");

  const Shown seen = shown({.subject = Subject::kQuotas}, transport);

  EXPECT_EQ(seen.exit_code, kExitDiffers);
  EXPECT_THAT(seen.err, HasSubstr("no list `quotas`"));
}

}  // namespace
}  // namespace npushare::cli
