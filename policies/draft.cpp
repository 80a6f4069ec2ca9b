#include "policies/draft.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace npushare {
namespace {

const UuidList* list_for(const Request& request, const ModelName& model) {
  const auto same = std::ranges::find(request.uuid_lists, model, &UuidList::model);
  return same == request.uuid_lists.end() ? nullptr : &*same;
}

/// Whether the two containers ever run at the same moment.
bool overlap(const Request& request, const Ask& a, const Ask& b) {
  const auto [first, second] = std::minmax(a.container, b.container);
  const ContainerKind earlier = request.containers[first].kind;
  const ContainerKind later = request.containers[second].kind;
  if (later == ContainerKind::kInit) return earlier == ContainerKind::kSidecar;
  return earlier != ContainerKind::kInit;
}

bool same_size(const Ask& a, const Ask& b) {
  if (a.hold == Hold::kWhole || b.hold == Hold::kWhole) return a.hold == b.hold;
  return a.template_name == b.template_name && a.quota == b.quota;
}

Grant grant_of(const DeviceLedger& ledger, const Ask& ask) {
  const Chip& chip = ledger.chip();
  const bool is_whole = ask.hold == Hold::kWhole;
  return {.container = ask.container,
          .chip = chip.uuid,
          .chip_index = chip.index,
          .model = ask.model,
          .amount = charge_on(ledger, ask),
          .quota = is_whole ? Quota{chip.device_memory, Cores{0}} : ask.quota,
          .template_name = is_whole ? std::string{} : ask.template_name,
          .hold = ask.hold,
          // A pod without a mode stays without one, also on a chip that others split softly.
          .mode = ask.mode.value_or(Mode::kHard)};
}

}  // namespace

Draft::Draft(const NodeLedger& node, const Request& request, Standing standing)
    : node_(node), request_(request), alone_(request.asks.size() * node.chips().size()) {
  used_.reserve(node.chips().size());
  for (std::size_t chip = 0; chip < node.chips().size(); ++chip) {
    const Occupancy occupancy = standing == Standing::kEveryone
                                    ? occupancy_of(ledger(chip))
                                    : occupancy_from(ledger(chip), request.holder->priority);
    used_.push_back(occupancy.used);
    for (std::size_t ask = 0; ask < request.asks.size(); ++ask) {
      const Ask& wish = request.asks[ask];
      alone_[ask * node.chips().size() + chip] = first_obstacle(
          node.registration(), ledger(chip), occupancy, wish, list_for(request, wish.model));
    }
  }
}

std::optional<Reason> Draft::obstacle(std::size_t ask, std::size_t chip) const {
  if (const auto reason = obstacle_alone(ask, chip)) return reason;
  if (!uses(chip)) return std::nullopt;
  return obstacle_beside(ask, chip);
}

std::optional<Reason> Draft::obstacle_beside(std::size_t ask, std::size_t chip) const {
  const Ask& wish = request_.asks[ask];
  const Chip& self = ledger(chip).chip();
  bool is_shared_unequally = false;
  for (const Placed& placed : placed_) {
    if (placed.chip != chip) continue;
    const Ask& neighbour = request_.asks[placed.ask];
    const bool someone_wants_alone = wants_alone(self, wish) || wants_alone(self, neighbour);
    if (someone_wants_alone && overlap(request_, wish, neighbour)) return Reason::kExclusive;
    is_shared_unequally |= !same_size(wish, neighbour);
  }
  if (const auto reason = shortage(peak(chip, ask), free(chip))) return reason;
  if (is_shared_unequally) return Reason::kSharedChip;
  return std::nullopt;
}

bool Draft::uses(std::size_t chip) const {
  return std::ranges::find(placed_, chip, &Placed::chip) != placed_.end();
}

Amount Draft::added(std::size_t ask, std::size_t chip) const {
  if (!uses(chip)) return charge_on(ledger(chip), request_.asks[ask]);
  return peak(chip, ask) - peak(chip, std::nullopt);
}

Amount Draft::peak(std::size_t chip, std::optional<std::size_t> one_more) const {
  std::vector<Grant> grants;  // with no more than peak_of reads
  const auto add = [&](const Ask& ask) {
    Grant& grant = grants.emplace_back();
    grant.container = ask.container;
    grant.amount = charge_on(ledger(chip), ask);
  };
  for (const Placed& placed : placed_)
    if (placed.chip == chip) add(request_.asks[placed.ask]);
  if (one_more) add(request_.asks[*one_more]);

  std::vector<const Grant*> pointers;
  pointers.reserve(grants.size());
  for (const Grant& grant : grants) pointers.push_back(&grant);
  return peak_of(request_.containers, pointers);
}

DeviceLedger Draft::ledger_with_draft(std::size_t chip) const {
  DeviceLedger changed = ledger(chip);
  const ShareId name = ShareId::of_init_peak(request_.holder->uid, changed.chip().uuid);
  changed.observe(
      name,
      {.holder = request_.holder, .amount = peak(chip, std::nullopt), .mode = changed.chip().mode});
  return changed;
}

Allocation Draft::allocation() const {
  Allocation result{.node = node_.name(),
                    .holder = request_.holder,
                    .containers = request_.containers,
                    .grants = {}};
  result.grants.reserve(placed_.size());
  for (const Placed& placed : placed_)
    result.grants.push_back(grant_of(ledger(placed.chip), request_.asks[placed.ask]));
  // Within a container in ascending index: the node plugin's list (node-plugin-contract 3.8.8).
  std::ranges::sort(result.grants, {}, [](const Grant& grant) {
    return std::pair{grant.container, grant.chip_index};
  });
  return result;
}

}  // namespace npushare
