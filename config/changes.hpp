/// What differs between two versions of a configuration, field by field, as an operator reads it.
///
/// Shape: fields by the key that sets them, `policy.node`, `vnpus[Ascend310P].memoryAllocatable`;
///        values as they would be written.
#pragma once

#include <string>
#include <vector>

#include "accounting/catalogue.hpp"
#include "config/settings.hpp"
#include "config/volcano_conf.hpp"

namespace npushare::config {

struct FieldValue {
  std::string field;
  std::string value;  // empty: not set

  friend bool operator==(const FieldValue&, const FieldValue&) = default;
};

struct Change {
  std::string field;
  std::string before;  // empty: was not there
  std::string after;   // empty: is not there any more

  friend bool operator==(const Change&, const Change&) = default;
};

/// Every key with what is in force for it.
std::vector<FieldValue> fields_of(const Settings& settings);
std::vector<FieldValue> fields_of(const Catalogue& catalogue);
/// Of what takes effect at once; its ConfigMap is among the settings it takes the place of.
std::vector<FieldValue> fields_of(const VolcanoConf& conf);

std::vector<Change> changes_between(const std::vector<FieldValue>& before,
                                    const std::vector<FieldValue>& after);

/// False: the field takes effect at the next start only.
bool applies_live(const std::string& field);

}  // namespace npushare::config
