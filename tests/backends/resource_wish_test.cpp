#include "scheduler/backends/resource_wish.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/backends_builders.hpp"

namespace npushare::backends {
namespace {

using namespace backends_test;

struct WishCase {
  std::string id;
  ChipModel model;
  wire::StringMap limits;
  wire::StringMap requests;
  std::optional<Wish> wish;  // nothing: asks for no chip
};

class Wishes : public testing::TestWithParam<WishCase> {};

TEST_P(Wishes, AreReadFromLimitsThenRequests) {
  const WishCase& given = GetParam();
  const wire::ContainerSpec container{
      .name = "c0", .limits = given.limits, .requests = given.requests};

  const Result<std::optional<Wish>> wish = read_wish(container, given.model);

  ASSERT_TRUE(wish) << wish.error().message;
  ASSERT_EQ(wish->has_value(), given.wish.has_value());
  if (!given.wish) return;
  EXPECT_EQ((*wish)->chips, given.wish->chips);
  EXPECT_EQ((*wish)->memory, given.wish->memory);
  EXPECT_EQ((*wish)->cores, given.wish->cores);
}

ChipModel with_factor(ChipModel model, std::int64_t factor) {
  model.memory_factor = factor;
  return model;
}

Wish wish_of(std::size_t chips, std::int64_t memory, std::int64_t cores = 0) {
  return {chips, MiB{memory}, Cores{cores}};
}

const std::string kA = "huawei.com/Ascend910A";
const std::string kB = "huawei.com/Ascend910B3";

INSTANTIATE_TEST_SUITE_P(
    Vectors, Wishes,
    testing::Values(
        WishCase{"hami-P1", model_310p(), asks("1", "2000"), {}, wish_of(1, 2000)},
        WishCase{"hami-P2", model_910a(), asks("2", "", "", kA), {}, wish_of(2, 0)},
        WishCase{"hami-P3", model_910a(), asks("2", "8738", "", kA), {}, wish_of(2, 8738)},
        WishCase{"hami-P4", model_910b3(), asks("1", "15360", "10", kB), {}, wish_of(1, 15360, 10)},
        WishCase{"hami-P9 kse-9.1-14 count 0", model_310p(), asks("0"), {}, {}},
        WishCase{"volcano-V-65 volcano-V-66", model_310p(), asks("0", "1000"), {}, {}},
        WishCase{"hami-P10 limits win", model_310p(), asks("1", "4096"), asks("1", "8192"),
                 wish_of(1, 4096)},
        WishCase{"hami-P11 case-C140", model_310p(), {}, asks("1", "3072"), wish_of(1, 3072)},
        // volcano-V-79 is no request for Volcano; the API server never stores it so, HAMi accepts
        // it.
        WishCase{"volcano-V-79", model_310p(), {}, asks("1"), wish_of(1, 0)},
        WishCase{"hami-P12 factor 10",
                 with_factor(model_910a(), 10),
                 asks("1", "128", "", kA),
                 {},
                 wish_of(1, 1280)},
        WishCase{"hami-P12 factor 100",
                 with_factor(model_910a(), 100),
                 asks("1", "128", "", kA),
                 {},
                 wish_of(1, 12800)},
        WishCase{"hami-P12 factor 0",
                 with_factor(model_910a(), 0),
                 asks("1", "128", "", kA),
                 {},
                 wish_of(1, 128)},
        WishCase{"hami-P15 the API server writes 4000 as 4k",
                 model_310p(),
                 asks("1", "4k"),
                 {},
                 wish_of(1, 4000)},
        WishCase{"recorded 20k", model_310p(), asks("1", "20k"), {}, wish_of(1, 20000)},
        WishCase{"volcano-V-48 volcano-V-77 case-C140 memory alone",
                 model_310p(),
                 asks("", "1000"),
                 {},
                 wish_of(1, 1000)},
        WishCase{"case-C140 limits only", model_310p(), asks("1", "3072"), {}, wish_of(1, 3072)},
        WishCase{"case-C140 neither", model_310p(), {}, {}, {}},
        WishCase{"memory 0 alone", model_310p(), asks("", "0"), {}, {}},
        WishCase{"core 0 alone", model_310p(), asks("", "", "0"), {}, {}},
        WishCase{"64 chips", model_310p(), asks("64"), {}, wish_of(64, 0)},
        WishCase{"the largest", model_310p(), asks("1", "24576"), {}, wish_of(1, 24576)},
        WishCase{"largest by factor",
                 with_factor(model_310p(), 2),
                 asks("1", "12288"),
                 {},
                 wish_of(1, 24576)}));

struct BadCase {
  std::string id;
  wire::StringMap limits;
  std::string says;
  std::int64_t factor = 1;
};

class BadWishes : public testing::TestWithParam<BadCase> {};

TEST_P(BadWishes, AreRefusedWithResourceAndRemedy) {
  const BadCase& given = GetParam();
  const wire::ContainerSpec container{.name = "c0", .limits = given.limits};

  const Result<std::optional<Wish>> wish =
      read_wish(container, with_factor(model_310p(), given.factor));

  ASSERT_FALSE(wish);
  EXPECT_EQ(wish.error().code, ErrorCode::kInvalid);
  EXPECT_NE(wish.error().message.find("huawei.com/Ascend310P"), std::string::npos);
  EXPECT_NE(wish.error().message.find(given.says), std::string::npos) << wish.error().message;
}

constexpr const char* kUnitHint = "the unit is MiB; for 16 GiB write 16384";

// HAMi takes most of these for "asks for nothing" and lets the pod run without a chip; Volcano
// wraps.
INSTANTIATE_TEST_SUITE_P(
    Vectors, BadWishes,
    testing::Values(
        BadCase{"hami-P5 case-C117 case-X08", asks("1", "16Gi"), kUnitHint},
        BadCase{"volcano-V-62", asks("1", "8Gi"), kUnitHint},
        BadCase{"volcano-V-63", asks("1", "2Gi"), kUnitHint},
        BadCase{"volcano-V-64", asks("1", "1Gi"), kUnitHint},
        BadCase{"a small unit", asks("1", "8Mi"), kUnitHint},
        BadCase{"decimal unit", asks("1", "16G"), kUnitHint},
        BadCase{"hami-P6 case-C117", asks("1", "-1m"), "not a whole number"},
        BadCase{"hami-P6 case-C117 case-X07", asks("1", "-100"), "negative"},
        BadCase{"hami-P7", asks("1", "1500m"), "not a whole number"},
        BadCase{"hami-P8", asks("2200000000"), "more than the 64 chips"},
        BadCase{"hami-P8 core", asks("1", "1000", "-1"), "negative"},
        BadCase{"case-C117 count", asks("99999999999"), "more than the 64 chips"},
        BadCase{"65 chips", asks("65"), "more than the 64 chips"},
        BadCase{"hami-P9 count 1500m", asks("1500m"), "not a whole number"},
        BadCase{"negative count", asks("-1"), "negative"},
        BadCase{"hami-P13", asks("1", "300000000"), "exceeds one chip", 10},
        BadCase{"factor overflow", asks("1", "9223372036854775807"), "exceeds one chip", 1000},
        BadCase{"beyond by factor", asks("1", "12289"), "the unit is 2 MiB; for 16 GiB write 8192",
                2},
        BadCase{"case-C117 32 bits", asks("1", "4294967296"), kUnitHint},
        BadCase{"64 bits", asks("1", "9223372036854775808"), "not a number of 64 bits"},
        BadCase{"no number", asks("1", "much"), "not a number"},
        BadCase{"empty", {{"huawei.com/Ascend310P", ""}}, "not a number"},
        // volcano-V-78: HAMi and Volcano take it for no request, and the user wonders.
        BadCase{"volcano-V-78 core alone", asks("", "", "10"), "add huawei.com/Ascend310P: 1"}));

// hami-P8: cores beyond 32 bits do not wrap; soft split refuses them as more than 100.
TEST(ResourceWish, KeepsHugeCoresAsTheyAre) {
  const wire::ContainerSpec container{.name = "c0", .limits = asks("1", "", "2200000000")};

  const Result<std::optional<Wish>> wish = read_wish(container, model_310p());

  ASSERT_TRUE(wish);
  EXPECT_EQ((*wish)->cores, Cores{2200000000});
  EXPECT_FALSE(a_dialect().read_request(a_pod().soft().app(asks("1", "", "2200000000"))));
}

}  // namespace
}  // namespace npushare::backends
