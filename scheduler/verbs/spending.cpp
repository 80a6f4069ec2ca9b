#include "scheduler/verbs/spending.hpp"

#include <algorithm>

namespace npushare::verbs {
namespace {

constexpr std::int64_t kFullPercent = 100;

/// Of a model that has left the catalogue the cores count as they are.
Cores percent_of(Cores cores, Mode mode, const ChipModel* model) {
  if (mode == Mode::kSoft || model == nullptr || model->ai_cores <= Cores{0}) return cores;
  const std::int64_t whole = model->ai_cores.value();
  return Cores{(cores.value() * kFullPercent + whole - 1) / whole};
}

Amount counted(Amount amount, Mode mode, const ChipModel* model) {
  amount.cores = percent_of(amount.cores, mode, model);
  amount.cpus = {};
  return amount;
}

Amount amount_of(const Ask& ask, const ChipModel* model, MiB reserved) {
  if (ask.hold != Hold::kWhole) return counted(ask.amount, ask.mode.value_or(Mode::kSoft), model);
  return {.memory = std::max(ask.quota.memory - reserved, MiB{0}),
          .cores = Cores{kFullPercent},
          .cpus = {},
          .slots = ask.amount.slots};
}

/// The model's grants, as if each container's chips were one.
std::vector<Grant> grants_of(const Request& request, const ChipModel* known, const ModelName& model,
                             MiB reserved) {
  std::vector<Grant> grants;
  for (const Ask& ask : request.asks) {
    if (ask.model != model) continue;
    Grant grant{.container = ask.container};
    const Amount one = amount_of(ask, known, reserved);
    for (std::size_t chip = 0; chip < ask.chips; ++chip) grant.amount += one;
    grants.push_back(std::move(grant));
  }
  return grants;
}

}  // namespace

void add(Spending& sum, const Spending& more) {
  for (const auto& [model, amount] : more) sum[model] += amount;
}

void take_off(Spending& sum, const Spending& less) {
  for (const auto& [model, amount] : less) sum[model] -= amount;
}

SpendingByPod spending_on(const NodeLedger& node, const Catalogue& catalogue) {
  SpendingByPod spent;
  const auto count = [&](const Share& share, Mode mode, const ModelName& model) {
    if (share.source == Source::kClaim) return;  // the quotas' keys are limits of containers
    spent[share.holder->pod.space][share.holder->uid][model] +=
        counted(share.amount, mode, catalogue.find(model));
  };
  for (const DeviceLedger& chip : node.chips())
    for (const auto& [id, share] : chip.shares()) count(share, chip.chip().mode, chip.chip().model);
  for (const Orphan& orphan : node.orphans()) count(orphan.share, orphan.share.mode, orphan.model);
  return spent;
}

Spending least_spending(const Request& request, const Catalogue& catalogue, MiB reserved) {
  Spending least;
  for (const Ask& ask : request.asks) {
    if (least.contains(ask.model)) continue;
    const std::vector<Grant> grants =
        grants_of(request, catalogue.find(ask.model), ask.model, reserved);
    std::vector<const Grant*> all;
    for (const Grant& grant : grants) all.push_back(&grant);
    least[ask.model] = peak_of(request.containers, all);
  }
  return least;
}

}  // namespace npushare::verbs
