// Bodies of Volcano's extender: reading the same one again gives the same, and answers made of what
// was read are JSON.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "scheduler/wire/json.hpp"
#include "scheduler/wire/volcano.hpp"

namespace {

using namespace npushare;
using namespace npushare::wire;

bool are_alike(const VolcanoArgs& a, const VolcanoArgs& b) {
  if (a.task.uid != b.task.uid || a.task.key != b.task.key || a.task.node != b.task.node ||
      a.task.status != b.task.status || a.has_pod != b.has_pod || a.nodes.size() != b.nodes.size())
    return false;
  for (std::size_t i = 0; i < a.nodes.size(); ++i)
    if (a.nodes[i].name != b.nodes[i].name || a.nodes[i].tasks.size() != b.nodes[i].tasks.size())
      return false;
  return true;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static VolcanoArgs kept;  // remembers the pods of the inputs before
  const std::string_view body(reinterpret_cast<const char*>(data), size);
  VolcanoArgs fresh;
  const bool is_read = read_volcano_args(body, fresh).has_value();
  if (read_volcano_args(body, kept).has_value() != is_read) std::abort();
  if (!is_read) return 0;
  if (!are_alike(fresh, kept)) std::abort();

  std::vector<VolcanoScore> scores;
  for (const VolcanoNode& node : fresh.nodes)
    scores.push_back({node.name.text(), 1.0 / static_cast<double>(scores.size() + 3)});
  if (!Json::parse(write_volcano_scores(scores))) std::abort();
  if (!Json::parse(write_volcano_verdict(fresh.task.job, 2))) std::abort();
  if (!Json::parse(write_volcano_event(fresh.task.key.name))) std::abort();
  return 0;
}
