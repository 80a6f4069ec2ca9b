/// device-config.yaml, as HAMi, Volcano and ascend-device-plugin share it.
///
/// Shape:  `vnpus:` a list of chips, or a mapping {hamiVnpuCore, configs}; other vendors' sections
/// are ignored. Errors: kInvalid with line and key; a document without `vnpus` is an error, not an
/// empty catalogue. Source: spec/node-plugin-contract.md 2.1-2.2, spec/volcano-deviceshare.md 3,
/// spec/hami-protocol.md 9.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "accounting/catalogue.hpp"
#include "accounting/result.hpp"

namespace npushare::config {

/// `name` stands for the file in messages. `warnings` receives what is legal and surprising.
Result<Catalogue> read_device_config(std::string_view yaml, std::string_view name,
                                     std::vector<std::string>* warnings = nullptr);

/// The documented default: the chips of spec/node-plugin-contract.md 2.2, soft split off.
const Catalogue& built_in_catalogue();

}  // namespace npushare::config
