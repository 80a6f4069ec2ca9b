#include "scheduler/embedded/node_plugin.hpp"

#include <algorithm>
#include <boost/asio/post.hpp>

namespace npushare::embedded {

namespace asio = boost::asio;

NodePlugin::NodePlugin(asio::any_io_executor strand, std::shared_ptr<Objects> objects,
                       std::shared_ptr<PluginTrace> trace, NodeProfile profile,
                       std::vector<PluginChip> chips, PluginOptions options)
    : strand_(std::move(strand)),
      objects_(std::move(objects)),
      profile_(std::move(profile)),
      hardware_(chips),
      published_(std::move(chips)),
      options_(std::move(options)),
      plugin_(std::make_shared<FaultyPlugin>(*objects_, profile_.name, profile_.model.name,
                                             published_, options_.faults, options_.clock)),
      kubelet_(
          std::make_shared<Kubelet>(strand_, objects_, plugin_, std::move(trace),
                                    KubeletOptions{profile_.name, profile_.model.count_resource,
                                                   options_.allocate_delay, options_.clock})),
      timer_(strand_) {}

void NodePlugin::start() {
  register_node(Stream::kWoken);
  asio::post(strand_, [self = shared_from_this()] { self->arm(); });
}

void NodePlugin::set_health(std::string uuid, bool is_healthy) {
  asio::post(strand_, [self = shared_from_this(), uuid = std::move(uuid), is_healthy] {
    for (PluginChip& chip : self->hardware_)
      if (chip.uuid == uuid) chip.is_healthy = is_healthy;
  });
}

void NodePlugin::restart(Mode mode, std::vector<PluginChip> chips) {
  asio::post(strand_, [self = shared_from_this(), mode, chips = std::move(chips)] {
    self->profile_.mode = mode;
    self->hardware_ = chips;
    self->published_ = chips;
    self->plugin_->set_chips(chips);
    self->register_node(Stream::kWoken);
  });
}

void NodePlugin::publish() {
  asio::post(strand_, [self = shared_from_this()] { self->register_node(Stream::kWoken); });
}

void NodePlugin::pod_changed(Object before, Object after) {
  asio::post(strand_, [self = shared_from_this(), before = std::move(before),
                       after = std::move(after)] { self->kubelet_->pod_changed(before, after); });
}

void NodePlugin::pods_listed(std::vector<Object> pods) {
  asio::post(strand_, [self = shared_from_this(), pods = std::move(pods)] {
    self->kubelet_->pods_listed(pods);
  });
}

void NodePlugin::stop() {
  asio::post(strand_, [self = shared_from_this()] {
    self->is_stopped_ = true;
    self->timer_.cancel();
    self->kubelet_->stop();
  });
}

void NodePlugin::register_node(Stream stream) {
  const Place node = node_place(profile_.name);
  if (stream == Stream::kWoken) {
    const auto healthy = std::ranges::count_if(published_, &PluginChip::is_healthy);
    kubelet_->set_allocatable(healthy * profile_.slots);
    objects_->patch(node, Part::kStatus, PatchType::kMerge, status_patch(profile_, published_));
  }
  objects_->patch(node, Part::kMain, PatchType::kMerge,
                  registration_patch(profile_, published_, options_.clock()));
}

void NodePlugin::arm() {
  if (is_stopped_) return;
  timer_.expires_after(options_.register_every);
  timer_.async_wait([self = shared_from_this()](const boost::system::error_code& cancelled) {
    if (!cancelled) self->tick();
  });
}

void NodePlugin::tick() {
  const bool is_any_unhealthy = !std::ranges::all_of(hardware_, &PluginChip::is_healthy);
  if (is_any_unhealthy) published_ = hardware_;
  const auto muted =
      options_.faults ? options_.faults->on_registration(profile_.name) : std::nullopt;
  if (muted) {
    muted->done();
    return arm();
  }
  register_node(is_any_unhealthy ? Stream::kWoken : Stream::kQuiet);
  arm();
}

}  // namespace npushare::embedded
