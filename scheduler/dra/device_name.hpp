/// What DRA calls a device. Which chip that is, its uuid attribute says, never the name.
///
/// Source: spec/dra-accounting.md 1.4.
#pragma once

#include <compare>
#include <string>

namespace npushare::dra {

struct DeviceName {
  std::string driver;
  std::string pool;
  std::string device;

  std::string text() const { return driver + "/" + pool + "/" + device; }
  friend auto operator<=>(const DeviceName&, const DeviceName&) = default;
};

}  // namespace npushare::dra
