#include "scheduler/embedded/device_selector.hpp"

#include <gtest/gtest.h>

#include "tests/support/embedded_devices.hpp"

namespace npushare::embedded {
namespace {

using namespace testing_support;
using wire::Json;

Json device_0() {
  return lab_slice().at("spec", "devices").items().front();
}

struct SelectorCase {
  std::string expression;
  const char* outcome;  // yes, no, error
};

void PrintTo(const SelectorCase& row, std::ostream* out) {
  *out << row.expression;
}

class DeviceSelector : public testing::TestWithParam<SelectorCase> {};

TEST_P(DeviceSelector, IsEvaluated) {
  const Result<bool> fits = is_selected(GetParam().expression, kDriver, device_0());

  const std::string outcome = !fits ? "error" : *fits ? "yes" : "no";
  EXPECT_EQ(outcome, GetParam().outcome) << (fits ? "" : fits.error().message);
}

const std::string kAttributes = "device.attributes[\"ascend.project-hami.io\"]";

INSTANTIATE_TEST_SUITE_P(
    Forms, DeviceSelector,
    testing::Values(
        SelectorCase{"device.driver == \"ascend.project-hami.io\" &&\n " + kAttributes +
                         ".type == \"HAMivNPUCore\"",
                     "yes"},
        SelectorCase{pinned(kUuid0), "yes"}, SelectorCase{pinned(kUuid1), "no"},
        SelectorCase{"!(" + pinned(kUuid0) + ")", "no"},
        SelectorCase{kAttributes + ".productName in [\"310P3\",\"910B\"]", "yes"},
        SelectorCase{kAttributes + ".index == 0", "yes"},
        SelectorCase{kAttributes + ".index != 0 || device.allowMultipleAllocations", "yes"},
        SelectorCase{kAttributes + ".absent == \"x\"", "error"},
        SelectorCase{"device.driver == \"other\" && " + kAttributes + ".absent == \"x\"", "no"},
        SelectorCase{kAttributes + ".absent == \"x\" && false", "no"},
        SelectorCase{kAttributes + ".absent == \"x\" || true", "yes"},
        SelectorCase{"device.attributes[\"other.io\"].type == \"x\"", "error"},
        SelectorCase{"device.driver", "error"}, SelectorCase{"", "error"},
        SelectorCase{"device.driver == \"open", "error"},
        SelectorCase{"device.driver in [\"a\" \"b\"]", "error"}, SelectorCase{"true true", "error"},
        SelectorCase{"device.capacity.x", "error"},
        SelectorCase{std::string(100, '!') + "true", "error"}));

}  // namespace
}  // namespace npushare::embedded
