// Pods from outside, converted in both modes. What comes out names only objects that are made, and
// asks for no device in the old words any more.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "config/device_config.hpp"
#include "scheduler/convert/claim_names.hpp"
#include "scheduler/convert/pod_conversion.hpp"

namespace {

using namespace npushare;
using wire::Json;

void check(const Json& pod, config::ConvertMode mode) {
  const convert::Rules rules{.settings = {.mode = mode}, .catalogue = config::built_in_catalogue()};
  const auto done = convert::convert_pod(
      pod, {.pod = {"ns", ""}, .review = "r", .draw_name = [] { return std::string("bcdfg"); }},
      rules);
  if (!done) return;
  if (done->objects.empty() != (done->pod == pod)) std::abort();
  for (const Json& object : done->objects)
    if (!convert::is_dns_label(object.at("metadata", "name").string())) std::abort();
  const auto again = convert::convert_pod(
      done->pod, {.pod = {"ns", ""}, .review = "r", .draw_name = [] { return std::string(); }},
      rules);
  if (!again || !again->objects.empty()) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto pod = Json::parse({reinterpret_cast<const char*>(data), size});
  if (!pod) return 0;
  check(*pod, config::ConvertMode::kTemplate);
  check(*pod, config::ConvertMode::kClaim);
  return 0;
}
