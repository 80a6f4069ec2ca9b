/// The cluster that a run happens in, apart from the service: an API server with a fault script in
/// front of it, nodes with their plugins, and pods.
///
/// The service alone talks to the API server over its port; everybody else works on the store, and
/// meets no faults of the script's calls and watches.
/// Threads: any; its own two run the API server and the nodes.
#pragma once

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "scheduler/embedded/api_server.hpp"
#include "scheduler/embedded/pod_feed.hpp"

namespace npushare::soak {

struct NodePlan {
  std::string name;
  Mode mode = Mode::kSoft;
  std::vector<embedded::PluginChip> chips;
};

class World {
 public:
  explicit World(std::uint64_t seed);
  ~World();
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  embedded::Store& store() { return *store_; }
  embedded::Faults& faults() { return *faults_; }
  const embedded::PluginTrace& trace() const { return *trace_; }
  std::uint16_t port() const { return server_->port(); }
  const std::vector<NodePlan>& plans() const { return plans_; }

  /// The node's plugin comes back with that mode and hardware.
  void restart_plugin(const std::string& node, Mode mode, std::vector<embedded::PluginChip> chips);
  void remove_node(const std::string& node);
  void return_node(const std::string& node);
  /// Every node as it was at the start.
  void restore();

 private:
  void add_node(const NodePlan& plan);

  boost::asio::io_context io_;
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_;
  std::shared_ptr<embedded::Store> store_;
  std::shared_ptr<embedded::Faults> faults_;
  std::shared_ptr<embedded::PluginTrace> trace_;
  std::vector<NodePlan> plans_;
  embedded::Plugins plugins_;
  std::shared_ptr<embedded::PodFeed> feed_;
  std::unique_ptr<embedded::ApiServer> server_;
  std::vector<std::jthread> threads_;
};

}  // namespace npushare::soak
