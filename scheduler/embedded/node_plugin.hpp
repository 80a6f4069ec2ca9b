/// One simulated node: its plugin's registration loop, and the kubelet with the plugin's other
/// half.
///
/// Registers at start and then on a timer, from a cached list of chips that is refreshed only while
/// a chip is unhealthy, as v1.4.0 does: a chip that recovers alone stays published as unhealthy.
/// Threads: public calls from any; the work runs on the strand given.
/// Source:  spec/node-plugin-contract.md 1.6, 1.7, 7.2.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "scheduler/embedded/kubelet.hpp"
#include "scheduler/embedded/registration.hpp"

namespace npushare::embedded {

struct PluginOptions {
  std::chrono::milliseconds allocate_delay{20};
  std::chrono::milliseconds register_every{30'000};
  WallClock clock = std::chrono::system_clock::now;
  std::shared_ptr<Faults> faults{};  // null: nothing goes wrong
};

class NodePlugin : public std::enable_shared_from_this<NodePlugin> {
 public:
  NodePlugin(boost::asio::any_io_executor strand, std::shared_ptr<Objects> objects,
             std::shared_ptr<PluginTrace> trace, NodeProfile profile, std::vector<PluginChip> chips,
             PluginOptions options);

  /// The node has registered when this returns; its Node object must exist.
  void start();

  /// What the hardware says from now on; published with the next registration.
  void set_health(std::string uuid, bool is_healthy);

  /// The plugin was started again, with other hardware or in another mode. Its kubelet goes on.
  void restart(Mode mode, std::vector<PluginChip> chips);

  /// Registers now: the Node object is new.
  void publish();

  /// A pod of this node was created, changed or deleted (`after` null).
  void pod_changed(Object before, Object after);
  /// Changes were missed: these are all the pods of this node.
  void pods_listed(std::vector<Object> pods);

  void stop();

 private:
  enum class Stream { kQuiet, kWoken };
  void register_node(Stream stream);
  void arm();
  void tick();

  boost::asio::any_io_executor strand_;
  std::shared_ptr<Objects> objects_;
  NodeProfile profile_;
  std::vector<PluginChip> hardware_;
  std::vector<PluginChip> published_;
  PluginOptions options_;
  std::shared_ptr<FaultyPlugin> plugin_;
  std::shared_ptr<Kubelet> kubelet_;
  boost::asio::steady_timer timer_;
  bool is_stopped_ = false;
};

}  // namespace npushare::embedded
