/// Any bytes as YAML manifests.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "config/yaml_json.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  const auto texts = npushare::config::yaml_to_json(text, "fuzz.yaml");
  if (!texts && texts.error().message.empty()) __builtin_trap();
  if (!texts) return 0;
  for (const std::string& json : *texts) {
    if (json.empty()) __builtin_trap();
  }
  return 0;
}
