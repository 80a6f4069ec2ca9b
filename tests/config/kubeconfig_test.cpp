// Which context, cluster and user: spec/kube-scheduler-extender.md 4.4.
#include "config/kubeconfig.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace npushare::config {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* kTwoContexts = R"(
apiVersion: v1
kind: Config
preferences: {}
current-context: lab
clusters:
- name: c-lab
  cluster: {server: "https://10.0.0.1:6443", tls-server-name: api.lab}
- name: c-other
  cluster: {server: "https://10.0.0.2:6443", proxy-url: "http://proxy:3128"}
contexts:
- name: lab
  context: {cluster: c-lab, user: me, namespace: kube-system}
- name: other
  context: {cluster: c-other, user: me}
- name: nobody
  context: {cluster: c-lab, user: ""}
users:
- name: me
  user: {token: abc}
- name: somebody-else
  user: {auth-provider: {name: gcp}}
)";

Result<Kubeconfig> read(const std::string& yaml, std::string_view context = {}) {
  return read_kubeconfig({{"/etc/kube/config", yaml}}, context);
}

TEST(Kubeconfig, FollowsTheCurrentContextToItsClusterAndUser) {
  const Result<Kubeconfig> config = read(kTwoContexts);

  ASSERT_TRUE(config) << config.error().message;
  EXPECT_EQ(config->context, "lab");
  EXPECT_EQ(config->space, "kube-system");
  EXPECT_EQ(config->cluster.server, "https://10.0.0.1:6443");
  EXPECT_EQ(config->cluster.tls_server_name, "api.lab");
  EXPECT_EQ(config->user.token, "abc");
  EXPECT_THAT(config->warnings, IsEmpty());
}

TEST(Kubeconfig, TakesAnotherContextByName) {
  const Result<Kubeconfig> nobody = read(kTwoContexts, "nobody");
  const Result<Kubeconfig> other = read(kTwoContexts, "other");

  ASSERT_TRUE(nobody) << nobody.error().message;
  EXPECT_EQ(nobody->user.token, "");
  ASSERT_FALSE(other);
  EXPECT_THAT(other.error().message,
              HasSubstr("/etc/kube/config:10: clusters[1].cluster.proxy-url: proxies are not"));
}

TEST(Kubeconfig, NamesTheContextsThereAreWhenAskedForAnother) {
  const Result<Kubeconfig> misspelt = read(kTwoContexts, "othre");
  const Result<Kubeconfig> unknown = read(kTwoContexts, "production");

  ASSERT_FALSE(misspelt);
  EXPECT_THAT(misspelt.error().message, HasSubstr("did you mean \"other\"?"));
  ASSERT_FALSE(unknown);
  EXPECT_THAT(unknown.error().message, HasSubstr("there is lab, other, nobody"));
}

TEST(Kubeconfig, WantsAContextNamedWhenTheFileNamesNone) {
  const Result<Kubeconfig> config = read("clusters: null\ncontexts: []\ncurrent-context: ''\n");
  const Result<Kubeconfig> empty = read("");

  ASSERT_FALSE(config);
  EXPECT_THAT(config.error().message, HasSubstr("no current-context; choose one with --context"));
  ASSERT_FALSE(empty);
  EXPECT_THAT(empty.error().message, HasSubstr("the files name no context at all"));
}

TEST(Kubeconfig, OfSeveralFilesTheFirstDecides) {
  const std::vector<KubeconfigFile> files = {
      {"/a/one", "users:\n- name: me\n  user: {tokenFile: here}\n"},
      {"/b/two", kTwoContexts},
      {"/c/three",
       "current-context: other\nclusters:\n- name: c-lab\n  cluster: {server: 'https://no'}\n"}};

  const Result<Kubeconfig> config = read_kubeconfig(files, "");

  ASSERT_TRUE(config) << config.error().message;
  EXPECT_EQ(config->context, "lab");
  EXPECT_EQ(config->cluster.server, "https://10.0.0.1:6443");
  EXPECT_EQ(config->user.token, "");
  EXPECT_EQ(config->user.token_file, "/a/here");  // from the folder of the file that says so
}

TEST(Kubeconfig, FindsItsFilesInTheVariableOrAtHome) {
  EXPECT_THAT(kubeconfig_paths("", "/home/me"), ElementsAre("/home/me/.kube/config"));
  EXPECT_THAT(kubeconfig_paths("/a", "/home/me"), ElementsAre("/a"));
  EXPECT_THAT(kubeconfig_paths(":/a::b:", "/home/me"), ElementsAre("/a", "b"));
}

struct Wrong {
  std::string name;
  std::string yaml;
  std::string words;
};

class KubeconfigRefuses : public testing::TestWithParam<Wrong> {};

TEST_P(KubeconfigRefuses, AndSaysWhereAndWhatToDo) {
  const Result<Kubeconfig> config = read(GetParam().yaml, "x");

  ASSERT_FALSE(config);
  EXPECT_EQ(config.error().code, ErrorCode::kInvalid);
  EXPECT_THAT(config.error().message, HasSubstr(GetParam().words));
}

std::string context_x(const std::string& inner, const std::string& rest = {}) {
  return "contexts:\n- name: x\n  context: " + inner + "\n" + rest;
}
std::string cluster_x(const std::string& inner) {
  return context_x("{cluster: c}", "clusters:\n- name: c\n  cluster: " + inner + "\n");
}

INSTANTIATE_TEST_SUITE_P(
    Files, KubeconfigRefuses,
    testing::Values(
        Wrong{"no_yaml", "a: [", "/etc/kube/config:1"},
        Wrong{"no_cluster", context_x("{namespace: n}"), "contexts[0].context.cluster: is missing"},
        Wrong{"no_context", context_x("text"), "contexts[0].context: must be a mapping"},
        Wrong{"unknown_cluster", context_x("{cluster: c}"),
              "contexts[0].context.cluster: \"c\" is not among the clusters"},
        Wrong{"unknown_user",
              context_x("{cluster: c, user: u}", "clusters: [{name: c, cluster: {server: a}}]\n"),
              "\"u\" is not among the users"},
        Wrong{"no_server", cluster_x("{}"), "clusters[0].cluster.server: is missing"},
        Wrong{"a_list_as_server", cluster_x("{server: [a]}"), "server: must be a single value"},
        Wrong{"misspelt", cluster_x("{server: a, certificate-autority: b}"),
              "did you mean \"certificate-authority\"?"},
        Wrong{"broken_data", cluster_x("{server: a, certificate-authority-data: 'a b'}"),
              "certificate-authority-data: is not base64"},
        Wrong{"authority_and_none",
              cluster_x("{server: a, certificate-authority: b, insecure-skip-tls-verify: true}"),
              "is set beside a certificate authority"}),
    [](const auto& test) { return test.param.name; });

TEST(Kubeconfig, WarnsOfAServerThatIsNotVerified) {
  const Result<Kubeconfig> config =
      read(cluster_x("{server: 'https://a', insecure-skip-tls-verify: true}"), "x");

  ASSERT_TRUE(config) << config.error().message;
  EXPECT_TRUE(config->cluster.skip_verify);
  EXPECT_THAT(config->warnings, ElementsAre(HasSubstr("anybody on the way can pose")));
}

TEST(Kubeconfig, ReadsTheAuthorityFromDataOrFromAFileBesideIt) {
  const Result<Kubeconfig> config = read(
      cluster_x("{server: a, certificate-authority-data: aGVsbG8=, certificate-authority: ../ca}"),
      "x");

  ASSERT_TRUE(config) << config.error().message;
  EXPECT_EQ(config->cluster.ca_pem, "hello");
  EXPECT_EQ(config->cluster.ca_file, "/etc/ca");
}

}  // namespace
}  // namespace npushare::config
