/// The text of hami.io/node-register-<model>: the chips a node plugin has found.
///
/// Shape:   a JSON array, or the older `uuid,count,MiB,cores,type,numa,health[,index,mode]:` for
/// each chip. Errors:  kInvalid when it is neither; a bad element does not spoil the others and
/// comes as its error. Source:  spec/node-plugin-contract.md 1.2, 1.3;
/// spec/hami-protocol.md 2.2, 2.3.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "accounting/result.hpp"

namespace npushare::backends {

struct RegisteredChip {
  std::string uuid;
  std::int64_t index = 0;   // position in the plugin's list
  std::int64_t count = 0;   // slots
  std::int64_t memory = 0;  // MiB
  std::int64_t cores = 0;
  std::string type;  // the model's name; may be absent
  bool healthy = false;
  std::optional<std::int64_t> network_id;
};

Result<std::vector<Result<RegisteredChip>>> read_register_list(std::string_view text);

}  // namespace npushare::backends
