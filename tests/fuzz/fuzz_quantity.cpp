// Kubernetes quantities: a sign turns the value around, a leading zero changes nothing.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "scheduler/wire/quantity.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using npushare::wire::read_quantity;
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto quantity = read_quantity(text);
  const bool is_signed = text.starts_with('+') || text.starts_with('-');
  if (!quantity || is_signed || text.size() >= 120) return 0;
  const auto negative = read_quantity('-' + text);
  const auto padded = read_quantity('0' + text);
  if (!negative || negative->rounded_up != -quantity->rounded_up) std::abort();
  if (!padded || padded->rounded_up != quantity->rounded_up) std::abort();
  if (negative->is_integer != quantity->is_integer) std::abort();
  return 0;
}
