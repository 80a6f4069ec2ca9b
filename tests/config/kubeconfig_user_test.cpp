// As whom: spec/kube-scheduler-extender.md 4.4.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "config/kubeconfig.hpp"
#include "config/kubeconfig_parts.hpp"

namespace npushare::config {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;

Result<Kubeconfig> with_user(const std::string& user) {
  return read_kubeconfig({{"/etc/kube/config",
                           "contexts: [{name: x, context: {cluster: c, user: u}}]\n"
                           "clusters: [{name: c, cluster: {server: 'https://a'}}]\n"
                           "users:\n- name: u\n  user: " +
                               user + "\n"}},
                         "x");
}

TEST(KubeconfigUser, ShowsACertificateFromDataOrFiles) {
  const Result<Kubeconfig> config =
      with_user("{client-certificate: pki/me.crt, client-key-data: a2V5, client-key: /abs/me.key}");

  ASSERT_TRUE(config) << config.error().message;
  EXPECT_EQ(config->user.client_cert_file, "/etc/kube/pki/me.crt");
  EXPECT_EQ(config->user.client_cert_pem, "");
  EXPECT_EQ(config->user.client_key_pem, "key");
  EXPECT_EQ(config->user.client_key_file, "/abs/me.key");
}

TEST(KubeconfigUser, KeepsTokenAndTokenFileBoth) {
  const Result<Kubeconfig> config = with_user("{token: first, tokenFile: run/token}");

  ASSERT_TRUE(config) << config.error().message;
  EXPECT_EQ(config->user.token, "first");
  EXPECT_EQ(config->user.token_file, "/etc/kube/run/token");
}

TEST(KubeconfigUser, ActsAsSomebodyElse) {
  const Result<Kubeconfig> config = with_user(
      "{token: t, as: jane, as-uid: '7', as-groups: [a, b], as-user-extra: {scopes: [s1, s2]}}");

  ASSERT_TRUE(config) << config.error().message;
  EXPECT_EQ(config->user.as_user, "jane");
  EXPECT_EQ(config->user.as_uid, "7");
  EXPECT_THAT(config->user.as_groups, ElementsAre("a", "b"));
  EXPECT_THAT(config->user.as_extra, ElementsAre(Pair("scopes", ElementsAre("s1", "s2"))));
}

TEST(KubeconfigUser, WarnsOfAPassword) {
  const Result<Kubeconfig> config = with_user("{username: me, password: secret}");

  ASSERT_TRUE(config) << config.error().message;
  EXPECT_EQ(config->user.username, "me");
  EXPECT_EQ(config->user.password, "secret");
  ASSERT_EQ(config->warnings.size(), 1U);
  EXPECT_THAT(config->warnings[0], HasSubstr("/etc/kube/config:5: users[0].user.username:"));
  EXPECT_THAT(config->warnings[0], testing::Not(HasSubstr("secret")));
}

TEST(KubeconfigUser, RunsAPlugin) {
  const Result<Kubeconfig> config = with_user(R"(
    exec:
      apiVersion: client.authentication.k8s.io/v1
      command: ./bin/login
      args: [get-token, "--id=5"]
      env: [{name: REGION, value: eu}, {name: EMPTY, value: ""}]
      interactiveMode: IfAvailable
      installHint: get it from us
      provideClusterInfo: true)");

  ASSERT_TRUE(config) << config.error().message;
  ASSERT_TRUE(config->user.exec);
  const KubeExec& exec = *config->user.exec;
  EXPECT_EQ(exec.api_version, "client.authentication.k8s.io/v1");
  EXPECT_EQ(exec.command, "/etc/kube/bin/login");
  EXPECT_THAT(exec.arguments, ElementsAre("get-token", "--id=5"));
  EXPECT_THAT(exec.environment, ElementsAre(Pair("REGION", "eu"), Pair("EMPTY", "")));
  EXPECT_EQ(exec.install_hint, "get it from us");
  EXPECT_TRUE(exec.wants_cluster);
}

TEST(KubeconfigUser, LooksUpAPluginThatIsABareName) {
  const Result<Kubeconfig> config = with_user(
      "{exec: {apiVersion: client.authentication.k8s.io/v1beta1, command: aws, args: null}}");

  ASSERT_TRUE(config) << config.error().message;
  EXPECT_EQ(config->user.exec->command, "aws");
  EXPECT_THAT(config->user.exec->arguments, IsEmpty());
}

struct Wrong {
  std::string name;
  std::string user;
  std::string words;
};

class KubeconfigUserRefuses : public testing::TestWithParam<Wrong> {};

TEST_P(KubeconfigUserRefuses, AndSaysWhatToDo) {
  const Result<Kubeconfig> config = with_user(GetParam().user);

  ASSERT_FALSE(config);
  EXPECT_EQ(config.error().code, ErrorCode::kInvalid);
  EXPECT_THAT(config.error().message, HasSubstr(GetParam().words));
}

std::string plugin(const std::string& more, const std::string& version = "v1") {
  return "{exec: {apiVersion: client.authentication.k8s.io/" + version + ", " + more + "}}";
}

INSTANTIATE_TEST_SUITE_P(
    Users, KubeconfigUserRefuses,
    testing::Values(
        Wrong{"auth_provider", "{auth-provider: {name: gcp}}", "use `exec`"},
        Wrong{"interactive", plugin("command: a, interactiveMode: Always"),
              "interactiveMode: the plugin wants to ask somebody"},
        Wrong{"unknown_mode", plugin("command: a, interactiveMode: Maybe"), "is unknown"},
        Wrong{"old_plugin", plugin("command: a", "v1alpha1"), "exec.apiVersion"},
        Wrong{"no_command", plugin("args: [a]"), "exec.command: is missing"},
        Wrong{"nameless_variable", plugin("command: a, env: [{value: a}]"), "exec.env[0].name"},
        Wrong{"nested_argument", plugin("command: a, args: [[a]]"), "exec.args"},
        Wrong{"certificate_alone", "{client-certificate: a}", "client-certificate: has no key"},
        Wrong{"key_alone", "{client-key: a}", "client-key: has no certificate"},
        Wrong{"token_and_password", "{token: a, username: b, password: c}", "beside a token"},
        Wrong{"colon", "{username: 'a:b', password: c}", "has a colon"},
        Wrong{"groups_without_user", "{token: a, as-groups: [b]}", "users[0].user.as: is missing"},
        Wrong{"header_in_a_token", "{token: \"a\\r\\nX-Admin: yes\"}", "token: has a line break"},
        Wrong{"header_in_a_name", "{token: t, as: \"a\\nb\"}", "as: has a line break"},
        Wrong{"header_in_a_group", "{token: t, as: a, as-groups: [\"a\\nb\"]}", "as-groups"}),
    [](const auto& test) { return test.param.name; });

TEST(Base64, DecodesWhatTheStandardAllows) {
  EXPECT_EQ(from_base64(""), "");
  EXPECT_EQ(from_base64("Zg=="), "f");
  EXPECT_EQ(from_base64("Zm8="), "fo");
  EXPECT_EQ(from_base64("Zm9v"), "foo");
  EXPECT_EQ(from_base64("Zm9v\nYmE\r\n="), "fooba");
  EXPECT_EQ(from_base64("+/+/"), "\xFB\xFF\xBF");
  for (const char* wrong : {"Z", "Zg", "Zg=", "Zg===", "====", "Z===", "Zm9v!", "Z=9v", "Zm 9v"})
    EXPECT_EQ(from_base64(wrong), std::nullopt) << wrong;
}

}  // namespace
}  // namespace npushare::config
