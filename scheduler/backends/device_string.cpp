#include "scheduler/backends/device_string.hpp"

#include <array>
#include <optional>

#include "scheduler/backends/decimal.hpp"
#include "scheduler/backends/quoted.hpp"
#include "scheduler/backends/split.hpp"

namespace npushare::backends {
namespace {

constexpr std::size_t kFields = 4;

Error malformed(std::string_view piece, const std::string& why) {
  return {ErrorCode::kInvalid, quoted(piece) + " " + why};
}

/// Up to four fields; how many there were.
std::size_t split_fields(std::string_view piece, std::array<std::string_view, kFields>& fields) {
  std::size_t count = 0;
  for_each_piece(piece, ',', [&](std::string_view field) {
    if (count < kFields) fields[count] = field;
    ++count;
  });
  return count;
}

/// Nothing for the `,,0,0` of schedulers that wrote one for each container without a chip.
Result<std::optional<DeviceEntry>> read_device(std::string_view piece) {
  std::array<std::string_view, kFields> fields;
  if (split_fields(piece, fields) < kFields) return malformed(piece, "is not uuid,type,MiB,cores");
  const std::optional<std::int64_t> memory = read_decimal(fields[2], kNaturalInt32);
  if (!memory) return malformed(piece, "has no usable memory in its third field");
  const std::optional<std::int64_t> cores = read_decimal(fields[3], kNaturalInt32);
  if (!cores) return malformed(piece, "has no usable cores in its fourth field");
  const bool is_nothing = fields[0].empty() && fields[1].empty() && *memory == 0 && *cores == 0;
  if (is_nothing) return std::optional<DeviceEntry>{};
  if (fields[0].empty()) return malformed(piece, "names no chip");
  if (*memory == 0) return malformed(piece, "grants 0 MiB");
  return std::optional<DeviceEntry>{
      DeviceEntry{0, std::string(fields[0]), std::string(fields[1]), *memory, *cores}};
}

Result<> read_segment(std::string_view segment, DeviceList& list) {
  std::optional<Error> failure;
  for_each_piece(segment, ':', [&](std::string_view piece) {
    if (failure || piece.empty()) return;
    Result<std::optional<DeviceEntry>> device = read_device(piece);
    if (!device) {
      failure = device.error();
      return;
    }
    if (!*device) return;
    (*device)->segment = list.segments;
    list.devices.push_back(std::move(**device));
  });
  if (failure) return *failure;
  return {};
}

}  // namespace

Result<DeviceList> read_devices(std::string_view text) {
  DeviceList list;
  std::optional<Error> failure;
  for_each_piece(text, ';', [&](std::string_view segment) {
    if (failure) return;
    if (const Result<> read = read_segment(segment, list); !read) failure = read.error();
    ++list.segments;
  });
  if (failure) return *failure;
  return list;
}

void append_device(std::string& out, const DeviceEntry& device) {
  out += device.uuid;
  out += ',';
  out += device.type;
  out += ',';
  out += std::to_string(device.memory);
  out += ',';
  out += std::to_string(device.cores);
  out += ':';
}

}  // namespace npushare::backends
