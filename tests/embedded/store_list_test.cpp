#include <gtest/gtest.h>

#include "scheduler/embedded/page_token.hpp"
#include "tests/support/embedded_objects.hpp"

namespace npushare::embedded {
namespace {

using namespace testing_support;
using wire::Json;

std::string names_in(const Answer& list) {
  std::string names;
  for (const Json& item : list.body["items"].items())
    names += (names.empty() ? "" : " ") + item.at("metadata", "name").string();
  return names;
}

std::string continue_of(const Answer& list) {
  return list.body.at("metadata", "continue").string();
}

ListQuery page(std::size_t limit, std::string token = {}) {
  ListQuery query;
  query.limit = limit;
  query.continue_token = std::move(token);
  return query;
}

enum class Match { kNotOlder, kExact };

ListQuery at_version(std::string version, Match match) {
  ListQuery query;
  query.resource_version = std::move(version);
  query.is_exact = match == Match::kExact;
  return query;
}

void add_nodes(Store& store, int count) {
  for (int k = 1; k <= count; ++k)
    store.create(node_place({}), named("npu-node-" + std::to_string(k)));
}

void touch(Store& store, const std::string& node, int times) {
  for (int k = 0; k < times; ++k) {
    store.patch(node_place(node), Part::kMain, PatchType::kMerge,
                annotated(Json::object(), "touched", std::to_string(k)));
  }
}

struct SelectorCase {
  const char* name;
  const char* fields;
  const char* labels;
  const char* found;
};

void PrintTo(const SelectorCase& row, std::ostream* out) {
  *out << row.name;
}

class Selecting : public testing::TestWithParam<SelectorCase> {};

TEST_P(Selecting, FindsWhatMatches) {
  Store store(quiet_options());
  Json bound = a_pod("bound");
  bound.member("spec").set("nodeName", "n1");
  bound.member("metadata").member("labels").set("app", "check");
  store.create(pod_at({}), bound);
  store.create(pod_at({}), a_pod("free"));
  store.create(pod_place("other", {}), a_pod("far"));
  const auto selector = read_selector(pods(), GetParam().fields, GetParam().labels);
  ASSERT_TRUE(selector) << selector.error().message;
  ListQuery query;
  query.selector = *selector;

  EXPECT_EQ(names_in(store.list(pods(), query)), GetParam().found);
}

INSTANTIATE_TEST_SUITE_P(
    Terms, Selecting,
    testing::Values(SelectorCase{"name", "metadata.name=free", "", "free"},
                    SelectorCase{"double_equals", "metadata.name==free", "", "free"},
                    SelectorCase{"space", "metadata.namespace=other", "", "far"},
                    SelectorCase{"node", "spec.nodeName=n1", "", "bound"},
                    SelectorCase{"no_node", "spec.nodeName=", "", "free far"},
                    SelectorCase{"not_that_node", "spec.nodeName!=n1", "", "free far"},
                    SelectorCase{"both", "status.phase!=Failed,spec.nodeName!=", "", "bound"},
                    SelectorCase{"label", "", "app=check", "bound"},
                    SelectorCase{"not_that_label", "", "app!=check", "free far"},
                    SelectorCase{"empty_label", "", "app=", ""}));

TEST(Selecting, RefusesWhatItDoesNotKnow) {
  EXPECT_FALSE(read_selector(pods(), "spec.image=x", ""));
  EXPECT_FALSE(read_selector(nodes(), "spec.nodeName=x", ""));
  EXPECT_FALSE(read_selector(pods(), "", "app in (a,b)"));
}

TEST(Listing, PagesOneVersion) {
  Store store(quiet_options());
  add_nodes(store, 3);
  const Answer first = store.list(nodes(), page(2));
  store.remove(node_place("npu-node-3"), {});
  store.create(node_place({}), named("npu-node-4"));

  const Answer second = store.list(nodes(), page(2, continue_of(first)));

  EXPECT_EQ(names_in(first), "npu-node-1 npu-node-2");
  EXPECT_EQ(first.body.at("metadata", "remainingItemCount").integer(), 1);
  EXPECT_EQ(names_in(second), "npu-node-3");
  EXPECT_EQ(continue_of(second), "");
  EXPECT_EQ(second.body.at("metadata", "resourceVersion"),
            first.body.at("metadata", "resourceVersion"));
  EXPECT_EQ(first.body["kind"].string(), "NodeList");
}

TEST(Listing, EndsWithoutATokenOnAFullLastPage) {
  Store store(quiet_options());
  add_nodes(store, 2);

  EXPECT_EQ(continue_of(store.list(nodes(), page(2))), "");
  EXPECT_NE(continue_of(store.list(nodes(), page(1))), "");
}

TEST(Listing, WritesTheTokenThatTheApiServerWrites) {
  const std::string token = recorded("list-nodes-page").at("metadata", "continue").string();

  EXPECT_EQ(write_token({672, "npu-node-2"}), token);
  const Result<PageToken> read = read_token(token);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->version, 672U);
  EXPECT_EQ(read->last_key, "npu-node-2");
}

TEST(Listing, RefusesAnExpiredTokenAndOffersAFreshOne) {
  Store store(quiet_options(4));
  add_nodes(store, 3);
  const Answer first = store.list(nodes(), page(2));
  touch(store, "npu-node-1", 6);

  const Answer expired = store.list(nodes(), page(2, continue_of(first)));
  const Answer rest = store.list(nodes(), page(0, continue_of(expired)));

  EXPECT_EQ(expired.code, 410U);
  EXPECT_EQ(expired.body, recorded("list-continue-expired"));
  EXPECT_EQ(names_in(rest), "npu-node-3");
}

class BadToken : public testing::TestWithParam<const char*> {};

TEST_P(BadToken, Is400) {
  Store store(quiet_options());

  EXPECT_EQ(store.list(nodes(), page(0, GetParam())).code, 400U);
}

INSTANTIATE_TEST_SUITE_P(Tokens, BadToken, testing::Values("!", "eyJ2Ijo", "e30", "bnVsbA"));

TEST(Listing, GoesBackToAnExactVersionWhileItCan) {
  Store store(quiet_options(2));
  add_nodes(store, 1);
  const Answer then = store.list(nodes(), {});
  const std::string version = then.body.at("metadata", "resourceVersion").string();
  touch(store, "npu-node-1", 1);

  EXPECT_EQ(store.list(nodes(), at_version(version, Match::kExact)).body, then.body);

  touch(store, "npu-node-1", 4);
  const Answer expired = store.list(nodes(), at_version(version, Match::kExact));
  EXPECT_EQ(expired.body, recorded("list-exact-expired"));
}

TEST(Listing, DoesNotKnowTheFuture) {
  Store store(quiet_options());

  EXPECT_EQ(store.list(nodes(), at_version("99", Match::kNotOlder)).code, 504U);
  EXPECT_EQ(store.list(nodes(), at_version("x", Match::kNotOlder)).code, 400U);
}

TEST(Listing, SortsNamespacesAsKeys) {
  Store store(quiet_options());
  store.create(pod_place("default", {}), a_pod("b"));
  store.create(pod_place("default-2", {}), a_pod("a"));

  EXPECT_EQ(names_in(store.list(pods(), {})), "a b");  // '-' sorts before '/'
  ListQuery query;
  query.space = "default";
  EXPECT_EQ(names_in(store.list(pods(), query)), "b");
}

}  // namespace
}  // namespace npushare::embedded
