// What limits say, where the model or the number is out of the ordinary.
#include "scheduler/convert/device_ask.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/convert_pods.hpp"

namespace npushare::convert {
namespace {

using testing::HasSubstr;
using wire::Json;

ChipModel a_model() {
  return *config::built_in_catalogue().find(ModelName{"Ascend310P"});
}

Result<std::optional<DeviceAsk>> ask(const Json& container, const ChipModel& model = a_model(),
                                     std::optional<MiB> largest = {}) {
  return read_device_ask({container, "spec.containers[0]"}, model, largest);
}

Json a_container(const Limits& asked) {
  return Json::Object{{"name", "c"}, {"resources", resources_of(asked)}};
}

TEST(DeviceAsk, TakesBareNumbers) {
  const Json container = *Json::parse(
      R"({"resources":{"limits":{"huawei.com/Ascend310P":2,"huawei.com/Ascend310P-core":50}}})");

  const auto read = ask(container);

  ASSERT_TRUE(read && *read);
  EXPECT_EQ((*read)->count, 2);
  EXPECT_EQ((*read)->cores_text, "50");
}

TEST(DeviceAsk, RefusesWhatIsNoQuantity) {
  EXPECT_THAT(ask(*Json::parse(R"({"resources":{"limits":{"huawei.com/Ascend310P":null}}})"))
                  .error()
                  .message,
              HasSubstr("no quantity"));
}

TEST(DeviceAsk, WithoutAKnownChipNoMemoryIsTooMuch) {
  EXPECT_TRUE(ask(a_container({"1", "1000000", ""})));
  EXPECT_FALSE(ask(a_container({"1", "1000000", ""}), a_model(), MiB{999'999}));
}

TEST(DeviceAsk, CountsInTheModelsOwnUnit) {
  ChipModel model = a_model();
  model.memory_factor = 256;

  EXPECT_EQ((*ask(a_container({"1", "32", ""}), model))->bytes, std::int64_t{8192} << 20);
  EXPECT_THAT(ask(a_container({"1", "0", ""}), model).error().message,
              HasSubstr("the unit is 256 MiB: write 32 for 8 GiB"));
}

}  // namespace
}  // namespace npushare::convert
