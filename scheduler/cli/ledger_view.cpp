#include "scheduler/cli/ledger_view.hpp"

#include "scheduler/cli/text.hpp"

namespace npushare::cli {
namespace {

using wire::Json;

ShareView read_share(const Json& share) {
  return {.id = text_at(share, "id"),
          .pod = text_at(share, "pod"),
          .container = share["container"].integer(),
          .state = text_at(share, "state"),
          .source = text_at(share, "source"),
          .hold = text_at(share, "hold"),
          .amount = read_amount(share["amount"]),
          .priority = share["priority"].integer(),
          .since = text_at(share, "since")};
}

ChipView read_chip(const Json& chip) {
  ChipView view{.index = chip["index"].integer(),
                .uuid = text_at(chip, "uuid"),
                .model = text_at(chip, "model"),
                .mode = read_mode(chip),
                .healthy = chip["healthy"].boolean(),
                .cordoned = chip["cordoned"].boolean(),
                .block = text_at(chip, "block"),
                .capacity = read_amount(chip["capacity"]),
                .used = read_amount(chip["used"]),
                .free = read_amount(chip["free"]),
                .shares = {}};
  for (const Json& share : chip["shares"].items()) view.shares.push_back(read_share(share));
  return view;
}

OrphanView read_orphan(const Json& orphan) {
  return {.chip = text_at(orphan, "chip"),
          .id = text_at(orphan, "id"),
          .pod = text_at(orphan, "pod"),
          .amount = read_amount(orphan["amount"])};
}

NodeView read_node(const Json& node) {
  NodeView view{.name = text_at(node, "name"),
                .registration = text_at(node, "registration"),
                .chips = {},
                .orphans = {}};
  for (const Json& chip : node["chips"].items()) view.chips.push_back(read_chip(chip));
  for (const Json& orphan : node["orphans"].items()) view.orphans.push_back(read_orphan(orphan));
  return view;
}

}  // namespace

std::string text_at(const Json& object, std::string_view key) {
  return printable(object[key].string());
}

Amount read_amount(const Json& object) {
  return {.memory = MiB{object["memoryMiB"].integer()},
          .cores = Cores{object["cores"].integer()},
          .cpus = Cpus{object["cpus"].integer()},
          .slots = Slots{object["slots"].integer()}};
}

Mode read_mode(const Json& object) {
  return object["mode"].string() == "hard" ? Mode::kHard : Mode::kSoft;
}

Result<LedgersView> read_ledgers(const Json& answer) {
  if (!answer["nodes"].is_array()) {
    return Error{ErrorCode::kInvalid,
                 "the answer has no list \"nodes\"; is this URL an npushare service?"};
  }
  LedgersView nodes;
  for (const Json& node : answer["nodes"].items()) nodes.push_back(read_node(node));
  return nodes;
}

}  // namespace npushare::cli
