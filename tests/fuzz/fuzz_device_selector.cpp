// Selectors of claims and classes, on a device of lab 20. A result that is none is an error, never
// a crash; what a measure reads it writes in a form that reads the same.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "scheduler/embedded/device_driver.hpp"
#include "scheduler/embedded/device_selector.hpp"
#include "scheduler/embedded/measure.hpp"

namespace {

using namespace npushare;
using namespace npushare::embedded;

wire::Json device() {
  const wire::Json slice = slice_object({.name = "n",
                                         .uid = "u",
                                         .product = "310P3",
                                         .memory = MiB{21525},
                                         .chips = {{.uuid = "U", .physical_id = 0}}});
  return slice.at("spec", "devices").items().front();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const wire::Json kDevice = device();
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const Result<bool> once = is_selected(text, kDriver, kDevice);
  const Result<bool> again = is_selected(text, kDriver, kDevice);
  if (once.has_value() != again.has_value() || (once && *once != *again)) std::abort();

  const wire::Json written = canonical_measure(wire::Json(text));
  const auto read = read_measure(text);
  if (read && measure_of(written)->rounded_up() != read->rounded_up()) std::abort();
  return 0;
}
