// Any text as a device selector: parsed and asked about a device, or refused.
#include <cstdint>
#include <string_view>

#include "scheduler/dra/selectors.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  npushare::wire::SliceDevice device{.name = "npu-0-0"};
  device.attributes = {{"index", std::int64_t{0}}, {"uuid", std::string("A")}};
  const npushare::dra::Selection selection =
      npushare::dra::select(text, "ascend.project-hami.io", device);
  const bool is_understood = npushare::dra::complaint_about_selector(text).empty();
  if (is_understood == (selection.answer == npushare::dra::Selects::kNotUnderstood))
    __builtin_trap();
  return 0;
}
