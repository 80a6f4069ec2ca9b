#include "scheduler/metrics/chip_table.hpp"

#include <array>

namespace npushare::metrics {
namespace {

constexpr double kPercent = 100.0;

constexpr std::array kFamilies{
    Family{Kind::kGauge, "npushare_chip_memory_capacity_bytes",
           "Memory of the chip that may be shared, after the operator's reserve."},
    Family{Kind::kGauge, "npushare_chip_memory_consumed_bytes",
           "Memory of the chip that its shares hold."},
    Family{Kind::kGauge, "npushare_chip_memory_free_bytes",
           "Capacity less consumption; negative where the cluster has overcommitted the chip."},
    Family{Kind::kGauge, "npushare_chip_cores_capacity_ratio",
           "Compute of the chip that may be shared; 1 is all of it."},
    Family{Kind::kGauge, "npushare_chip_cores_consumed_ratio",
           "Compute of the chip that its shares hold; 1 is all of it."},
    Family{Kind::kGauge, "npushare_chip_cores_free_ratio",
           "Capacity less consumption; negative where the cluster has overcommitted the chip."},
    Family{Kind::kGauge, "npushare_chip_shares", "Shares on the chip."},
    Family{Kind::kGauge, "npushare_chip_slots", "Shares that the chip may carry at most."},
    Family{Kind::kGauge, "npushare_chip_healthy",
           "1 where the node plugin calls the chip healthy; an unhealthy chip takes no new share."},
    Family{Kind::kGauge, "npushare_chip_cordoned",
           "1 where an operator has cordoned the chip; it keeps its shares and takes no new one."},
    Family{Kind::kGauge, "npushare_chip_blocked",
           "1 where the chip takes no pod that asks by annotations, because of claims (DRA)."},
    Family{Kind::kGauge, "npushare_chip_ai_cpus_capacity", "AI CPUs of a hard-split chip."},
    Family{Kind::kGauge, "npushare_chip_ai_cpus_consumed",
           "AI CPUs of a hard-split chip that its shares hold."},
};

double cpus_of(Cpus cpus, const Chip& chip) {
  return chip.mode == Mode::kHard ? static_cast<double>(cpus.value()) : Table::kAbsent;
}

std::array<double, kFamilies.size()> values_of(const DeviceLedger& ledger) {
  const Chip& chip = ledger.chip();
  const Amount& capacity = ledger.capacity();
  const Amount& used = ledger.used();
  const Amount free = ledger.free();
  return {bytes_of(capacity.memory),
          bytes_of(used.memory),
          bytes_of(free.memory),
          ratio_of(capacity.cores, chip),
          ratio_of(used.cores, chip),
          ratio_of(free.cores, chip),
          static_cast<double>(ledger.shares().size()),
          static_cast<double>(capacity.slots.value()),
          chip.healthy ? 1.0 : 0.0,
          chip.cordoned ? 1.0 : 0.0,
          chip.block == Block::kNone ? 0.0 : 1.0,
          cpus_of(capacity.cpus, chip),
          cpus_of(used.cpus, chip)};
}

}  // namespace

double ratio_of(Cores cores, const Chip& chip) {
  const double whole =
      chip.mode == Mode::kSoft ? kPercent : static_cast<double>(chip.capacity.cores.value());
  return whole > 0 ? static_cast<double>(cores.value()) / whole : Table::kAbsent;
}

Table chip_table(const Snapshots& nodes) {
  Table table(kFamilies);
  Labels labels;
  for (const LedgerBook::Snapshot& node : nodes) {
    for (const DeviceLedger& ledger : node->chips()) {
      const Chip& chip = ledger.chip();
      labels.clear();
      labels.add("node", node->name().text())
          .add("device_uuid", chip.uuid.text())
          .add("model", chip.model.text())
          .add("mode", text_of(chip.mode));
      table.add(labels, values_of(ledger));
    }
  }
  return table;
}

}  // namespace npushare::metrics
