#include "tests/soak/world.hpp"

#include <boost/asio/strand.hpp>
#include <stdexcept>

#include "config/device_config.hpp"

namespace npushare::soak {

using embedded::NodePlugin;
using embedded::PluginChip;
using wire::Json;

namespace {

constexpr std::size_t kLogSize = 4000;  // small enough for a slow watch to fall behind it
constexpr std::int64_t kSlots = 7;

std::vector<NodePlan> make_plans() {
  std::vector<NodePlan> plans;
  for (const char* name :
       {"soft-0", "soft-1", "soft-2", "soft-3", "soft-4", "soft-5", "hard-0", "hard-1", "hard-2"}) {
    NodePlan plan{.name = name};
    if (plan.name.starts_with("hard")) plan.mode = Mode::kHard;
    for (int chip = 0; chip < 2; ++chip)
      plan.chips.push_back({plan.name + "-chip-" + std::to_string(chip), chip, true});
    plans.push_back(std::move(plan));
  }
  return plans;
}

Json node_object(const std::string& name) {
  Json node = Json::object();
  node.member("metadata").set("name", name);
  node.member("metadata").member("labels").set("kubernetes.io/arch", "arm64");
  Json ready = Json::object();
  ready.set("type", "Ready");
  ready.set("status", "True");
  node.member("status").member("conditions").push_back(std::move(ready));
  return node;
}

}  // namespace

World::World(std::uint64_t seed)
    : work_(boost::asio::make_work_guard(io_)),
      store_(std::make_shared<embedded::Store>(
          embedded::StoreOptions{.log_size = kLogSize, .seed = seed})),
      faults_(std::make_shared<embedded::Faults>()),
      trace_(std::make_shared<embedded::PluginTrace>()),
      plans_(make_plans()) {
  for (const NodePlan& plan : plans_) add_node(plan);
  feed_ = std::make_shared<embedded::PodFeed>(boost::asio::make_strand(io_), store_, plugins_);
  feed_->start();
  embedded::ApiOptions options;
  options.api.bookmark_every = std::chrono::milliseconds(500);
  options.faults = faults_;
  server_ =
      std::make_unique<embedded::ApiServer>(io_.get_executor(), store_, trace_, std::move(options));
  if (const Result<> started = server_->start(); !started)
    throw std::runtime_error(started.error().message);
  for (int k = 0; k < 2; ++k) threads_.emplace_back([this] { io_.run(); });
}

World::~World() {
  server_->stop();
  feed_->stop();
  for (const auto& [name, plugin] : plugins_) plugin->stop();
  io_.stop();
}

void World::add_node(const NodePlan& plan) {
  store_->create(embedded::node_place({}), node_object(plan.name));
  const ChipModel* model = config::built_in_catalogue().find(ModelName("Ascend310P"));
  embedded::PluginOptions options;
  options.allocate_delay = std::chrono::milliseconds(2);
  options.register_every = std::chrono::milliseconds(700);
  options.faults = faults_;
  auto plugin = std::make_shared<NodePlugin>(
      boost::asio::make_strand(io_), store_, trace_,
      embedded::NodeProfile{plan.name, *model, plan.mode, kSlots}, plan.chips, options);
  plugin->start();
  plugins_[plan.name] = std::move(plugin);
}

void World::restart_plugin(const std::string& node, Mode mode, std::vector<PluginChip> chips) {
  plugins_.at(node)->restart(mode, std::move(chips));
}

void World::remove_node(const std::string& node) {
  store_->remove(embedded::node_place(node), {});
}

void World::return_node(const std::string& node) {
  store_->create(embedded::node_place({}), node_object(node));
  plugins_.at(node)->publish();
}

void World::restore() {
  for (const NodePlan& plan : plans_) {
    if (!store_->get(embedded::node_place(plan.name)).ok()) return_node(plan.name);
    restart_plugin(plan.name, plan.mode, plan.chips);
  }
}

}  // namespace npushare::soak
