#include <stdexcept>

#include "policies/registry.hpp"
#include "tests/bench/state.hpp"

namespace npushare::bench {
namespace {

namespace asio = boost::asio;

/// A benchmark asks questions; whoever writes has taken a wrong turn.
[[noreturn]] void no_writes() {
  throw std::logic_error("a benchmark of questions tried to write");
}

class NoApi final : public kube::Api {
 public:
  asio::awaitable<Result<wire::Pod>> get_pod(PodKey, kube::Deadline) override { no_writes(); }
  asio::awaitable<Result<wire::Node>> get_node(NodeName, kube::Deadline) override { no_writes(); }
  asio::awaitable<kube::BindAnswer> bind(wire::Binding, kube::Deadline) override { no_writes(); }
  asio::awaitable<Result<>> patch_pod(PodKey, PodUid, wire::AnnotationPatch,
                                      kube::Deadline) override {
    no_writes();
  }
  asio::awaitable<Result<>> patch_node(NodeName, std::string, wire::AnnotationPatch,
                                       kube::Deadline) override {
    no_writes();
  }
  asio::awaitable<void> pause(std::chrono::milliseconds) override { no_writes(); }
};

class NoPods final : public verbs::PodIndex {
 public:
  std::shared_ptr<const wire::Pod> find(const PodKey&) const override { return nullptr; }
  std::vector<PodKey> nearest(const PodKey&) const override { return {}; }
  std::vector<std::shared_ptr<const wire::Pod>> pending() const override { return {}; }
  std::vector<Request> nominated_on(const NodeName&) const override { return {}; }
  bool has_nominations() const override { return false; }
};

class NoGate final : public verbs::NodeGate {
 public:
  std::optional<Reservation> come_back(const NodeName&, const PodUid&) override { no_writes(); }
  asio::awaitable<Result<verbs::Turn>> enter(verbs::Visit, Reservation) override { no_writes(); }
  std::size_t waiting(const NodeName&) const override { return 0; }
  std::optional<NodeName> place_of(const PodUid&) const override { return std::nullopt; }
};

class NoLocks final : public verbs::NodeLocks {
 public:
  std::optional<verbs::NodeLockView> lock_of(const NodeName&) const override {
    return std::nullopt;
  }
};

class NoObserver final : public verbs::BindObserver {
 public:
  void bound(const Allocation&) override { no_writes(); }
  void uncertain(const Allocation&) override { no_writes(); }
};

std::shared_ptr<const verbs::Rules> rules() {
  return std::make_shared<const verbs::Rules>(
      verbs::Rules{.dialect = backends::Dialect(a_catalogue(), {}),
                   .node_policy = find_policy("binpack"),
                   .chip_policy = find_policy("binpack"),
                   .node_policy_name = "binpack",
                   .chip_policy_name = "binpack"});
}

}  // namespace

class Desk::Ports {
 public:
  explicit Ports(LedgerBook& book)
      : services{book, rules_, api_, pods_, gate_, locks_, observer_, clock_} {}

 private:
  Published<verbs::Rules> rules_{rules()};
  NoApi api_;
  NoPods pods_;
  NoGate gate_;
  NoLocks locks_;
  NoObserver observer_;
  observe::SystemClock clock_;

 public:
  verbs::Services services;
};

Desk::Desk(LedgerBook& book) : ports_(std::make_unique<Ports>(book)) {}
Desk::~Desk() = default;
verbs::Services& Desk::services() {
  return ports_->services;
}

Catalogue a_catalogue() {
  return {.models = {{.chip_name = "310P3",
                      .name = ModelName{"Ascend310P"},
                      .count_resource = "huawei.com/Ascend310P",
                      .memory_resource = "huawei.com/Ascend310P-memory",
                      .core_resource = "huawei.com/Ascend310P-core",
                      .allocatable = MiB{21527},
                      .capacity = MiB{24576},
                      .ai_cores = Cores{8},
                      .ai_cpus = Cpus{7},
                      .templates = {{"vir01", MiB{3072}, Cores{1}, Cpus{1}},
                                    {"vir02", MiB{6144}, Cores{2}, Cpus{2}},
                                    {"vir04", MiB{12288}, Cores{4}, Cpus{4}}}}}};
}

}  // namespace npushare::bench
