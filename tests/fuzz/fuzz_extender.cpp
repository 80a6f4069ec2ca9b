// Extender requests, with a directory that remembers the order of the calls before; what an answer
// echoes of a request is a JSON string inside of it, and the answer is JSON.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "scheduler/wire/extender.hpp"
#include "scheduler/wire/scan.hpp"
#include "tests/support/wire_directory.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace npushare;
  using namespace npushare::wire;
  static const NodeDirectory kDirectory = directory_of({"a", "b", "n1", "n10", "npu-node-1"});
  const std::string_view body(reinterpret_cast<const char*>(data), size);
  static_cast<void>(read_bind_args(body));
  static ExtenderArgs args;  // with the pods of the calls before in mind
  if (!read_extender_args(body, kDirectory, args)) return 0;
  if (args.has_nodes && args.nodes.size() != args.raw_nodes.size()) std::abort();

  FilterAnswer answer;
  args.candidates.each([&](const Candidate& candidate) {
    const auto quoted = Scanner(candidate.quoted).string();
    if (!quoted || quoted->text != candidate.quoted) std::abort();
  });
  for (const CandidateRun& run : args.candidates.runs()) {
    if (run.is_known()) answer.fitting.append(run.text, run.count);
    answer.unresolvable.push_back({run, "no such node"});
  }
  const std::string written = write_filter_answer(answer, args.candidates).whole();
  const auto found = Scanner(written).skip_value(0);
  if (!found || found->size() != written.size()) std::abort();
  return 0;
}
