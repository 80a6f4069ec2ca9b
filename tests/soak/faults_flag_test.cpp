// npushare serve --embedded FILE --faults FAULTS.

#include <gtest/gtest.h>

#include "scheduler/app/app.hpp"
#include "tests/support/service_client.hpp"

namespace npushare::service_test {
namespace {

const std::string kScript =
    "rules: [{fault: lose-reply, verb: bind, nth: 1}, {fault: status, code: 409, verb: patch,"
    " kind: nodes, nth: 1}]\n";

ServeOptions options_for(const ScratchFile& cluster, const ScratchFile& faults) {
  ServeOptions options;
  options.embedded_path = cluster.path();
  options.faults_path = faults.path();
  options.listen = "127.0.0.1:0";
  return options;
}

TEST(FaultsFlag, PlaysTheScriptInTheEmbeddedCluster) {
  const ScratchFile cluster(kSmallCluster);
  const ScratchFile faults(kScript);
  Result<std::unique_ptr<App>> app = App::make(options_for(cluster, faults));
  ASSERT_TRUE(app) << app.error().message;
  ASSERT_TRUE((*app)->start());
  ASSERT_TRUE((*app)->wait_until_ready());
  const std::uint16_t api = (*app)->embedded_port();

  call(api, "POST", "/api/v1/namespaces/default/pods", a_pod("p", "8192"));

  EXPECT_TRUE(wait_for([&] {
    return call(api, "GET", "/api/v1/namespaces/default/pods/p")
               .json.at("status", "phase")
               .string() == "Running";
  }));
  const Answer report = call(api, "GET", "/debug/faults");
  for (const wire::Json& rule : report.json["rules"].items())
    EXPECT_EQ(rule["injected"].integer(), 1) << rule.text();
}

TEST(FaultsFlag, RefusesABadScriptBeforeAnythingStarts) {
  const ScratchFile cluster(kSmallCluster);
  const ScratchFile faults("rules: [{fault: losereply}]\n");

  const Result<std::unique_ptr<App>> app = App::make(options_for(cluster, faults));

  ASSERT_FALSE(app);
  EXPECT_NE(app.error().message.find(faults.path() + ":1"), std::string::npos);
  EXPECT_NE(app.error().message.find("did you mean lose-reply?"), std::string::npos)
      << app.error().message;
}

}  // namespace
}  // namespace npushare::service_test
