#include "scheduler/cli/shares_page.hpp"

#include <algorithm>

#include "scheduler/cli/format.hpp"
#include "scheduler/cli/table.hpp"

namespace npushare::cli {
namespace {

std::vector<Column> columns_for(Width width) {
  std::vector<Column> columns{{.title = "POD", .squeeze = Squeeze::kMayShrink},
                              {.title = "NODE", .squeeze = Squeeze::kMayShrink},
                              {.title = "CHIP", .align = Align::kRight},
                              {.title = "MEMORY", .align = Align::kRight},
                              {.title = "CORES", .align = Align::kRight},
                              {.title = "STATE"},
                              {.title = "HOLDS"},
                              {.title = "AGE", .align = Align::kRight}};
  if (width == Width::kNarrow) return columns;
  columns.push_back({.title = "CONTAINER", .align = Align::kRight});
  columns.push_back({.title = "PRIORITY", .align = Align::kRight});
  columns.push_back({.title = "CHIP'S UUID", .squeeze = Squeeze::kMayShrink});
  columns.push_back({.title = "SHARE", .squeeze = Squeeze::kMayShrink});
  return columns;
}

Tone tone_of(const std::string& state) {
  return state == "uncertain" ? Tone::kWarning : Tone::kPlain;
}

/// A claim has a name as pods have, and is none.
std::string holder_of(const ShareView& share) {
  return share.source == "claim" ? share.pod + " (claim)" : share.pod;
}

std::vector<Cell> row_of(const ShareView& share, const ChipView& chip, const NodeView& node,
                         const Canvas& canvas) {
  return {{holder_of(share)},
          {node.name},
          {std::to_string(chip.index)},
          {memory(share.amount.memory)},
          {cores(share.amount.cores, chip.mode)},
          {share.state, tone_of(share.state)},
          {share.hold},
          {age_of(share.since, canvas.now)},
          {std::to_string(share.container)},
          {std::to_string(share.priority)},
          {chip.uuid},
          {share.id}};
}

std::vector<Cell> row_of(const OrphanView& orphan, const NodeView& node) {
  return {{orphan.pod},
          {node.name},
          {"gone", Tone::kWarning},
          {memory(orphan.amount.memory)},
          {std::to_string(orphan.amount.cores.value())},
          {"kept aside", Tone::kWarning},
          {"-"},
          {"-"},
          {"-"},
          {"-"},
          {orphan.chip},
          {orphan.id}};
}

}  // namespace

std::string draw_share_list(const LedgersView& nodes, const Canvas& canvas) {
  Table table(columns_for(canvas.width), 0);
  for (const NodeView& node : nodes) {
    for (const ChipView& chip : node.chips) {
      std::vector<ShareView> shares = chip.shares;
      std::ranges::sort(shares, {}, [](const ShareView& share) {
        return std::tie(share.pod, share.container, share.id);
      });
      for (const ShareView& share : shares) table.add(row_of(share, chip, node, canvas));
    }
    for (const OrphanView& orphan : node.orphans) table.add(row_of(orphan, node));
  }
  return table.empty() ? "Nobody holds a share.\n" : table.draw(canvas);
}

}  // namespace npushare::cli
