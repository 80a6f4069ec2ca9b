/// A node's registration annotations, to the chips the ledger knows.
///
/// Shape:  chips of all models, model by model in catalogue order, index unique and ascending.
/// Units:  soft split: cores are percent, 100 or more when the plugin advertises more; hard split:
/// AI cores. Errors: nothing fails; what is wrong is left out and complained of, one text for each
/// element. Source: spec/node-plugin-contract.md 1.2, 1.9, 2.4, 4; spec/volcano-deviceshare.md 2.2.
#pragma once

#include <string>
#include <vector>

#include "accounting/catalogue.hpp"
#include "accounting/node_ledger.hpp"
#include "scheduler/wire/objects.hpp"

namespace npushare::backends {

/// `reserved` is taken off each chip's memory.
Inventory read_inventory(const Catalogue& catalogue, MiB reserved, const wire::Node& node,
                         std::vector<std::string>* complaints);

}  // namespace npushare::backends
