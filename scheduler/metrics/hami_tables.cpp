#include "scheduler/metrics/hami_tables.hpp"

#include <array>
#include <string>

#include "scheduler/metrics/hami_words.hpp"
#include "scheduler/metrics/held_part.hpp"

namespace npushare::metrics {
namespace {

double allocated_ratio(const DeviceLedger& ledger) {
  const MiB whole = ledger.chip().device_memory;
  if (whole <= MiB{0}) return Table::kAbsent;
  return static_cast<double>(ledger.used().memory.value()) / static_cast<double>(whole.value());
}

template <class Unit>
double plain(Quantity<Unit> quantity) {
  return static_cast<double>(quantity.value());
}

/// One version's names of it all.
class Dialect {
 public:
  explicit Dialect(const HamiWords& words)
      : words_(words),
        chips_(words.chips),
        memory_(words.memory),
        overview_(words.overview),
        ratio_(words.ratio),
        pods_(words.pods) {}

  void add(const NodeLedger& node, const DeviceLedger& ledger) {
    add_chip(node, ledger);
    for (const HeldPart& part : parts_of(ledger)) add_part(node, ledger.chip(), part);
  }

  void move_into(std::vector<Table>& tables) {
    for (Table* table : {&chips_, &memory_, &overview_, &ratio_, &pods_})
      tables.push_back(std::move(*table));
  }

 private:
  Labels chip_labels(const NodeLedger& node, const Chip& chip) const {
    Labels labels;
    labels.add("zone", "vGPU")
        .add(words_.node, node.name().text())
        .add(words_.uuid, chip.uuid.text())
        .add(words_.index, std::to_string(chip.index));
    return labels;
  }

  void add_chip(const NodeLedger& node, const DeviceLedger& ledger) {
    const Chip& chip = ledger.chip();
    const Amount& used = ledger.used();
    const std::string cores = std::to_string(chip.capacity.cores.value());
    const std::string memory = std::to_string(chip.device_memory.value());
    const Labels named = chip_labels(node, chip);
    const auto with_type = [&](Labels labels) {
      return labels.add(words_.type, chip.model.text());
    };
    const Labels typed = with_type(named);
    const Labels with_cores = Labels(named).add(words_.cores, cores);
    chips_.add(typed, std::array{bytes_of(chip.device_memory), plain(chip.capacity.cores),
                                 plain(used.slots), plain(used.cores)});
    memory_.add(with_type(with_cores), std::array{bytes_of(used.memory)});
    overview_.add(with_type(Labels(with_cores).add(words_.memory_limit, memory)),
                  std::array{bytes_of(used.memory)});
    ratio_.add(words_.ratio_has_type ? typed : named, std::array{allocated_ratio(ledger)});
  }

  void add_part(const NodeLedger& node, const Chip& chip, const HeldPart& part) {
    Labels labels;
    labels.add("zone", "vGPU")
        .add(words_.pod_space, part.pod->space)
        .add(words_.pod_node, node.name().text())
        .add(words_.pod_name, part.pod->name)
        .add(words_.container, std::to_string(part.container))
        .add(words_.uuid, chip.uuid.text());
    pods_.add(labels, std::array{bytes_of(part.amount.memory), plain(part.amount.cores)});
  }

  const HamiWords& words_;
  Table chips_;
  Table memory_;
  Table overview_;
  Table ratio_;
  Table pods_;
};

}  // namespace

std::vector<Table> hami_tables(const Snapshots& nodes, config::HamiNames names) {
  std::vector<Dialect> dialects;
  if (names != config::HamiNames::kNone) dialects.emplace_back(kHamiNow);
  if (names == config::HamiNames::kLegacy) dialects.emplace_back(kHamiLegacy);
  for (Dialect& dialect : dialects)
    for (const LedgerBook::Snapshot& node : nodes)
      for (const DeviceLedger& ledger : node->chips()) dialect.add(*node, ledger);
  std::vector<Table> tables;
  for (Dialect& dialect : dialects) dialect.move_into(tables);
  return tables;
}

}  // namespace npushare::metrics
