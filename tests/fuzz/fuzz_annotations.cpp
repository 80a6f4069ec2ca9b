// Every annotation the dialect reads, as an attacker may write it: no crash, no share of nothing,
// and what was read is written and read again as the same.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "scheduler/backends/dialect.hpp"
#include "scheduler/backends/keys.hpp"
#include "scheduler/backends/node_lock.hpp"
#include "tests/support/backends_builders.hpp"

namespace npushare::backends {
namespace {

using namespace backends_test;

void must(bool holds) {
  if (!holds) std::abort();
}

void try_node(const Dialect& dialect, const std::string& text) {
  std::vector<std::string> complaints;
  const Inventory found = dialect.read_node(a_node("true", text), &complaints);
  for (std::size_t i = 0; i < found.chips.size(); ++i) {
    must(found.chips[i].device_memory > MiB{0});
    must(i == 0 || found.chips[i - 1].index < found.chips[i].index);
  }
}

void try_pod(const Dialect& dialect, PodBuilder pod, const std::string& key,
             const std::string& text) {
  const auto read = dialect.read_allocation(pod.with(key, text));
  if (!read || !*read) return;
  for (const Grant& grant : (*read)->grants) must(grant.amount.memory > MiB{0});

  const wire::StringMap marks = dialect.write_grants(**read, 1);
  const auto again = dialect.read_allocation(pod.with(marks));
  must(again.has_value() && again->has_value());
  must(dialect.write_grants(**again, 1).at(allocated_key(k310P)) == marks.at(allocated_key(k310P)));
}

void try_wishes(const Dialect& dialect, const std::string& text) {
  const auto request = dialect.read_request(
      a_pod().soft().with(std::string(kChipPolicyKey), text).app(asks("1", text, text)));
  if (!request) return;
  for (const Ask& ask : request->asks) must(ask.hold == Hold::kWhole || ask.amount.memory > MiB{0});
}

void try_all(const std::string& text) {
  const Dialect dialect = a_dialect();
  const PodBuilder hard = a_pod().on("n1").init().app(asks("1")).app(asks("2"));
  for (const std::string& key :
       {allocated_key(k310P), to_allocate_key(k310P), runtime_key(k310P)}) {
    try_pod(dialect, hard, key, text);
    try_pod(dialect, PodBuilder(hard).soft(), key, text);
  }
  try_node(dialect, text);
  try_wishes(dialect, text);
  parse_lock(text);
}

}  // namespace
}  // namespace npushare::backends

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  npushare::backends::try_all(std::string(reinterpret_cast<const char*>(data), size));
  return 0;
}
