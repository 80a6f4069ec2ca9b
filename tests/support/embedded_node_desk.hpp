/// A simulated node on one thread: store, plugin, kubelet and feed, driven until a condition holds.
#pragma once

#include <boost/asio/io_context.hpp>
#include <memory>
#include <string>

#include "scheduler/embedded/pod_feed.hpp"
#include "tests/support/embedded_plugin_desk.hpp"

namespace npushare::embedded::testing_support {

class NodeDesk {
  boost::asio::io_context io_;  // outlives whoever has a timer on it

 public:
  explicit NodeDesk(PluginOptions options = quick(), std::size_t log_size = 8192)
      : store(std::make_shared<Store>(quiet_options(log_size))),
        trace(std::make_shared<PluginTrace>()) {
    store->create(node_place({}), named(kNode));
    plugin = std::make_shared<NodePlugin>(io_.get_executor(), store, trace, soft_profile(),
                                          two_chips(), options);
    feed_ = std::make_shared<PodFeed>(io_.get_executor(), store, Plugins{{kNode, plugin}});
    plugin->start();
    feed_->start();
  }
  ~NodeDesk() {
    feed_->stop();
    plugin->stop();
    io_.run();
  }

  static PluginOptions quick() {
    return {.allocate_delay = std::chrono::milliseconds(1),
            .register_every = std::chrono::milliseconds(1),
            .clock = still_clock()};
  }

  /// Ten seconds for each event; false when nothing happens any more.
  template <class Condition>
  bool run_until(Condition condition) {
    while (!condition())
      if (io_.run_one_for(std::chrono::seconds(10)) == 0) return false;
    return true;
  }

  bool reaches(const std::string& pod, const char* phase) {
    return run_until([this, &pod, phase] { return phase_of(pod) == phase; });
  }
  bool vanishes(const std::string& pod) {
    return run_until([this, &pod] { return store->get(pod_at(pod)).code == 404; });
  }

  std::string phase_of(const std::string& pod) const {
    return store->get(pod_at(pod)).body.at("status", "phase").string();
  }

  /// Creates the pod and binds it as npushare does: lock first, then one Binding.
  void place(const std::string& name, const Json& record, Json pod = a_pod("")) {
    pod.member("metadata").set("name", name);
    store->create(pod_at({}), pod);
    Json lock = annotated(Json::object(), kLock, "2026-08-14T07:47:40Z,default," + name);
    store->patch(node_place(kNode), Part::kMain, PatchType::kMerge, lock);
    bind(name, record);
  }

  void bind(const std::string& name, const Json& record) {
    Json binding = a_binding(name, kNode);
    Json& annotations = binding.member("metadata").member("annotations");
    annotations = record.at("metadata", "annotations");
    annotations.set("hami.io/vgpu-node", kNode);
    annotations.set("hami.io/bind-time", "1796047200");
    annotations.set(kPhase, "allocating");
    store->bind(pod_at(name), binding);
  }

  std::shared_ptr<Store> store;
  std::shared_ptr<PluginTrace> trace;
  std::shared_ptr<NodePlugin> plugin;

 private:
  std::shared_ptr<PodFeed> feed_;
};

}  // namespace npushare::embedded::testing_support
