#include "scheduler/cli/nodes_page.hpp"

#include <algorithm>
#include <set>

#include "scheduler/cli/format.hpp"
#include "scheduler/cli/table.hpp"
#include "scheduler/cli/text.hpp"

namespace npushare::cli {
namespace {

/// Sums over the chips of a node, or of all nodes.
struct Sums {
  Amount capacity;
  Amount used;
  MiB free;          // of chips that take shares, where there is any
  MiB free_beside;   // of that, on chips that carry shares
  MiB largest_free;  // on one chip
  std::size_t chips = 0;
  std::size_t unhealthy = 0;
  std::size_t cordoned = 0;
  std::size_t blocked = 0;
  std::size_t idle = 0;
  std::size_t shares = 0;

  void add(const ChipView& chip) {
    capacity += chip.capacity;
    used += chip.used;
    ++chips;
    shares += chip.shares.size();
    if (!chip.healthy) ++unhealthy;
    if (chip.cordoned) ++cordoned;
    if (!chip.block.empty()) ++blocked;
    const bool is_open = chip.healthy && !chip.cordoned && chip.block.empty();
    if (!is_open || chip.free.memory <= MiB{0}) return;
    free += chip.free.memory;
    largest_free = std::max(largest_free, chip.free.memory);
    if (chip.shares.empty()) {
      ++idle;
    } else {
      free_beside += chip.free.memory;
    }
  }
};

Sums sums_of(const NodeView& node) {
  Sums sums;
  for (const ChipView& chip : node.chips) sums.add(chip);
  return sums;
}

std::string mode_of(const NodeView& node) {
  std::set<std::string> modes;
  for (const ChipView& chip : node.chips) modes.insert(text_of(chip.mode));
  if (modes.size() > 1) return "mixed";
  return modes.empty() ? "-" : *modes.begin();
}

std::string chips_of(const Sums& sums) {
  std::string text = std::to_string(sums.chips);
  if (sums.unhealthy > 0) text += ", " + std::to_string(sums.unhealthy) + " ill";
  if (sums.cordoned > 0) text += ", " + std::to_string(sums.cordoned) + " cordoned";
  if (sums.blocked > 0) text += ", " + std::to_string(sums.blocked) + " blocked";
  return text;
}

std::vector<Cell> row_of(const NodeView& node) {
  const Sums sums = sums_of(node);
  const bool is_well = node.registration == "fresh";
  return {{node.name},
          {node.registration, is_well ? Tone::kPlain : Tone::kWarning},
          {mode_of(node)},
          {chips_of(sums), sums.unhealthy == 0 ? Tone::kPlain : Tone::kBad},
          {std::to_string(sums.shares)},
          {std::to_string(sums.used.memory.value())},
          {percent_of(sums.used.memory.value(), sums.capacity.memory.value())},
          {std::to_string(sums.free.value())},
          {std::to_string(sums.largest_free.value())},
          {percent_of(sums.used.cores.value(), sums.capacity.cores.value())},
          {percent_of(sums.free_beside.value(), sums.free.value())}};
}

std::string foot_of(const LedgersView& nodes) {
  Sums all;
  for (const NodeView& node : nodes)
    for (const ChipView& chip : node.chips) all.add(chip);
  return counted(nodes.size(), "node") + ", " + counted(all.chips, "chip") + " with " +
         counted(all.shares, "share") + ": " + std::to_string(all.used.memory.value()) + " of " +
         memory(all.capacity.memory) + " used (" +
         percent_of(all.used.memory.value(), all.capacity.memory.value()) + "), " +
         counted(all.idle, "whole chip") + " free, " +
         percent_of(all.free_beside.value(), all.free.value()) + " of the free memory fragmented";
}

}  // namespace

std::string draw_nodes(const LedgersView& nodes, const Canvas& canvas) {
  if (nodes.empty()) return "No node has registered an NPU.\n";
  Table table({{.title = "NAME", .squeeze = Squeeze::kMayShrink},
               {.title = "REGISTERED"},
               {.title = "MODE"},
               {.title = "CHIPS", .align = Align::kRight},
               {.title = "SHARES", .align = Align::kRight},
               {.title = "MIB USED", .align = Align::kRight},
               {.title = "%", .align = Align::kRight},
               {.title = "FREE", .align = Align::kRight},
               {.title = "LARGEST", .align = Align::kRight},
               {.title = "CORES", .align = Align::kRight},
               {.title = "FRAGMENTED", .align = Align::kRight}},
              0);
  for (const NodeView& node : nodes) table.add(row_of(node));
  return table.draw(canvas) + '\n' + wrapped(foot_of(nodes), 0, canvas.columns);
}

}  // namespace npushare::cli
