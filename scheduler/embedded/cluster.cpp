#include "scheduler/embedded/cluster.hpp"

#include <boost/asio/strand.hpp>

#include "scheduler/embedded/api_server.hpp"
#include "scheduler/embedded/claim_controller.hpp"
#include "scheduler/embedded/device_driver.hpp"
#include "scheduler/embedded/pod_feed.hpp"
#include "scheduler/embedded/schedule_loop.hpp"

namespace npushare::embedded {

namespace asio = boost::asio;
using wire::Json;

namespace {

Json node_object(const config::ClusterNode& node) {
  Json object = Json::object();
  Json& metadata = object.member("metadata");
  metadata.set("name", node.name);
  Json& labels = metadata.member("labels");
  labels.set("ascend", "on");
  labels.set("kubernetes.io/hostname", node.name);
  labels.set("kubernetes.io/arch", "arm64");
  Json ready = Json::object();
  ready.set("type", "Ready");
  ready.set("status", "True");
  ready.set("reason", "KubeletReady");
  object.member("status").member("conditions").push_back(std::move(ready));
  return object;
}

std::vector<PluginChip> chips_of(const config::ClusterNode& node) {
  std::vector<PluginChip> chips;
  for (const config::ClusterChip& chip : node.chips)
    chips.push_back({chip.uuid, static_cast<int>(chips.size()), chip.healthy});
  return chips;
}

/// The driver's slice, as the node's file wants it.
Json slice_of(const config::ClusterNode& node, const ChipModel& model, const Json& uid) {
  DriverNode driver{.name = node.name,
                    .uid = uid.string(),
                    .product = model.chip_name,
                    .memory = node.driver->memory.value_or(model.allocatable),
                    .chips = {}};
  for (const config::ClusterChip& chip : node.chips)
    driver.chips.push_back({chip.uuid, chip.physical_id});
  return slice_object(driver);
}

}  // namespace

class Cluster::State {
 public:
  State(asio::any_io_executor executor, config::ClusterFile file, Catalogue catalogue)
      : executor_(std::move(executor)),
        file_(std::move(file)),
        catalogue_(std::move(catalogue)),
        store_(std::make_shared<Store>()),
        trace_(std::make_shared<PluginTrace>()),
        faults_(std::make_shared<Faults>(file_.faults)),
        webhooks_(make_webhooks(executor_, file_.webhooks)),
        server_(executor_, store_, trace_,
                {.port = file_.port, .api = file_.api, .faults = faults_, .webhooks = webhooks_}) {}

  Result<> start() {
    Plugins plugins;
    for (const config::ClusterNode& node : file_.nodes) {
      Result<std::shared_ptr<NodePlugin>> plugin = add_node(node);
      if (!plugin) return plugin.error();
      plugins[node.name] = *std::move(plugin);
    }
    for (const auto& [name, plugin] : plugins) plugin->start();
    plugins_ = plugins;
    feed_ = std::make_shared<PodFeed>(asio::make_strand(executor_), store_, std::move(plugins));
    feed_->start();
    if (file_.api.has_dra) {
      store_->create({&device_classes(), {}, {}}, device_class());
      claim_controller_ = std::make_shared<ClaimController>(asio::make_strand(executor_), store_);
      claim_controller_->start();
    }
    return server_.start();
  }

  std::uint16_t port() const { return server_.port(); }

  void schedule_with(std::uint16_t extender_port) {
    if (loop_) loop_->stop();
    webhooks_.served_at(extender_port);
    ScheduleOptions options;
    options.extender_port = extender_port;
    options.api_port = server_.port();
    options.binds_itself = !file_.has_bind_verb;
    options.scheduler_name = file_.scheduler_name;
    options.every = file_.schedule_every;
    loop_ =
        std::make_shared<ScheduleLoop>(asio::make_strand(executor_), store_, std::move(options));
    loop_->start();
  }

  void stop() {
    if (loop_) loop_->stop();
    if (feed_) feed_->stop();
    if (claim_controller_) claim_controller_->stop();
    for (const auto& [name, plugin] : plugins_) plugin->stop();
    server_.stop();
  }

 private:
  Result<std::shared_ptr<NodePlugin>> add_node(const config::ClusterNode& node) {
    const ChipModel* model = catalogue_.find(node.model);
    if (model == nullptr) {
      return Error{ErrorCode::kInvalid, "node " + node.name + ": no chip model " +
                                            node.model.text() + " in the catalogue"};
    }
    const Answer created = store_->create(node_place({}), node_object(node));
    if (!created.ok()) return Error{ErrorCode::kInvalid, created.body["message"].string()};
    if (node.driver) {
      const Json slice = slice_of(node, *model, created.body.at("metadata", "uid"));
      const Answer published = store_->create({&slices(), {}, {}}, slice);
      if (!published.ok()) return Error{ErrorCode::kInvalid, published.body["message"].string()};
    }
    return std::make_shared<NodePlugin>(
        asio::make_strand(executor_), store_, trace_,
        NodeProfile{node.name, *model, node.mode, node.slots}, chips_of(node),
        PluginOptions{.allocate_delay = file_.plugin_delay, .faults = faults_});
  }

  asio::any_io_executor executor_;
  config::ClusterFile file_;
  Catalogue catalogue_;
  std::shared_ptr<Store> store_;
  std::shared_ptr<PluginTrace> trace_;
  std::shared_ptr<Faults> faults_;
  Webhooks webhooks_;
  ApiServer server_;
  Plugins plugins_;
  std::shared_ptr<PodFeed> feed_;
  std::shared_ptr<ClaimController> claim_controller_;  // null: no resource.k8s.io
  std::shared_ptr<ScheduleLoop> loop_;
};

Cluster::Cluster(asio::any_io_executor executor, config::ClusterFile file, Catalogue catalogue)
    : state_(std::make_shared<State>(std::move(executor), std::move(file), std::move(catalogue))) {}

Cluster::~Cluster() {
  stop();
}

Result<> Cluster::start() {
  return state_->start();
}

std::uint16_t Cluster::port() const {
  return state_->port();
}

void Cluster::schedule_with(std::uint16_t extender_port) {
  state_->schedule_with(extender_port);
}

void Cluster::stop() {
  state_->stop();
}

}  // namespace npushare::embedded
