// The readers of DRA's objects, on the same bytes.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "scheduler/wire/claim.hpp"
#include "scheduler/wire/slice.hpp"
#include "scheduler/wire/taint_rule.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace npushare::wire;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  static_cast<void>(read_claim(text));
  static_cast<void>(read_claim_list(text, [](ResourceClaim&&) {}));
  static_cast<void>(read_claim_event(text));
  static_cast<void>(read_slice(text));
  static_cast<void>(read_slice_list(text, [](ResourceSlice&&) {}));
  static_cast<void>(read_slice_event(text));
  static_cast<void>(read_taint_rule(text));
  static_cast<void>(read_taint_rule_list(text, [](TaintRule&&) {}));
  static_cast<void>(read_taint_rule_event(text));
  return 0;
}
