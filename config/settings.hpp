/// Our own configuration file, as npushare serve reads it.
///
/// Shape:  one YAML mapping; every key optional; an unknown key is an error that names its line and
/// the
///         nearest known key.
/// Errors: kInvalid, `FILE:LINE: key: what is wrong; what to write instead`.
/// Threads: plain values.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "accounting/result.hpp"
#include "accounting/units.hpp"

namespace npushare::config {

struct Settings {
  std::string listen_address = "127.0.0.1";  // listen: ADDRESS:PORT
  std::uint16_t listen_port = 8080;
  std::string node_policy = "binpack";             // policy.node
  std::string chip_policy = "binpack";             // policy.chip
  bool single_node = false;                        // filter.singleNode
  bool node_lock = true;                           // lock: hami | none
  MiB reserved_memory;                             // reservedMemoryMiB
  std::chrono::milliseconds bind_deadline{4000};   // bind.deadline
  std::chrono::seconds registration_timeout{120};  // node.registrationTimeout
  std::string device_config;  // deviceConfig: path of device-config.yaml; empty: built in
  std::size_t body_limit = std::size_t{256} << 20;  // http.bodyLimit, e.g. 256Mi
  std::string log_level = "info";                   // log.level
};

/// `name` stands for the file in messages.
Result<Settings> read_settings(std::string_view yaml, std::string_view name);

}  // namespace npushare::config
