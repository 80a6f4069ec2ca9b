#include <gtest/gtest.h>

#include "scheduler/cli/show_command.hpp"
#include "tests/support/cli_golden.hpp"
#include "tests/support/cli_shown.hpp"

namespace npushare::cli {
namespace {

constexpr const char* kLeaks =
    R"({"at":"2026-12-01T12:00:00Z","claims":9,"policy":"report","leaks":[
  {"class":"L1","kind":"orphan","claim":"ai/ai-train-app-ascend310p","since":"","devices":[],
   "evidence":"waits for devices; no pod refers to it"},
  {"class":"L3","kind":"unreserved","claim":"ai/left","since":"","devices":[{"device":"d/n/npu-0-0"}],
   "holds":{"memoryMiB":8192,"cores":50},"evidence":"kept for nobody \u001b[31mred"}]})";

constexpr const char* kRepair = R"({"policy":"delete-own","stopped":"20 claims were deleted",
  "decisions":[{"outcome":"deleted","claim":"ai/a","devices":[],"evidence":"no pod","why":""},
               {"outcome":"spared","claim":"ai/b","devices":[],"evidence":"x","why":"it is used"}]})";

bool has(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

TEST(LeaksPage, ShowsEachKindWithWhatItMeans) {
  FakeTransport transport;
  transport.on("GET /v1/leaks", 200, kLeaks);

  const Shown seen = shown({.subject = Subject::kLeaks}, transport);

  EXPECT_EQ(seen.exit_code, kExitDiffers);
  expect_tidy(seen.out);
  EXPECT_TRUE(has(seen.out, "orphan (1)")) << seen.out;
  EXPECT_TRUE(has(seen.out, "a new claim of that name is refused")) << seen.out;
  EXPECT_TRUE(has(seen.out, "8192 MiB, cores 50")) << seen.out;
}

TEST(LeaksPage, SaysWhenThereAreNone) {
  FakeTransport transport;
  transport.on("GET /v1/leaks", 200, R"({"at":"2026-12-01T12:00:00Z","claims":9,"leaks":[]})");

  const Shown seen = shown({.subject = Subject::kLeaks}, transport);

  EXPECT_EQ(seen.exit_code, kExitFine);
  EXPECT_EQ(seen.out, "No claim is leaked; 9 were looked at.\n");
}

TEST(LeaksPage, FixesUnderThePolicyAskedFor) {
  FakeTransport transport;
  transport.on("POST /v1/leaks?policy=delete-own", 200, R"({"stopped":"","decisions":[]})");
  transport.on("POST /v1/leaks?policy=delete-hami-shaped", 200, kRepair);

  const Shown own = shown({.subject = Subject::kLeaks, .fixes = true}, transport);
  const Shown hami =
      shown({.subject = Subject::kLeaks, .fixes = true, .fixes_hami_shaped = true}, transport);

  EXPECT_EQ(own.exit_code, kExitFine);
  EXPECT_EQ(own.out, "There was nothing to delete.\n");
  EXPECT_EQ(hami.exit_code, kExitDiffers);
  EXPECT_TRUE(has(hami.out, "it is used")) << hami.out;
  EXPECT_TRUE(has(hami.out, "stopped: 20 claims were deleted")) << hami.out;
}

TEST(LeaksPage, AnAnswerOfAnotherShapeIsAFailure) {
  FakeTransport transport;
  transport.on("GET /v1/leaks", 200, "{}");

  EXPECT_EQ(shown({.subject = Subject::kLeaks}, transport).exit_code, kExitDiffers);
}

}  // namespace
}  // namespace npushare::cli
