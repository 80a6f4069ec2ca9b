/// The text of hami.io/<model>-devices-to-allocate and -devices-allocated.
///
/// Shape:   segment ';' for each container, a segment is devices `uuid,type,MiB,cores:`; an empty
/// segment is
///          a container without chips. The piece after the last ';' counts as a segment too.
/// Errors:  kInvalid: a piece that is no device, a number that is none, negative, 0 MiB or above 32
/// bits.
///          The plugin skips pieces without a comma and takes any sign; such a value is nobody's
///          grant.
/// Tolerated: fields after the fourth, no final ';' or ':', and `,,0,0` where a container has no
/// chip. Source:  spec/node-plugin-contract.md 3.4 and 9.2, spec/hami-protocol.md 6.3.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "accounting/result.hpp"

namespace npushare::backends {

struct DeviceEntry {
  std::size_t segment = 0;
  std::string uuid;
  std::string type;  // as written; the plugin takes any
  std::int64_t memory = 0;
  std::int64_t cores = 0;

  friend bool operator==(const DeviceEntry&, const DeviceEntry&) = default;
};

struct DeviceList {
  std::size_t segments = 0;
  std::vector<DeviceEntry> devices;  // ascending segment
};

Result<DeviceList> read_devices(std::string_view text);

/// `uuid,type,MiB,cores:`
void append_device(std::string& out, const DeviceEntry& device);

}  // namespace npushare::backends
