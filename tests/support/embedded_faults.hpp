/// An embedded API server with a fault script in front of it.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "tests/support/embedded_running.hpp"

namespace npushare::embedded::testing_support {

using npushare::testing_support::eventually;

/// `rules`: YAML flow mappings, joined by commas.
inline std::shared_ptr<Faults> faults_of(const std::string& rules) {
  Result<config::FaultScript> script =
      config::read_fault_script("{rules: [" + rules + "]}", "script");
  EXPECT_TRUE(script) << script.error().message;
  return std::make_shared<Faults>(script ? *std::move(script) : config::FaultScript{});
}

class FaultyApi {
 public:
  explicit FaultyApi(const std::string& rules)
      : faults(faults_of(rules)), running_({.faults = faults}) {}

  std::uint16_t port() const { return running_.server.port(); }
  Store& store() { return *running_.store; }

  std::shared_ptr<Faults> faults;

 private:
  RunningApi running_;
};

}  // namespace npushare::embedded::testing_support
