// Two replicas on one API server: spec/kube-scheduler-extender.md 4.6.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/service_client.hpp"

namespace npushare::service_test {
namespace {

using testing::HasSubstr;

std::unique_ptr<App> a_replica(const ScratchFile& config, std::uint16_t api) {
  ServeOptions options;
  options.server_url = "http://127.0.0.1:" + std::to_string(api);
  options.config_path = config.path();
  options.listen = "127.0.0.1:0";
  Result<std::unique_ptr<App>> made = App::make(options);
  if (!made) throw std::runtime_error(made.error().message);
  if (const Result<> started = (*made)->start(); !started)
    throw std::runtime_error(started.error().message);
  return *std::move(made);
}

class LeadershipTest : public testing::Test {
 protected:
  LeadershipTest() { cluster_.wait_until_ready(); }

  std::unique_ptr<App> replica() { return a_replica(config_, cluster_.app().embedded_port()); }

  Service cluster_;
  ScratchFile config_{"leaderElection: {namespace: default, name: npushare}\n"};
};

TEST_F(LeadershipTest, OneLeadsAndTheOtherKeepsItsBooksWarm) {
  const auto first = replica();
  ASSERT_TRUE(first->wait_until_ready());
  const auto second = replica();
  ASSERT_TRUE(wait_for([&] {
    return call(second->port(), "GET", "/v1/ledgers").json["nodes"].items().size() == 1U;
  }));
  ASSERT_TRUE(wait_for([&] {
    return call(second->port(), "GET", "/readyz").text.find("nobody leads yet") ==
           std::string::npos;
  }));

  const Answer ready = call(second->port(), "GET", "/readyz?verbose");
  const Answer bound = call(second->port(), "POST", "/bind",
                            R"({"PodName":"p","PodNamespace":"default","PodUID":"u","Node":"n1"})");

  EXPECT_EQ(ready.status, 503U);
  EXPECT_THAT(ready.text, HasSubstr("[-]leadership: held by "));
  EXPECT_EQ(bound.status, 503U);
}

TEST_F(LeadershipTest, TheOtherTakesOverFromOneThatEnds) {
  auto first = replica();
  ASSERT_TRUE(first->wait_until_ready());
  const auto second = replica();
  ASSERT_TRUE(wait_for([&] {
    return call(second->port(), "GET", "/readyz").text.find("held by") != std::string::npos;
  }));

  first->stop();

  EXPECT_TRUE(wait_for([&] { return second->is_ready(); }));

  const auto events_of_the_lease = [&] {
    std::size_t count = 0;
    const char* path = "/apis/events.k8s.io/v1/namespaces/default/events";
    const wire::Json list = cluster_.api("GET", path).json;
    for (const wire::Json& event : list["items"].items())
      if (event["reason"].string() == "LeaderChanged" && event["type"].string() == "Normal" &&
          event.at("regarding", "kind").string() == "Lease" &&
          event.at("regarding", "name").string() == "npushare")
        ++count;
    return count;
  };
  EXPECT_TRUE(wait_for([&] { return events_of_the_lease() > 0U; }));
}

}  // namespace
}  // namespace npushare::service_test
