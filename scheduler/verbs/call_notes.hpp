/// What a call was about and how it ended: for the log line, and to remember who was refused.
#pragma once

#include <cstddef>
#include <string>

#include "accounting/names.hpp"

namespace npushare::verbs {

struct CallNotes {
  PodKey pod;  // empty when the request could not be read
  std::size_t nodes = 0;
  std::size_t fit = 0;
  std::string error;

  /// Every node was looked at, and none will do.
  bool is_refusal() const { return error.empty() && nodes > 0 && fit == 0; }
};

}  // namespace npushare::verbs
