/// By what a pod is converted.
///
/// Source: docs/dra.md.
#pragma once

#include <map>
#include <string>

#include "accounting/catalogue.hpp"
#include "config/convert_settings.hpp"

namespace npushare::convert {

struct Rules {
  config::ConvertSettings settings;
  std::string driver = "ascend.project-hami.io";
  Catalogue catalogue;

  /// The largest memory of one chip that the driver publishes, by chip name (310P3). A model that
  /// is not among them is judged by the catalogue.
  std::map<std::string, MiB> largest{};
};

}  // namespace npushare::convert
