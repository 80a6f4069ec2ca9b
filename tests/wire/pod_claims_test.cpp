// Which claims a pod uses, by its spec and by its status.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "scheduler/wire/object_reader.hpp"

namespace npushare::wire {
namespace {

Pod pod_of(const std::string& json) {
  const Result<Pod> read = read_pod(json);
  EXPECT_TRUE(read) << json << ": " << (read ? "" : read.error().message);
  return read ? *read : Pod{};
}

TEST(PodClaims, AreJoinedWithTheNamesOfThoseMadeFromTemplates) {
  const Pod read = pod_of(R"({"status":{
      "resourceClaimStatuses":[{"name":"made","resourceClaimName":"p-made-x2x9k"},{"name":"later"},
                               {"name":"stray","resourceClaimName":"p-stray"}],
      "extendedResourceClaimStatus":{"resourceClaimName":"p-extended-resources-1"}},
    "spec":{"resourceClaims":[{"name":"named","resourceClaimName":"c1"},
      {"name":"made","resourceClaimTemplateName":"t1"},
      {"name":"later","resourceClaimTemplateName":"t2"}]}})");

  EXPECT_EQ(read.claims, (std::vector<PodClaim>{{"named", "c1", ""},
                                                {"made", "p-made-x2x9k", "t1"},
                                                {"later", "", "t2"},
                                                {"stray", "p-stray", ""},
                                                {"", "p-extended-resources-1", ""}}));
  EXPECT_TRUE(
      pod_of(R"({"spec":{"resourceClaims":[{"name":"a"}],"resourceClaims":null}})").claims.empty());
}

}  // namespace
}  // namespace npushare::wire
