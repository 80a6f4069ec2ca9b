#include "scheduler/metrics/book_page.hpp"

#include <array>
#include <cstddef>

#include "accounting/words.hpp"

namespace npushare::metrics {
namespace {

constexpr Family kNodes{Kind::kGauge, "npushare_nodes",
                        "Nodes known, by their NPU registration; a node without NPUs is missing."};
constexpr Family kShares{Kind::kGauge, "npushare_shares", "Shares on the books, by their state."};

constexpr std::array kRegistrations{Registration::kFresh, Registration::kStale,
                                    Registration::kMissing, Registration::kUnsupportedHost};
constexpr std::array kStates{ShareState::kReserved, ShareState::kAssumed, ShareState::kUncertain,
                             ShareState::kBound};

/// How many there are of each value.
template <class Value, std::size_t N>
class Tally {
 public:
  void add(Value value) { ++counts_[static_cast<std::size_t>(value)]; }
  void write(PageWriter& page, const Family& family, std::string_view label,
             const std::array<Value, N>& values) const {
    page.begin(family);
    for (const Value value : values) {
      page.sample(Labels().add(label, word_of(value)).text(),
                  static_cast<double>(counts_[static_cast<std::size_t>(value)]));
    }
  }

 private:
  std::array<std::size_t, N> counts_{};
};

}  // namespace

void write_book(PageWriter& page, const Snapshots& nodes) {
  Tally<Registration, kRegistrations.size()> registrations;
  Tally<ShareState, kStates.size()> states;
  for (const LedgerBook::Snapshot& node : nodes) {
    registrations.add(node->registration());
    for (const DeviceLedger& chip : node->chips())
      for (const auto& [id, share] : chip.shares()) states.add(share.state);
    for (const Orphan& orphan : node->orphans()) states.add(orphan.share.state);
  }
  registrations.write(page, kNodes, "registration", kRegistrations);
  states.write(page, kShares, "state", kStates);
}

}  // namespace npushare::metrics
