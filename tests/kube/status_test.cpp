// What refusals of the API server mean; the bodies are recorded from kube-apiserver 1.37.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "scheduler/kube/rest_client.hpp"

namespace npushare::kube {
namespace {

using testing::HasSubstr;

std::string recorded(const std::string& name) {
  const std::ifstream file(std::string(NPUSHARE_TESTS) + "/kube/recorded/" + name + ".body");
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

struct RecordedCase {
  std::string file;
  unsigned status;
  ErrorCode code;
  std::string words;
};

class RecordedRefusal : public testing::TestWithParam<RecordedCase> {};

TEST_P(RecordedRefusal, BecomesAnErrorToActOn) {
  const Reply reply{.status = GetParam().status, .body = recorded(GetParam().file)};
  ASSERT_FALSE(reply.body.empty());

  const Error error = error_of(reply, "the call");

  EXPECT_EQ(error.code, GetParam().code);
  EXPECT_THAT(error.message, testing::StartsWith("the call: "));
  EXPECT_THAT(error.message, HasSubstr(GetParam().words));
}

INSTANTIATE_TEST_SUITE_P(
    Bodies, RecordedRefusal,
    testing::Values(
        RecordedCase{"bind-already", 409, ErrorCode::kConflict, "is already assigned to node"},
        RecordedCase{"bind-wrong-uid", 409, ErrorCode::kConflict, "UID in precondition"},
        RecordedCase{"bind-not-found", 404, ErrorCode::kNotFound, "pods \"nope\" not found"},
        RecordedCase{"patch-conflict", 409, ErrorCode::kConflict, "has been modified"},
        RecordedCase{"patch-jsonpatch-test-fails", 422, ErrorCode::kConflict,
                     "rejected our request"},
        RecordedCase{"list-continue-expired", 410, ErrorCode::kExpired, "continue parameter"},
        RecordedCase{"unauthorized", 401, ErrorCode::kUnauthorized, "Unauthorized"},
        RecordedCase{"forbidden-anonymous", 403, ErrorCode::kUnauthorized, "cannot list"},
        RecordedCase{"unknown-path", 404, ErrorCode::kNotFound, "404 page not found"}));

struct StatusCase {
  unsigned status;
  ErrorCode code;
};

class PlainRefusal : public testing::TestWithParam<StatusCase> {};

TEST_P(PlainRefusal, IsReadFromItsStatusAlone) {
  const Error error = error_of({.status = GetParam().status, .body = "no\n"}, "x");

  EXPECT_EQ(error.code, GetParam().code);
}

INSTANTIATE_TEST_SUITE_P(
    Statuses, PlainRefusal,
    testing::Values(StatusCase{302, ErrorCode::kInternal}, StatusCase{400, ErrorCode::kInvalid},
                    StatusCase{408, ErrorCode::kTimeout}, StatusCase{413, ErrorCode::kTooLarge},
                    StatusCase{415, ErrorCode::kInvalid}, StatusCase{422, ErrorCode::kInvalid},
                    StatusCase{429, ErrorCode::kBusy}, StatusCase{500, ErrorCode::kInternal},
                    StatusCase{502, ErrorCode::kInternal}, StatusCase{503, ErrorCode::kBusy},
                    StatusCase{504, ErrorCode::kBusy}));

TEST(ErrorOf, KnowsAFailedPreconditionFromAnInvalidObject) {
  const auto invalid = [](const std::string& message) {
    return error_of({.status = 422,
                     .body = R"({"kind":"Status","reason":"Invalid","code":422,"message":")" +
                             message + "\"}"},
                    "patch")
        .code;
  };

  EXPECT_EQ(invalid("Pod \\\"p\\\" is invalid: metadata.uid: Invalid value: field is immutable"),
            ErrorCode::kConflict);
  EXPECT_EQ(invalid("Pod \\\"p\\\" is invalid: metadata.annotations: Invalid value"),
            ErrorCode::kInvalid);
}

TEST(ErrorOf, KeepsAnEndlessMessageShort) {
  EXPECT_LT(error_of({.status = 500, .body = std::string(1'000'000, 'x')}, "x").message.size(),
            1100U);
}

}  // namespace
}  // namespace npushare::kube
