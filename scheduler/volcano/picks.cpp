#include "scheduler/volcano/picks.hpp"

#include <algorithm>
#include <tuple>

#include "policies/fit.hpp"

namespace npushare::volcano {
namespace {

struct Choice {
  Pick pick;
  Score score;
};

const UuidList* list_of(const Request& request, const ModelName& model) {
  const auto list = std::ranges::find(request.uuid_lists, model, &UuidList::model);
  return list == request.uuid_lists.end() ? nullptr : &*list;
}

bool has_room(const DeviceLedger& chip, const Ask& ask) {
  return !shortage(charge_on(chip, ask), chip.free());
}

std::vector<Choice> choices(const NodeLedger& node, const Request& request, std::size_t number,
                            const Policy& order) {
  const Ask& ask = request.asks[number];
  const UuidList* const uuids = list_of(request, ask.model);
  std::vector<Choice> list;
  for (const DeviceLedger& chip : node.chips()) {
    if (chip.chip().model != ask.model || !has_room(chip, ask)) continue;
    list.push_back({{number, &chip, first_obstacle(node, chip, ask, uuids)},
                    order.rate_chip(chip, charge_on(chip, ask))});
  }
  std::ranges::stable_sort(list, [](const Choice& a, const Choice& b) {
    return std::tuple(b.score, a.pick.obstacle.has_value()) <
           std::tuple(a.score, b.pick.obstacle.has_value());
  });
  return list;
}

}  // namespace

std::vector<Pick> picks_of_volcano(const NodeLedger& node, const Request& request,
                                   const Policy& order) {
  std::vector<Pick> picks;
  for (std::size_t ask = 0; ask < request.asks.size(); ++ask) {
    std::size_t left = request.asks[ask].chips;
    for (const Choice& choice : choices(node, request, ask, order)) {
      if (left == 0) break;
      const bool is_taken = std::ranges::find(picks, choice.pick.chip, &Pick::chip) != picks.end();
      if (is_taken) continue;
      picks.push_back(choice.pick);
      --left;
    }
  }
  return picks;
}

std::optional<Refusal> mistake_of_volcano(const NodeLedger& node, const Request& request,
                                          const Policy& order) {
  const std::vector<Pick> picks = picks_of_volcano(node, request, order);
  for (std::size_t ask = 0; ask < request.asks.size(); ++ask) {
    const auto found = std::ranges::count(picks, ask, &Pick::ask);
    if (static_cast<std::size_t>(found) < request.asks[ask].chips)
      return Refusal{.reason = Reason::kChipsShort, .ask = ask};
  }
  const auto bad =
      std::ranges::find_if(picks, [](const Pick& p) { return p.obstacle.has_value(); });
  if (bad == picks.end()) return std::nullopt;
  return Refusal{.reason = *bad->obstacle, .ask = bad->ask};
}

}  // namespace npushare::volcano
