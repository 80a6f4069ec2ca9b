// Every reader of Kubernetes objects, on the same bytes.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "scheduler/wire/object_reader.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace npushare::wire;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  static_cast<void>(read_pod(text));
  static_cast<void>(read_node(text));
  static_cast<void>(read_pod_list(text, [](Pod&&) {}));
  static_cast<void>(read_node_list(text, [](Node&&) {}));
  static_cast<void>(read_pod_event(text));
  static_cast<void>(read_node_event(text));
  static_cast<void>(read_status(text));
  return 0;
}
