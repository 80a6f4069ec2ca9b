/// What a pod's annotations say about where it wants to go: policies and chip uuids.
///
/// Source: spec/hami-protocol.md 3.7 and 5.1.
#pragma once

#include <optional>
#include <string>

#include "accounting/chip.hpp"
#include "accounting/request.hpp"
#include "scheduler/wire/objects.hpp"

namespace npushare::backends {

/// Names are trimmed and in lower case; whether they exist is for the caller to check.
struct PolicyChoice {
  std::optional<std::string> node;
  std::optional<std::string>
      chip;               // without the word mutex; several words stay separated by commas
  bool is_mutex = false;  // the chip policy names mutex: no company on its chips
};

PolicyChoice read_policies(const wire::Pod& pod);

/// Both lists of the model, blanks trimmed, empty entries left out; nothing when neither restricts.
std::optional<UuidList> read_uuid_list(const wire::Pod& pod, const ModelName& model);

}  // namespace npushare::backends
