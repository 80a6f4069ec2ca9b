/// Any bytes as the body of a predicate call, as far as Volcano's own ledger is read from it.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "scheduler/wire/volcano_view.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  const npushare::Result<npushare::wire::VolcanoView> view =
      npushare::wire::read_volcano_view(text);
  if (!view && view.error().code != npushare::ErrorCode::kInvalid) __builtin_trap();
  [[maybe_unused]] const npushare::NodeName node = npushare::wire::node_asked_about(text);
  if (!view && view.error().message.empty()) __builtin_trap();
  return 0;
}
