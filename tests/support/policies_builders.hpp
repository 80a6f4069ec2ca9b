/// Nodes, pods and answers for the tests of policies/: every number that matters to a test is in
/// the test.
///
/// Notation of cases/public-cases.md: hard(m) is H(m), soft(m, c, n) is S(m, c, n), whole(n) is
/// W(n).
#pragma once

#include <algorithm>
#include <cctype>
#include <string>
#include <utility>
#include <vector>

#include "accounting/node_ledger.hpp"
#include "accounting/request.hpp"
#include "policies/planner.hpp"
#include "policies/registry.hpp"

namespace npushare::test {

inline ModelName the_310p() {
  return ModelName{"Ascend310P"};
}

/// Memory, cores and slots; AI CPUs where a test names them.
constexpr Amount amount(std::int64_t memory, std::int64_t cores, std::int64_t slots = 1,
                        std::int64_t cpus = 0) {
  return {MiB{memory}, Cores{cores}, Cpus{cpus}, Slots{slots}};
}

/// A 310P3: 21527 MiB and 7 slots, with 8 AI cores and 7 AI CPUs (hard) or 100 % of cores (soft).
inline Chip a_chip(Mode mode, const std::string& uuid = "A") {
  return {.uuid = ChipUuid{uuid},
          .index = 0,
          .model = the_310p(),
          .mode = mode,
          .capacity = mode == Mode::kHard ? amount(21527, 8, 7, 7) : amount(21527, 100, 7),
          .device_memory = MiB{21527},
          .healthy = true,
          .network_id = std::nullopt};
}

inline HolderPtr a_holder(const std::string& uid, std::int64_t priority = 0) {
  return std::make_shared<const Holder>(
      Holder{.uid = PodUid{uid}, .pod = {"default", uid}, .priority = priority, .since = 0});
}

/// One container's part of one chip, by amounts alone.
inline Ask part(Mode mode, const Amount& taken, std::size_t chips = 1) {
  Ask ask;
  ask.model = the_310p();
  ask.mode = mode;
  ask.chips = chips;
  ask.amount = taken;
  ask.quota = {taken.memory, taken.cores};
  return ask;
}

/// Several chips of a soft split are kept for one container alone (node-plugin-contract 6.3).
inline Ask soft(std::int64_t memory, std::int64_t cores, std::size_t chips = 1) {
  Ask ask = part(Mode::kSoft, amount(memory, cores), chips);
  if (chips > 1) ask.hold = Hold::kExclusive;
  return ask;
}

inline Ask whole(std::size_t chips = 1) {
  Ask ask;
  ask.model = the_310p();
  ask.chips = chips;
  ask.amount = amount(0, 0);
  ask.hold = Hold::kWhole;
  return ask;
}

/// The smallest template of the 310P3 with this memory, else a whole chip.
inline Ask hard(std::int64_t memory) {
  using Slice = std::pair<std::int64_t, const char*>;
  for (const auto& [units, name] : {Slice{1, "vir01"}, {2, "vir02"}, {4, "vir04"}}) {
    if (memory > 3072 * units) continue;
    Ask ask = part(Mode::kHard, amount(3072 * units, units, 1, units));
    ask.quota.cores = Cores{0};
    ask.template_name = name;
    return ask;
  }
  return whole();
}

inline Ask alone(Ask ask) {
  ask.hold = Hold::kExclusive;
  return ask;
}

class APod {
 public:
  explicit APod(const std::string& uid = "p", std::int64_t priority = 0) {
    request_.holder = a_holder(uid, priority);
  }

  APod& app(const Ask& ask) { return container(ContainerKind::kApp).ask(ask); }
  APod& init(const Ask& ask) { return container(ContainerKind::kInit).ask(ask); }
  APod& sidecar(const Ask& ask) { return container(ContainerKind::kSidecar).ask(ask); }

  /// A container that asks for nothing.
  APod& plain() { return container(ContainerKind::kApp); }

  APod& lists(const std::vector<std::string>& allowed, const std::vector<std::string>& denied) {
    UuidList list{.model = the_310p(), .allowed = {}, .denied = {}};
    for (const std::string& uuid : allowed) list.allowed.emplace_back(uuid);
    for (const std::string& uuid : denied) list.denied.emplace_back(uuid);
    request_.uuid_lists.push_back(std::move(list));
    return *this;
  }

  operator Request() const { return request_; }  // NOLINT(google-explicit-constructor)

 private:
  APod& container(ContainerKind kind) {
    request_.containers.push_back({"c" + std::to_string(request_.containers.size()), kind});
    return *this;
  }
  APod& ask(Ask ask) {
    ask.container = static_cast<std::uint16_t>(request_.containers.size() - 1);
    request_.asks.push_back(std::move(ask));
    return *this;
  }

  Request request_;
};

/// A pod of one container.
inline Request pod(const Ask& ask, const std::string& uid = "p", std::int64_t priority = 0) {
  return APod(uid, priority).app(ask);
}

class ANode {
 public:
  explicit ANode(const std::string& name = "n1") : node_(NodeName{name}) {}

  ANode& chip(Chip chip) {
    chip.index = inventory_.chips.size();
    inventory_.chips.push_back(std::move(chip));
    return registered(Registration::kFresh);
  }
  ANode& hard(const std::string& uuid) { return chip(a_chip(Mode::kHard, uuid)); }
  ANode& soft(const std::string& uuid) { return chip(a_chip(Mode::kSoft, uuid)); }

  ANode& registered(Registration registration) {
    inventory_.registration = registration;
    node_.register_chips(inventory_);
    return *this;
  }

  /// Puts a pod of one container on the books; it is not asked whether it fits.
  ANode& share(const std::string& uuid, const Ask& ask, const std::string& uid = "",
               std::int64_t priority = 0) {
    const Chip& on = node_.find(ChipUuid{uuid})->chip();
    const std::string name = uid.empty() ? "other-" + std::to_string(pods_++) : uid;
    Grant grant;
    grant.chip = on.uuid;
    grant.amount = ask.hold == Hold::kWhole ? on.capacity : ask.amount;
    grant.hold = ask.hold;
    grant.mode = ask.mode.value_or(on.mode);
    node_.observe({.node = node_.name(),
                   .holder = a_holder(name, priority),
                   .containers = {{"c0", ContainerKind::kApp}},
                   .grants = {grant}},
                  InitPhase::kDone);
    return *this;
  }

  operator const NodeLedger&() const { return node_; }  // NOLINT(google-explicit-constructor)

 private:
  NodeLedger node_;
  Inventory inventory_;
  int pods_ = 0;
};

inline ANode a_node(const std::string& name = "n1") {
  return ANode(name);
}

inline const Policy& policy(std::string_view name) {
  return *find_policy(name);
}

/// "A,B;;C": each container's chips; or "!memory-short": why not.
inline std::string text(const Plan& plan) {
  if (!plan.fits()) return "!" + std::string(code_of(plan.refusal.reason));
  std::string result;
  for (std::size_t container = 0; container < plan.allocation->containers.size(); ++container) {
    if (container > 0) result += ';';
    std::string comma;
    for (const Grant& grant : plan.allocation->grants) {
      if (grant.container != container) continue;
      result += std::exchange(comma, ",") + grant.chip.text();
    }
  }
  return result;
}

inline std::string placed(const NodeLedger& node, const Request& request,
                          std::string_view policy_name = "binpack") {
  return text(plan_on(node, request, policy(policy_name)));
}

/// A table row's id as a test name.
inline std::string as_test_name(std::string id) {
  std::ranges::replace_if(id, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return id;
}

}  // namespace npushare::test
