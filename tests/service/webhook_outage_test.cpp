// A webhook that cannot be asked, and one whose process ends between its answer and the Binding.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/service_client.hpp"
#include "tests/support/service_webhook.hpp"

namespace npushare::service_test {
namespace {

using testing::HasSubstr;
using wire::Json;

/// A scheduler that has looked for pods before there were any.
constexpr const char* kNobodySchedules = R"(
plugin: {delay: 1ms}
scheduler: {every: 24h}
nodes:
- {name: n1, mode: soft, slots: 7, chips: [{uuid: A}]}
)";

class WebhookOutage : public testing::Test {
 protected:
  WebhookOutage() {
    cluster.wait_until_ready();
    cluster.create(a_pod("p", "8192", 20));
    binding = binding_of(cluster.pod("p").json, "n1");
  }
  std::unique_ptr<App> replica() {
    ServeOptions options;
    options.server_url = "http://127.0.0.1:" + std::to_string(cluster.app().embedded_port());
    options.config_path = config.path();
    options.listen = "127.0.0.1:0";
    Result<std::unique_ptr<App>> made = App::make(options);
    if (!made) throw std::runtime_error(made.error().message);
    if (const Result<> started = (*made)->start(); !started)
      throw std::runtime_error(started.error().message);
    (*made)->wait_until_ready();
    return *std::move(made);
  }
  Answer carry_out(const Json& wanted) {
    return cluster.api("POST", "/api/v1/namespaces/default/pods/p/binding", wanted.text());
  }
  static std::int64_t memory(const App& app) {
    const Json nodes = call(app.port(), "GET", "/v1/ledgers").json["nodes"];
    return nodes.items().at(0)["chips"].items().at(0).at("used", "memoryMiB").integer();
  }

  Service cluster{kNobodySchedules};
  ScratchFile config{"{}\n"};
  Json binding;
};

TEST_F(WebhookOutage, ABindingThatArrivesAfterTheProcessHasEndedIsOnTheNextOnesBooks) {
  Reviewed told;
  {
    const auto first = replica();
    told = ask_webhook(first->port(), binding);
    ASSERT_TRUE(told.is_allowed) << told.message;
    EXPECT_EQ(memory(*first), 8192);
  }
  const auto next = replica();

  EXPECT_EQ(carry_out(told.binding).status, 201U);

  EXPECT_TRUE(wait_for([&] { return cluster.phase("p") == "Running"; }));
  EXPECT_TRUE(wait_for([&] { return memory(*next) == 8192; }));
}

TEST_F(WebhookOutage, ABindingThatNeverArrivesIsAdmittedAgainByTheNextProcess) {
  {
    const auto first = replica();
    ASSERT_TRUE(ask_webhook(first->port(), binding).is_allowed);
  }
  const auto next = replica();
  EXPECT_EQ(memory(*next), 0) << "nothing but the lock is left";

  const Reviewed again = ask_webhook(next->port(), binding);

  ASSERT_TRUE(again.is_allowed) << again.message;
  EXPECT_EQ(grants_in(again.binding), "A,Ascend310P,8192,20:;");
  EXPECT_EQ(carry_out(again.binding).status, 201U);
  EXPECT_TRUE(wait_for([&] { return cluster.phase("p") == "Running"; }));
}

TEST_F(WebhookOutage, TheSameQuestionGetsTheSameAnswer) {
  const auto service = replica();

  const Reviewed first = ask_webhook(service->port(), binding);
  const Reviewed again = ask_webhook(service->port(), binding);

  ASSERT_TRUE(again.is_allowed) << again.message;
  EXPECT_EQ(grants_in(again.binding), grants_in(first.binding));
  EXPECT_EQ(memory(*service), 8192);
}

/// failurePolicy: Fail.
TEST(WebhookThatIsDown, KeepsThePodWaitingWithItsName) {
  Service service(R"(
plugin: {delay: 1ms}
scheduler: {every: 20ms, bindVerb: false}
webhooks: [{url: "http://127.0.0.1:9/webhook/bindings", timeoutSeconds: 1}]
nodes:
- {name: n1, mode: soft, slots: 7, chips: [{uuid: A}]}
)");
  ASSERT_TRUE(service.wait_until_ready());

  service.create(a_pod("p", "8192", 20));

  ASSERT_TRUE(
      wait_for([&] { return !service.pod("p").json.at("status", "conditions").is_null(); }));
  const Json pod = service.pod("p").json;
  EXPECT_THAT(pod.at("status", "conditions").items().at(0)["message"].string(),
              HasSubstr("failed calling webhook \"binding.npushare.io\""));
  EXPECT_EQ(pod.at("spec", "nodeName").string(), "");
}

}  // namespace
}  // namespace npushare::service_test
