#include <algorithm>

#include "scheduler/cli/explain_page.hpp"
#include "scheduler/cli/format.hpp"
#include "scheduler/cli/table.hpp"

namespace npushare::cli {
namespace {

constexpr std::size_t kMissesShown = 5;

std::string who_leaves(const NodeVerdictView& node) {
  std::string text;
  for (const HolderView& pod : node.leave)
    text += (text.empty() ? "" : ", ") + pod.pod + " (" + memory(pod.amount.memory) + ", cores " +
            std::to_string(pod.amount.cores.value()) + ")";
  return text;
}

}  // namespace

std::string draw_near_misses(const std::vector<NodeVerdictView>& nodes, const Canvas& canvas) {
  const bool fits = std::ranges::any_of(nodes, &NodeVerdictView::fits);
  Table table({{.title = ""},
               {.title = "NODE", .squeeze = Squeeze::kMayShrink},
               {.title = "IF THESE LEFT", .squeeze = Squeeze::kMayShrink}},
              2);
  std::vector<const NodeVerdictView*> misses;
  for (const NodeVerdictView& node : nodes)
    if (node.near > 0) misses.push_back(&node);
  if (fits || misses.empty()) return {};
  std::ranges::sort(misses, {}, &NodeVerdictView::near);
  misses.resize(std::min(misses.size(), kMissesShown));
  for (const NodeVerdictView* node : misses)
    table.add({{std::to_string(node->near)}, {node->name}, {who_leaves(*node)}});
  return canvas.style.paint(Tone::kStrong, "what would free it") + '\n' + table.draw(canvas);
}

}  // namespace npushare::cli
