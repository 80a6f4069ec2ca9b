// A service that finds its cluster in a kubeconfig: spec/kube-scheduler-extender.md 4.4.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/service_client.hpp"

namespace npushare::service_test {
namespace {

using testing::HasSubstr;

std::string kubeconfig_for(std::uint16_t port, const std::string& user) {
  return "current-context: other\n"
         "contexts:\n"
         "- {name: lab, context: {cluster: lab, user: me}}\n"
         "clusters:\n"
         "- {name: lab, cluster: {server: 'http://127.0.0.1:" +
         std::to_string(port) + "'}}\nusers:\n- name: me\n  user: " + user + "\n";
}

Result<std::unique_ptr<App>> made_with(const std::string& path, const std::string& context) {
  ServeOptions options;
  options.kubeconfig_path = path;
  options.context = context;
  options.listen = "127.0.0.1:0";
  return App::make(options);
}

TEST(KubeconfigService, KeepsItsBooksFromTheClusterOfTheContext) {
  Service cluster;
  ASSERT_TRUE(cluster.wait_until_ready());
  const ScratchFile file(kubeconfig_for(cluster.app().embedded_port(), "{token: t}"));

  const Result<std::unique_ptr<App>> app = made_with(file.path(), "lab");

  ASSERT_TRUE(app) << app.error().message;
  ASSERT_TRUE((*app)->start());
  EXPECT_TRUE((*app)->wait_until_ready());
  const Answer ledgers = call((*app)->port(), "GET", "/v1/ledgers");
  EXPECT_EQ(ledgers.json["nodes"].items().at(0)["name"].string(), "n1");
}

TEST(KubeconfigService, NamesTheFileThatIsMissingOrTheContext) {
  const ScratchFile file(kubeconfig_for(1, "{token: t}"));

  const auto no_file = made_with("/nowhere/config", "");
  const auto no_context = made_with(file.path(), "");

  ASSERT_FALSE(no_file);
  EXPECT_THAT(no_file.error().message, HasSubstr("/nowhere/config: there is no kubeconfig"));
  ASSERT_FALSE(no_context);
  EXPECT_THAT(no_context.error().message,
              HasSubstr(file.path() + ": there is no context \"other\"; there is lab"));
}

TEST(KubeconfigService, RefusesAServerThatIsNoAddressByTheNameOfItsContext) {
  const ScratchFile file(
      "contexts: [{name: x, context: {cluster: c}}]\n"
      "clusters: [{name: c, cluster: {server: 'tcp://somewhere'}}]\n");

  const auto app = made_with(file.path(), "x");

  ASSERT_FALSE(app);
  EXPECT_THAT(app.error().message, HasSubstr("context \"x\": "));
  EXPECT_THAT(app.error().message, HasSubstr("neither http nor https"));
}

TEST(KubeconfigService, IsOneClusterOfSeveral) {
  ServeOptions options;
  options.kubeconfig_path = "a";
  options.server_url = "http://b";

  const auto app = App::make(options);

  ASSERT_FALSE(app);
  EXPECT_THAT(app.error().message, HasSubstr("exclude one another"));
}

}  // namespace
}  // namespace npushare::service_test
