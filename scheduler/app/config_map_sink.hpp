/// The watch of one ConfigMap, handed to the configuration in force.
///
/// Threads: events come from one informer.
#pragma once

#include <string>
#include <utility>

#include "scheduler/app/reload.hpp"
#include "scheduler/kube/informer.hpp"
#include "scheduler/wire/config_map.hpp"

namespace npushare {

class ConfigMapSink final : public kube::Sink<wire::ConfigMap> {
 public:
  /// `config` must outlive this.
  ConfigMapSink(LiveConfig& config, std::string name, std::string key)
      : config_(config), name_(std::move(name)), key_(std::move(key)) {}

  void list_started() override { is_there_ = false; }
  void item(wire::ConfigMap map) override { changed(std::move(map)); }
  void list_done() override {
    if (!is_there_) config_.refuse_device_config("there is no such ConfigMap");
  }
  void changed(wire::ConfigMap map) override {
    if (map.name != name_) return;  // a server that does not know the selector
    is_there_ = true;
    const auto text = map.data.find(key_);
    if (text != map.data.end()) return config_.offer_device_config(text->second);
    config_.refuse_device_config("there is no such key; there are: " + keys_of(map));
  }
  void removed(wire::ConfigMap map) override {
    if (map.name == name_) config_.refuse_device_config("the ConfigMap was deleted");
  }

 private:
  static std::string keys_of(const wire::ConfigMap& map) {
    std::string keys;
    for (const auto& [key, text] : map.data) keys += (keys.empty() ? "" : ", ") + key;
    return keys.empty() ? "none" : keys;
  }

  LiveConfig& config_;
  const std::string name_;
  const std::string key_;
  bool is_there_ = false;
};

}  // namespace npushare
