// Leases: spec/kube-scheduler-extender.md 4.6.
#include "scheduler/wire/lease.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "scheduler/wire/rfc3339.hpp"

namespace npushare::wire {
namespace {

using std::chrono_literals::operator""s;

constexpr const char* kLease = R"({"apiVersion":"coordination.k8s.io/v1","kind":"Lease",
  "metadata":{"name":"npushare","namespace":"kube-system","resourceVersion":"7","labels":{"a":"b"}},
  "spec":{"holderIdentity":"one","leaseDurationSeconds":15,
    "acquireTime":"2026-08-14T07:47:40.000000Z","renewTime":"2026-08-14T07:48:00.123456Z",
    "leaseTransitions":3,"preferredHolder":"two","strategy":"OldestEmulationVersion"}})";

TEST(Lease, IsReadAndWrittenBackWithAllThatStoodInIt) {
  Result<Lease> lease = read_lease(kLease);
  ASSERT_TRUE(lease) << lease.error().message;
  EXPECT_EQ(lease->holder, "one");
  EXPECT_EQ(lease->duration, 15s);
  EXPECT_EQ(lease->renewed, "2026-08-14T07:48:00.123456Z");
  EXPECT_EQ(lease->transitions, 3);

  lease->holder = "two";
  lease->transitions = 4;
  const Json written = *Json::parse(write_lease(*lease));

  EXPECT_EQ(written.at("spec", "holderIdentity").string(), "two");
  EXPECT_EQ(written.at("spec", "leaseTransitions").integer(), 4);
  EXPECT_EQ(written.at("spec", "preferredHolder").string(), "two");
  EXPECT_EQ(written.at("spec", "strategy").string(), "OldestEmulationVersion");
  EXPECT_EQ(written.at("metadata", "resourceVersion").string(), "7");
  EXPECT_EQ(written.at("metadata", "labels", "a").string(), "b");
}

TEST(Lease, IsMadeAnew) {
  Lease lease = new_lease("kube-system", "npushare");
  lease.holder = "one";
  lease.duration = 15s;
  lease.acquired = lease.renewed = "2026-08-14T07:47:40.000000Z";

  EXPECT_EQ(*Json::parse(write_lease(lease)),
            *Json::parse(R"({"apiVersion":"coordination.k8s.io/v1","kind":"Lease",
              "metadata":{"name":"npushare","namespace":"kube-system"},
              "spec":{"holderIdentity":"one","leaseDurationSeconds":15,"leaseTransitions":0,
                      "acquireTime":"2026-08-14T07:47:40.000000Z",
                      "renewTime":"2026-08-14T07:47:40.000000Z"}})"));
}

TEST(Lease, OfStrangeNumbersIsNoLongerThanItCanBe) {
  const auto duration = [](const std::string& seconds) {
    return read_lease(R"({"kind":"Lease","metadata":{"resourceVersion":"1"},)"
                      R"("spec":{"leaseDurationSeconds":)" +
                      seconds + "}}")
        ->duration;
  };

  EXPECT_EQ(duration("-1"), 0s);
  EXPECT_EQ(duration("null"), 0s);
  EXPECT_EQ(duration("\"15\""), 0s);
  EXPECT_EQ(duration("9223372036854775807"), 2147483647s);
}

TEST(Lease, IsNoOtherObject) {
  for (const char* wrong : {"", "{}", R"({"kind":"Pod"})", R"({"kind":"Lease","metadata":{}})"})
    EXPECT_FALSE(read_lease(wrong)) << wrong;
}

TEST(Lease, HasTheSameRecordWhateverSurroundsIt) {
  const Lease one = *read_lease(kLease);
  Lease moved = one;
  moved.object.member("metadata").set("resourceVersion", "8");
  Lease renewed = one;
  renewed.object.member("spec").set("renewTime", "2026-08-14T07:48:02.000000Z");

  EXPECT_TRUE(is_same_record(one, moved));
  EXPECT_FALSE(is_same_record(one, renewed));
}

TEST(MicroTime, HasSixDecimalsAlways) {
  const std::chrono::system_clock::time_point time{1'786'693'660s};

  EXPECT_EQ(micro_time(time), "2026-08-14T07:47:40.000000Z");
  EXPECT_EQ(micro_time(time + std::chrono::microseconds(1'000'042)), "2026-08-14T07:47:41.000042Z");
  EXPECT_EQ(micro_time(time - std::chrono::nanoseconds(1)), "2026-08-14T07:47:39.999999Z");
}

}  // namespace
}  // namespace npushare::wire
