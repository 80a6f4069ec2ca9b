#include "scheduler/app/node_resources.hpp"

#include <spdlog/spdlog.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <mutex>
#include <utility>

#include "scheduler/kube/node_status.hpp"
#include "scheduler/sync/capacity_writes.hpp"
#include "scheduler/wire/object_writer.hpp"

namespace npushare {
namespace {

namespace asio = boost::asio;

/// In one round; the API server's own limits are for bind.
constexpr std::size_t kMost = 50;

}  // namespace

class NodeResources::State : public std::enable_shared_from_this<State> {
 public:
  explicit State(With with) : with_(std::move(with)), writes_(with_.clock) {}

  void seen(const wire::Node& node, const Inventory& inventory) {
    const sync::CapacityUse use = with_.use();
    if (use == sync::CapacityUse::kKeep) return;
    const auto rules = with_.rules.load();
    writes_.lacks(node.name, sync::patch_for(node, inventory, rules->dialect.catalogue(), use));
  }

  void tick() {
    if (with_.use() == sync::CapacityUse::kKeep) {
      writes_.forget_all();
      note({});
      return;
    }
    if (!with_.may_write()) return;
    for (auto& [node, patch] : writes_.due(kMost)) {
      auto writing = write(shared_from_this(), node, std::move(patch));
      asio::co_spawn(with_.executor, std::move(writing), asio::detached);
    }
  }

  std::string problem() const {
    const std::lock_guard lock(mutex_);
    return problem_;
  }

 private:
  static asio::awaitable<void> write(std::shared_ptr<State> self, NodeName node,
                                     wire::CapacityPatch patch) {
    const std::string body = wire::write_capacity_patch(patch);
    auto patching = kube::patch_capacity(self->with_.client, node, std::move(patch));
    const Result<> written = co_await std::move(patching);
    if (!written && written.error().code == ErrorCode::kNotFound) {
      self->writes_.forget(node);
      co_return;
    }
    if (written) spdlog::info("node-resources=written node={} patch={}", node.text(), body);
    self->note(written ? std::string() : written.error().message);
  }

  void note(std::string text) {
    const std::lock_guard lock(mutex_);
    if (!text.empty() && text != problem_)
      spdlog::warn("node-resources=refused error={}", wire::quoted(text));
    problem_ = std::move(text);
  }

  const With with_;
  sync::CapacityWrites writes_;
  mutable std::mutex mutex_;
  std::string problem_;  // guarded by mutex_
};

NodeResources::NodeResources(With with) : state_(std::make_shared<State>(std::move(with))) {}
NodeResources::~NodeResources() = default;

void NodeResources::seen(const wire::Node& node, const Inventory& inventory) {
  state_->seen(node, inventory);
}

void NodeResources::tick() {
  state_->tick();
}

std::string NodeResources::problem() const {
  return state_->problem();
}

}  // namespace npushare
