// The JSON value: what was read is read back the same, patches never crash, and the walk that the
// object readers use agrees with the library's parser.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "scheduler/wire/json.hpp"
#include "tests/support/wire_json_sink.hpp"

using npushare::Result;
using npushare::wire::Json;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const Result<Json> value = Json::parse(text);
  if (!value) return 0;
  const std::string written = value->text();
  const Result<Json> again = Json::parse(written);
  if (!again || again->text() != written || !(*again == *value)) std::abort();

  npushare::wire::JsonSink sink;
  if (!npushare::wire::walk_json(text, sink)) std::abort();
  if (sink.take().text() != written) std::abort();

  Json merged = *value;
  npushare::wire::merge_patch(merged, (*value)["patch"]);
  Json patched = *value;
  const Result<> done = npushare::wire::json_patch(patched, (*value)["operations"]);
  if (!done && patched.text() != written) std::abort();
  return 0;
}
