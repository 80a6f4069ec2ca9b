// What a hostile or careless peer sends: each gets a clear answer, nothing changes, the service
// goes on.

#include <gtest/gtest.h>

#include "tests/support/service_client.hpp"

namespace npushare::service_test {
namespace {

class BadInput : public testing::Test {
 protected:
  BadInput() { service.wait_until_ready(); }

  /// The service still answers and its books are as empty as before.
  void expect_unharmed() {
    EXPECT_EQ(service.get("/healthz").status, 200U);
    EXPECT_EQ(service.get("/v1/ledgers").text.find("\"shares\":[{"), std::string::npos);
  }

  Answer filter(const std::string& memory, const std::string& count = "1") {
    return service.post(
        "/filter",
        R"({"Pod":{"metadata":{"name":"p","namespace":"default","uid":"u","annotations":)"
        R"({"huawei.com/vnpu-mode":"hami-core"}},"spec":{"containers":[{"name":"c","resources":)"
        R"({"limits":{"huawei.com/Ascend310P":")" +
            count + R"(","huawei.com/Ascend310P-memory":")" + memory +
            R"("}}}]}},"Nodes":null,"NodeNames":["n1"]})");
  }

  Service service;
};

// case-C138, kse-9.1-20..22, kse-9.1-54, hami-W1, hami-W7: filter says what is wrong in Error, with
// 200.
TEST_F(BadInput, IsAnsweredInTheErrorOfFilter) {
  const std::string deep = std::string(200, '[') + std::string(200, ']');
  for (const std::string& body :
       {std::string(), std::string("{"), std::string("{}"), std::string("[]"), std::string("null"),
        std::string(R"({"Pod":null,"NodeNames":["n1"]})"),
        std::string(R"({"Pod":{},"NodeNames":null})"), std::string(R"({"Pod":5})"),
        std::string(R"({"Pod":{"spec":[]},"NodeNames":[]})"),
        R"({"Pod":)" + deep + R"(,"NodeNames":["n1"]})", std::string("\xef\xbb\xbf{}"),
        std::string(1 << 20, ' ')}) {
    const Answer answer = service.post("/filter", body);
    EXPECT_EQ(answer.status, 200U) << body.substr(0, 60);
    EXPECT_NE(answer.json["Error"].string(), "") << body.substr(0, 60);
  }
  expect_unharmed();
}

// case-C138, case-C144, hami-W7: bind too, with 200, JSON and a text.
TEST_F(BadInput, IsAnsweredInTheErrorOfBind) {
  for (const char* body :
       {"", "{", "{}", "[]",
        R"({"PodName":"p","PodNamespace":"default","PodUID":"u","Node":"nowhere"})",
        R"({"PodName":"../../x","PodNamespace":"default","PodUID":"u","Node":"n1"})",
        R"({"PodName":5})"}) {
    const Answer answer = service.post("/bind", body);
    EXPECT_EQ(answer.status, 200U) << body;
    EXPECT_NE(answer.json["Error"].string(), "") << body;
  }
  expect_unharmed();
}

// kse-9.1-29
TEST_F(BadInput, Is400ForPrioritize) {
  EXPECT_EQ(service.post("/prioritize", "{").status, 400U);
  expect_unharmed();
}

// kse-9.1-51, kse-9.1-52, hami-W5, hami-W6: paths and methods.
TEST_F(BadInput, NamesThePathsAndMethodsThereAre) {
  EXPECT_EQ(service.get("/scheduler/filter").status, 405U);
  EXPECT_EQ(service.get("/filter").status, 405U);
  EXPECT_EQ(service.post("/scheduler/nope", "{}").status, 404U);
  EXPECT_EQ(service.get("/healthz").status, 200U);
  EXPECT_EQ(service.get("/readyz").status, 200U);
}

// kse-9.1-53: 300 MiB where 256 MiB are the limit.
TEST_F(BadInput, Is413AboveTheBodyLimit) {
  const Answer answer = service.post("/filter", std::string(std::size_t{300} << 20, ' '));

  EXPECT_TRUE(answer.status == 413U || answer.status == 0U)
      << answer.status;  // closed while we still send
  expect_unharmed();
}

// case-C117, case-C119: unit mistakes are refused on every node with a hint, never wrapped, never
// 0.
TEST_F(BadInput, GetsAHintForAWrongUnit) {
  for (const char* memory : {"16Gi", "-1m", "-100", "4294967296", "1e30", "0x10", "8192Mi", ""}) {
    const Answer answer = filter(memory);
    EXPECT_EQ(answer.json["Error"].string(), "") << memory;
    EXPECT_EQ(answer.json["NodeNames"].items().size(), 0U) << memory << ' ' << answer.text;
    EXPECT_NE(answer.json.at("FailedAndUnresolvableNodes", "n1").string(), "")
        << memory << ' ' << answer.text;
  }
  EXPECT_NE(filter("16Gi").text.find("MiB"), std::string::npos);
  EXPECT_EQ(filter("8192", "99999999999").json["NodeNames"].items().size(), 0U);
  expect_unharmed();
}

// case-C165: more chips than the node has, although it has slots enough.
TEST_F(BadInput, TellsChipsFromSlots) {
  const Answer answer = filter("1000", "4");

  EXPECT_EQ(answer.json.at("FailedAndUnresolvableNodes", "n1").string(), "not enough NPUs");
}

TEST_F(BadInput, AnswersForTenThousandUnknownNodes) {
  std::string body =
      R"({"Pod":{"metadata":{"name":"p","namespace":"d","uid":"u"},"spec":{"containers":[{"name":"c",)"
      R"("resources":{"limits":{"huawei.com/Ascend310P":"1"}}}]}},"NodeNames":["n1")";
  for (int i = 0; i < 10'000; ++i) body += ",\"ghost-" + std::to_string(i) + '"';

  const Answer answer = service.post("/filter", body + "]}");

  EXPECT_EQ(answer.json["NodeNames"].items().size(), 1U);
  EXPECT_EQ(answer.json["FailedAndUnresolvableNodes"].members().size(), 10'000U);
}

}  // namespace
}  // namespace npushare::service_test
