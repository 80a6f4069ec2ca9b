#include "scheduler/cli/ledger_page.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "scheduler/cli/bars.hpp"
#include "scheduler/cli/format.hpp"
#include "scheduler/cli/table.hpp"
#include "scheduler/cli/text.hpp"

namespace npushare::cli {
namespace {

constexpr std::size_t kBarCells = 40;

/// One line below a chip: what of it is measured.
struct Gauge {
  std::string name;
  std::string unit;
  std::vector<std::int64_t> parts;
  std::int64_t used = 0;
  std::int64_t whole = 0;
  std::int64_t free = 0;
};

template <class Pick>
Gauge gauge_of(const ChipView& chip, const std::string& name, const std::string& unit, Pick pick) {
  Gauge gauge{.name = name,
              .unit = unit,
              .parts = {},
              .used = pick(chip.used),
              .whole = pick(chip.capacity),
              .free = pick(chip.free)};
  for (const ShareView& share : chip.shares) gauge.parts.push_back(pick(share.amount));
  return gauge;
}

std::string draw_gauge(const Gauge& gauge, const Style& style) {
  const std::string amounts = fmt::format("{:>6} of {} {}", gauge.used, gauge.whole, gauge.unit);
  const bool is_over = gauge.free < 0;
  const std::string rest =
      is_over ? fmt::format("{} too many", -gauge.free) : fmt::format("{} free", gauge.free);
  return "    " + fitted(gauge.name, 8) + bar(gauge.parts, gauge.whole, kBarCells, style) + "  " +
         fitted(amounts, 22) + fitted(percent_of(gauge.used, gauge.whole), 7, Align::kRight) +
         "  " + style.paint(is_over ? Tone::kBad : Tone::kQuiet, rest) + '\n';
}

std::string closed_text(const ChipView& chip) {
  if (!chip.healthy) return "  unhealthy: takes no more";
  if (chip.cordoned) return "  cordoned: takes no more";
  return chip.block.empty() ? "" : "  " + chip.block + ": claims alone join";
}

std::string draw_chip_title(const ChipView& chip, const Canvas& canvas) {
  const std::string name = fmt::format("  chip {}  ", chip.index);
  const std::string model = fmt::format(
      "{} {}, {} of {}", shortened(chip.model, 20), text_of(chip.mode), chip.used.slots.value(),
      counted(static_cast<std::size_t>(std::max<std::int64_t>(chip.capacity.slots.value(), 0)),
              "share"));
  const std::string health = closed_text(chip);
  const std::size_t taken = columns_of(name) + columns_of(model) + 2 + columns_of(health);
  const std::size_t room = canvas.columns > taken ? canvas.columns - taken : 0;
  return canvas.style.paint(Tone::kStrong, name) + model + "  " +
         canvas.style.paint(Tone::kQuiet, shortened(chip.uuid, room)) +
         canvas.style.paint(Tone::kBad, health) + '\n';
}

Tone tone_of_state(const std::string& state) {
  return state == "uncertain" ? Tone::kWarning : Tone::kPlain;
}

/// "bound", or what else a reader should know: "bound, exclusive", "uncertain, by claim".
std::string state_of(const ShareView& share) {
  std::string text = share.state;
  if (!share.hold.empty() && share.hold != "part") text += ", " + share.hold;
  if (!share.source.empty() && share.source == "claim") text += ", by claim";
  return text;
}

std::string draw_shares(const ChipView& chip, const Canvas& canvas) {
  Table table({{.title = ""},
               {.title = "SHARE OF", .squeeze = Squeeze::kMayShrink},
               {.title = "CONTAINER", .align = Align::kRight},
               {.title = "MEMORY", .align = Align::kRight},
               {.title = "CORES", .align = Align::kRight},
               {.title = "STATE", .squeeze = Squeeze::kMayShrink},
               {.title = "ID", .squeeze = Squeeze::kMayShrink}},
              4);
  for (std::size_t at = 0; at < chip.shares.size(); ++at) {
    const ShareView& share = chip.shares[at];
    table.add({{std::string(shade_of(at))},
               {share.pod},
               {std::to_string(share.container)},
               {memory(share.amount.memory)},
               {cores(share.amount.cores, chip.mode)},
               {state_of(share), tone_of_state(share.state)},
               {share.id, Tone::kQuiet}});
  }
  return table.draw(canvas);
}

std::string draw_orphans(const NodeView& node, const Canvas& canvas) {
  if (node.orphans.empty()) return {};
  Table table({{.title = "SHARE OF", .squeeze = Squeeze::kMayShrink},
               {.title = "MEMORY", .align = Align::kRight},
               {.title = "CHIP", .squeeze = Squeeze::kMayShrink},
               {.title = "ID", .squeeze = Squeeze::kMayShrink}},
              4);
  for (const OrphanView& orphan : node.orphans)
    table.add({{orphan.pod}, {memory(orphan.amount.memory)}, {orphan.chip}, {orphan.id}});
  return canvas.style.paint(Tone::kWarning, "  shares of chips that are not registered any more") +
         '\n' + table.draw(canvas);
}

std::string draw_node_title(const NodeView& node, const Canvas& canvas) {
  const std::string chips = counted(node.chips.size(), "chip");
  const std::string registration = "registration " + node.registration;
  const std::size_t rest = columns_of(chips) + columns_of(registration) + 4;
  const std::string name = shortened(node.name, canvas.columns > rest ? canvas.columns - rest : 1);
  const Tone tone = node.registration == "fresh" ? Tone::kQuiet : Tone::kWarning;
  return canvas.style.paint(Tone::kStrong, name) + "  " + chips + ", " +
         canvas.style.paint(tone, registration) + '\n';
}

std::string draw_node(const NodeView& node, const Canvas& canvas) {
  std::string out = draw_node_title(node, canvas);
  for (const ChipView& chip : node.chips)
    out += '\n' + draw_chip_bars(chip, canvas) + draw_shares(chip, canvas);
  const std::string orphans = draw_orphans(node, canvas);
  return orphans.empty() ? out : out + '\n' + orphans;
}

}  // namespace

std::string draw_chip_bars(const ChipView& chip, const Canvas& canvas) {
  const Gauge memory_gauge =
      gauge_of(chip, "memory", "MiB", [](const Amount& amount) { return amount.memory.value(); });
  const Gauge cores_gauge = gauge_of(chip, "cores", core_unit(chip.mode),
                                     [](const Amount& amount) { return amount.cores.value(); });
  return draw_chip_title(chip, canvas) + draw_gauge(memory_gauge, canvas.style) +
         draw_gauge(cores_gauge, canvas.style);
}

std::string draw_ledgers(const LedgersView& nodes, const Canvas& canvas) {
  if (nodes.empty()) {
    return "No node has registered an NPU.\n" +
           canvas.style.paint(Tone::kQuiet,
                              "Does the node plugin run, and on which nodes? "
                              "`npushare explain` names what a pod misses.") +
           '\n';
  }
  std::string out;
  for (const NodeView& node : nodes) out += (out.empty() ? "" : "\n") + draw_node(node, canvas);
  return out;
}

}  // namespace npushare::cli
