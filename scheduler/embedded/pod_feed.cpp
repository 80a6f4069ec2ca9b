#include "scheduler/embedded/pod_feed.hpp"

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

namespace npushare::embedded {

namespace asio = boost::asio;

namespace {

std::string node_of(const Object& pod) {
  return pod ? pod->at("spec", "nodeName").string() : std::string();
}

Version version_of(const Object& pod) {
  return read_version(pod->at("metadata", "resourceVersion").string()).value_or(0);
}

}  // namespace

PodFeed::PodFeed(asio::any_io_executor strand, std::shared_ptr<Store> store, Plugins plugins)
    : strand_(std::move(strand)),
      store_(std::move(store)),
      plugins_(std::move(plugins)),
      bell_(std::make_shared<Bell>(strand_)),
      subscription_(store_->subscribe(pods(), [bell = bell_] { bell->ring(); })) {}

void PodFeed::start() {
  asio::co_spawn(strand_, run(shared_from_this()), asio::detached);
}

void PodFeed::stop() {
  is_stopped_ = true;
  bell_->ring();
}

asio::awaitable<void> PodFeed::run(std::shared_ptr<PodFeed> self) {
  Version version = self->list_all();
  while (!self->is_stopped_) {
    const auto far = std::chrono::steady_clock::now() + std::chrono::hours(1);
    asio::awaitable<void> waiting = self->bell_->wait(far);
    co_await std::move(waiting);
    version = self->read_on(version);
  }
}

Version PodFeed::list_all() {
  Store::Snapshot now = store_->snapshot(pods());
  std::ranges::sort(now.objects, {}, version_of);  // nearest to the order in which they were bound
  std::map<std::string, std::vector<Object>> by_node;
  for (const Object& pod : now.objects) by_node[node_of(pod)].push_back(pod);
  for (const auto& [node, plugin] : plugins_) plugin->pods_listed(by_node[node]);
  return now.version;
}

Version PodFeed::read_on(Version after) {
  const std::optional<Store::News> news = store_->news(pods(), after);
  if (!news) return list_all();
  for (const Change& change : news->changes) hand_over(change);
  return news->version;
}

/// A deletion goes to the node that the pod was bound to.
void PodFeed::hand_over(const Change& change) {
  const std::string node = node_of(change.after ? change.after : change.before);
  const auto plugin = plugins_.find(node);
  if (plugin != plugins_.end()) plugin->second->pod_changed(change.before, change.after);
}

}  // namespace npushare::embedded
