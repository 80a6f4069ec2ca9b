#include "scheduler/volcano/adviser.hpp"

#include <algorithm>
#include <tuple>
#include <vector>

#include "policies/fit.hpp"

namespace npushare::volcano {
namespace {

struct Choice {
  const DeviceLedger* chip = nullptr;
  Score score;
  std::optional<Reason> obstacle;  // that we know of
};

const UuidList* list_of(const Request& request, const ModelName& model) {
  const auto list = std::ranges::find(request.uuid_lists, model, &UuidList::model);
  return list == request.uuid_lists.end() ? nullptr : &*list;
}

bool has_room(const DeviceLedger& chip, const Ask& ask) {
  return !shortage(charge_on(chip, ask), chip.free());
}

/// The chips with room, in Volcano's order; of equal ones those without an obstacle first.
std::vector<Choice> choices(const NodeLedger& node, const verbs::Question& question,
                            const Ask& ask) {
  std::vector<Choice> list;
  const UuidList* const uuids = list_of(question.request, ask.model);
  for (const DeviceLedger& chip : node.chips()) {
    if (chip.chip().model != ask.model || !has_room(chip, ask)) continue;
    list.push_back({&chip, question.chip_policy->rate_chip(chip, charge_on(chip, ask)),
                    first_obstacle(node, chip, ask, uuids)});
  }
  std::ranges::stable_sort(list, [](const Choice& a, const Choice& b) {
    return std::tuple(b.score, a.obstacle.has_value()) <
           std::tuple(a.score, b.obstacle.has_value());
  });
  return list;
}

}  // namespace

std::optional<Refusal> mistake_of_volcano(const NodeLedger& node, const verbs::Question& question) {
  const std::vector<Ask>& asks = question.request.asks;
  std::vector<const DeviceLedger*> taken;  // no two containers of a pod share a chip there
  for (std::size_t ask = 0; ask < asks.size(); ++ask) {
    std::size_t left = asks[ask].chips;
    for (const Choice& choice : choices(node, question, asks[ask])) {
      if (left == 0) break;
      if (std::ranges::find(taken, choice.chip) != taken.end()) continue;
      if (choice.obstacle) return Refusal{.reason = *choice.obstacle, .ask = ask};
      taken.push_back(choice.chip);
      --left;
    }
  }
  return std::nullopt;
}

}  // namespace npushare::volcano
