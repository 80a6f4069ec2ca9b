#include "scheduler/metrics/share_table.hpp"

#include <array>
#include <string>

#include "scheduler/metrics/chip_table.hpp"
#include "scheduler/metrics/held_part.hpp"

namespace npushare::metrics {
namespace {

constexpr std::array kFamilies{
    Family{Kind::kGauge, "npushare_share_memory_bytes",
           "Memory of the chip that the pod's container holds."},
    Family{Kind::kGauge, "npushare_share_cores_ratio",
           "Compute of the chip that the pod's container holds; 1 is the whole chip."},
};

}  // namespace

Table share_table(const Snapshots& nodes) {
  Table table(kFamilies);
  Labels labels;
  for (const LedgerBook::Snapshot& node : nodes) {
    for (const DeviceLedger& ledger : node->chips()) {
      for (const HeldPart& part : parts_of(ledger)) {
        labels.clear();
        labels.add("node", node->name().text())
            .add("device_uuid", ledger.chip().uuid.text())
            .add("namespace", part.pod->space)
            .add("pod", part.pod->name)
            .add("container_index", std::to_string(part.container));
        table.add(labels, std::array{bytes_of(part.amount.memory),
                                     ratio_of(part.amount.cores, ledger.chip())});
      }
    }
  }
  return table;
}

}  // namespace npushare::metrics
