/// Any bytes as a volcano-scheduler.conf: a value that makes sense, or kInvalid; and as `check`
/// reads it.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "config/check.hpp"
#include "config/go_duration.hpp"
#include "config/volcano_conf.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace npushare;
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  const Result<config::VolcanoReading> read = config::read_volcano_conf(text, "f.conf");
  if (!read && read.error().code != ErrorCode::kInvalid) __builtin_trap();
  const bool has_policy = read && !read->conf.policy.empty();
  if (has_policy && read->conf.policy != "binpack" && read->conf.policy != "spread")
    __builtin_trap();
  for (const config::Finding& finding : config::check_file(text, "volcano-scheduler.conf")) {
    if (finding.line == 0) __builtin_trap();
  }
  [[maybe_unused]] const auto span = config::go_duration_in(text);
  return 0;
}
