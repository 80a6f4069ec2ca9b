// A namespace's quota from the watch to the pod: told, enforced, and raised.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/service_client.hpp"

namespace npushare::service_test {
namespace {

using testing::HasSubstr;
using wire::Json;

class QuotaService : public testing::Test {
 protected:
  QuotaService() { service_.wait_until_ready(); }

  void limit(const std::string& memory) {
    const std::string name = "quota-" + std::to_string(++quotas_);
    service_.api("POST", kQuotas,
                 R"({"apiVersion":"v1","kind":"ResourceQuota","metadata":{"name":")" + name +
                     R"("},"spec":{"hard":{"limits.huawei.com/Ascend310P-memory":")" + memory +
                     R"("}}})");
    EXPECT_TRUE(wait_for([&] { return limits() == quotas_; }));
  }
  std::size_t limits() { return service_.get("/v1/quotas").json["quotas"].items().size(); }

  static constexpr const char* kQuotas = "/api/v1/namespaces/default/resourcequotas";
  Service service_;
  std::size_t quotas_ = 0;
};

TEST_F(QuotaService, TellsOfAValueThatIsHardlyMeant) {
  limit("10Gi");

  std::string note;
  EXPECT_TRUE(wait_for([&] {
    const Json list = service_.api("GET", "/apis/events.k8s.io/v1/namespaces/default/events").json;
    for (const Json& event : list["items"].items())
      if (event["reason"].string() == "QuotaDoubtful" &&
          event.at("regarding", "kind").string() == "ResourceQuota" &&
          event.at("regarding", "name").string() == "quota-1")
        note = event["note"].string();
    return !note.empty();
  }));
  EXPECT_THAT(note, HasSubstr("for 10GiB write 10240"));
}

TEST_F(QuotaService, WakesAPodOnceItsQuotaIsGone) {
  limit("4096");
  service_.create(a_pod("p", "8192"));
  EXPECT_TRUE(wait_for([&] {
    const Json waiting = service_.get("/v1/waiting").json;
    return !waiting["items"].items().empty();
  }));
  EXPECT_EQ(service_.phase("p"), "Pending");

  service_.api("DELETE", std::string(kQuotas) + "/quota-1");

  EXPECT_TRUE(wait_for([&] { return service_.phase("p") == "Running"; }));
}

}  // namespace
}  // namespace npushare::service_test
