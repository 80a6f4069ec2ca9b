/// A cluster's claims for the tests of bind: who allocates what between the steps of a bind, and
/// which claims stand for annotation pods.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "scheduler/verbs/claim_guard.hpp"
#include "tests/support/verbs_world.hpp"

namespace npushare::verbs_test {

class FakeClaims final : public verbs::ClaimGuard {
 public:
  verbs::ClaimCare care_for(const NodeName&) const override { return care; }

  verbs::asio::awaitable<Result<>> catch_up(kube::Deadline) override {
    ++looks;
    if (meanwhile) std::exchange(meanwhile, nullptr)();
    co_return lag ? Result<>{*lag} : Result<>{};
  }
  verbs::asio::awaitable<Result<>> mirror(Allocation grants, kube::Deadline) override {
    if (write_fails) co_return *write_fails;
    mirrors.insert_or_assign(grants.holder->uid, std::move(grants));
    co_return Result<>{};
  }
  verbs::asio::awaitable<void> withdraw(NodeName, PodKey, PodUid uid, kube::Deadline) override {
    withdrawn += static_cast<int>(mirrors.erase(uid));
    co_return;
  }

  verbs::ClaimCare care = verbs::ClaimCare::kCheck;
  std::function<void()> meanwhile;  // a claim is allocated, and the books learn it by catch_up()
  std::optional<Error> lag;         // the watch does not catch up
  std::optional<Error> write_fails;
  std::map<PodUid, Allocation> mirrors;  // that stand
  int looks = 0;
  int withdrawn = 0;
};

/// What kube-scheduler has allocated on a chip of the node.
inline Allocation a_claim(const std::string& node, const std::string& chip, std::int64_t memory,
                          std::int64_t cores, const std::string& name = "claim") {
  Allocation claim;
  claim.node = NodeName{node};
  claim.holder = std::make_shared<const Holder>(
      Holder{.uid = PodUid{"uid-" + name}, .pod = {"dra", name}, .priority = 0, .since = 0});
  claim.containers = {{name, ContainerKind::kApp}};
  Grant grant;
  grant.chip = ChipUuid{chip};
  grant.model = ModelName{"Ascend310P"};
  grant.amount = {MiB{memory}, Cores{cores}, Cpus{0}, Slots{1}};
  grant.mode = Mode::kSoft;
  claim.grants.push_back(std::move(grant));
  return claim;
}

}  // namespace npushare::verbs_test
