/// Any bytes as a device-config.yaml, and as every other file that `check` knows.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "config/check.hpp"
#include "config/device_config.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  const npushare::Result<npushare::Catalogue> catalogue =
      npushare::config::read_device_config(text, "fuzz.yaml");
  if (catalogue && catalogue->models.empty()) __builtin_trap();
  if (!catalogue && catalogue.error().code != npushare::ErrorCode::kInvalid) __builtin_trap();
  for (const npushare::config::Finding& finding : npushare::config::check_file(text, "fuzz.yaml")) {
    if (finding.line == 0) __builtin_trap();
  }
  return 0;
}
