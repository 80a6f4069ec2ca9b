#include <fmt/format.h>

#include <algorithm>

#include "scheduler/cli/explain_page.hpp"
#include "scheduler/cli/format.hpp"
#include "scheduler/cli/table.hpp"
#include "scheduler/cli/text.hpp"

namespace npushare::cli {
namespace {

/// "8192 MiB, cores 50", the cores in whatever unit the chip has.
std::string both(const Amount& amount) {
  return memory(amount.memory) + ", cores " + std::to_string(amount.cores.value());
}

Tone tone_for_lack(bool is_short) {
  return is_short ? Tone::kBad : Tone::kPlain;
}

Table verdict_table(const NodeVerdictView& node) {
  Table table({{.title = ""},
               {.title = "CHIP", .align = Align::kRight},
               {.title = "FOR", .squeeze = Squeeze::kMayShrink},
               {.title = "MEMORY ASKED", .align = Align::kRight},
               {.title = "FREE", .align = Align::kRight},
               {.title = "CORES ASKED", .align = Align::kRight},
               {.title = "FREE", .align = Align::kRight},
               {.title = "WHY NOT", .squeeze = Squeeze::kMayShrink}},
              2);
  for (const VerdictView& chip : node.chips) {
    table.add({chip.fits ? Cell{"✓", Tone::kGood} : Cell{"✗", Tone::kBad},
               {std::to_string(chip.index)},
               {chip.container},
               {std::to_string(chip.asked.memory.value())},
               {std::to_string(chip.free.memory.value()),
                tone_for_lack(chip.free.memory < chip.asked.memory)},
               {std::to_string(chip.asked.cores.value())},
               {std::to_string(chip.free.cores.value()),
                tone_for_lack(chip.free.cores < chip.asked.cores)},
               {chip.reason}});
  }
  return table;
}

/// Each chip once, though several containers may have asked about it.
std::string draw_holders(const NodeVerdictView& node, const Canvas& canvas) {
  std::string out;
  std::vector<std::int64_t> shown;
  for (const VerdictView& chip : node.chips) {
    if (chip.holders.empty() || std::ranges::find(shown, chip.index) != shown.end()) continue;
    shown.push_back(chip.index);
    std::string line = "chip " + std::to_string(chip.index) + " is held by";
    for (const HolderView& holder : chip.holders)
      line += (&holder == &chip.holders.front() ? " " : "; ") + holder.pod + " (" +
              both(holder.amount) + ")";
    out += wrapped(line, 4, canvas.columns);
  }
  return out;
}

std::string title_of(const NodeVerdictView& node, const Canvas& canvas) {
  std::string rest = fmt::format("score {:.2f}", node.score);
  if (node.is_best) rest += ", the best";
  if (!node.fits)
    rest = node.reason + (node.is_resolvable ? "; would fit if pods of lower priority left" : "");
  const std::size_t taken = 2 + columns_of(rest) + 2;
  const std::size_t room = canvas.columns > taken ? canvas.columns - taken : 1;
  return canvas.style.paint(node.fits ? Tone::kGood : Tone::kBad, node.fits ? "✓ " : "✗ ") +
         canvas.style.paint(Tone::kStrong, shortened(node.name, room)) + "  " + rest + '\n';
}

}  // namespace

std::string draw_node_verdict(const NodeVerdictView& node, const Canvas& canvas) {
  return title_of(node, canvas) + verdict_table(node).draw(canvas) + draw_holders(node, canvas);
}

}  // namespace npushare::cli
