/// What one container's limits ask of one chip model, to be written into a claim.
///
/// Units:  memory in MiB times the model's factor as written, bytes as returned; of each device.
/// Errors: kInvalid with the field's path, what is wrong with its value and what to write.
/// Source: spec/dra-accounting.md 4.2, 4.4 and 4.9; the numbers are Kubernetes quantities.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "accounting/chip.hpp"
#include "accounting/result.hpp"
#include "scheduler/wire/json.hpp"

namespace npushare::convert {

struct DeviceAsk {
  std::int64_t count = 1;
  std::optional<std::int64_t> bytes{};  // nothing: the driver's default, the whole chip
  std::optional<std::int64_t> cores{};  // nothing: not said
  std::string cores_text{};             // as it was written

  friend bool operator==(const DeviceAsk&, const DeviceAsk&) = default;
};

struct ContainerAt {
  const wire::Json& container;
  std::string path;  // spec.containers[0]
};

/// Nothing when the limits do not name the model's count resource. `largest` is the memory of the
/// largest chip; nothing: not known, and then no memory is too much.
Result<std::optional<DeviceAsk>> read_device_ask(const ContainerAt& at, const ChipModel& model,
                                                 std::optional<MiB> largest);

/// An error when the count resource stands where it would be passed over without a word: in an init
/// container, or among the requests alone.
Result<> refuse_unheard(const wire::Json& spec, const ChipModel& model);

}  // namespace npushare::convert
