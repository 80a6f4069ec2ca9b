#include "scheduler/cli/service.hpp"

#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "scheduler/cli/http_client.hpp"
#include "scheduler/cli/url.hpp"
#include "tests/support/cli_transport.hpp"

namespace npushare::cli {
namespace {

TEST(Service, EncodesWhatItPutsIntoAQuery) {
  FakeTransport transport;
  transport.on("GET /v1/explain?namespace=a%20b&pod=c%2Fd%26e", 200, "{}");
  transport.on("GET /v1/ledgers?node=n%231", 200, "{}");

  EXPECT_TRUE(ask_explanation(transport, "a b", "c/d&e"));
  EXPECT_TRUE(ask_ledgers(transport, "n#1"));
}

TEST(Service, PostsAManifest) {
  FakeTransport transport;
  transport.on("POST /v1/explain", 200, "{}");

  ASSERT_TRUE(ask_explanation_of(transport, R"({"kind":"Pod"})"));

  EXPECT_EQ(transport.bodies.at(0), R"({"kind":"Pod"})");
}

struct Refused {
  unsigned status;
  std::string body;
  ErrorCode code;
  std::string message;
};

TEST(Service, PassesOnWhatTheServiceSays) {
  for (const Refused& refused :
       {Refused{404, R"({"error":"no pod ai/x"})", ErrorCode::kNotFound, "no pod ai/x"},
        Refused{409, R"({"kind":"Status","message":"taken"})", ErrorCode::kConflict, "taken"},
        Refused{400, "plain", ErrorCode::kInvalid, "the answer was HTTP status 400"},
        Refused{503, R"({"error":"not ready"})", ErrorCode::kBusy, "not ready"},
        Refused{500, "", ErrorCode::kInternal, "the answer was HTTP status 500"},
        Refused{302, "", ErrorCode::kInvalid, "the answer was HTTP status 302"}}) {
    FakeTransport transport;
    transport.on("GET /v1/ledgers", refused.status, refused.body);

    const Result<wire::Json> answer = ask_ledgers(transport, "");

    ASSERT_FALSE(answer) << refused.status;
    EXPECT_EQ(answer.error().code, refused.code) << refused.status;
    EXPECT_EQ(answer.error().message, refused.message);
  }
}

TEST(Service, SaysWhenAnAnswerIsNoJson) {
  FakeTransport transport;
  transport.on("GET /v1/ledgers", 200, "<html>");

  const Result<wire::Json> answer = ask_ledgers(transport, "");

  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, ErrorCode::kInternal);
  EXPECT_NE(answer.error().message.find("is this URL an npushare service?"), std::string::npos);
}

struct Address {
  std::string url;
  std::string host;
  std::string port;
  bool tls;
};

TEST(Url, ReadsAddressesAsPeopleTypeThem) {
  for (const Address& address :
       {Address{"http://127.0.0.1:8080", "127.0.0.1", "8080", false},
        Address{"http://n1/", "n1", "80", false}, Address{"https://n1", "n1", "443", true},
        Address{"https://[::1]:6443", "::1", "6443", true},
        Address{"localhost:9000", "localhost", "9000", false}}) {
    const Result<kube::Endpoint> endpoint = endpoint_of(address.url);
    ASSERT_TRUE(endpoint) << address.url;
    EXPECT_EQ(endpoint->host, address.host);
    EXPECT_EQ(endpoint->port, address.port);
    EXPECT_EQ(endpoint->tls, address.tls);
  }
}

TEST(Url, RefusesWhatIsNoAddressOfAService) {
  for (const char* url : {"", "http://", "ftp://n1", "http://n1/path", "http://n1?x=1",
                          "http://n1#f", "http://user@n1", "http://n 1", "http://n1:port"}) {
    const Result<kube::Endpoint> endpoint = endpoint_of(url);
    ASSERT_FALSE(endpoint) << url;
    EXPECT_EQ(endpoint.error().code, ErrorCode::kInvalid);
    EXPECT_NE(endpoint.error().message.find("write http://HOST:PORT"), std::string::npos);
  }
}

/// A port on which nobody listens: it was ours a moment ago.
int closed_port() {
  const int listener = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof(address);
  const bool is_bound = ::bind(listener, reinterpret_cast<const sockaddr*>(&address), size) == 0 &&
                        ::getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size) == 0;
  ::close(listener);
  return is_bound ? ntohs(address.sin_port) : 0;
}

TEST(HttpClient, SaysInOneSentenceWhatCannotBeReachedAndWhatToTry) {
  const std::string url = "http://127.0.0.1:" + std::to_string(closed_port());
  Result<std::unique_ptr<HttpClient>> client = HttpClient::open(url, "try another");
  ASSERT_TRUE(client);

  const Result<wire::Json> answer = ask_ledgers(**client, "");

  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, ErrorCode::kTimeout);
  EXPECT_TRUE(answer.error().message.starts_with("cannot reach " + url + ": "))
      << answer.error().message;
  EXPECT_TRUE(answer.error().message.ends_with("; try another")) << answer.error().message;
}

}  // namespace
}  // namespace npushare::cli
