/// What /v1/explain says about a pod, as plain structs.
///
/// Missing fields are read as zero values; every text has passed printable().
/// Errors: kInvalid when the answer is not of this shape at all.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "accounting/amount.hpp"
#include "accounting/chip.hpp"
#include "accounting/result.hpp"
#include "scheduler/wire/json.hpp"

namespace npushare::cli {

/// One container's wish, as asked and as it would be charged after rounding to a template.
struct WishView {
  std::string container;
  std::int64_t chips = 1;
  std::string model;
  std::string mode;  // soft, hard, or any: a whole chip of either
  std::string template_name;
  Amount asked;
  Amount charged;
};

/// A chip the pod holds, or would get.
struct GrantView {
  std::string container;
  std::string uuid;
  std::int64_t index = 0;
  Amount charged;
};

struct HolderView {
  std::string pod;
  Amount amount;
};

/// One chip as seen by one container: the first check that failed, or none.
struct VerdictView {
  std::string container;
  std::int64_t index = 0;
  std::string uuid;
  bool fits = false;
  std::string reason;
  Amount asked;
  Amount free;
  std::vector<HolderView> holders;
};

struct NodeVerdictView {
  std::string name;
  bool fits = false;
  bool is_best = false;
  bool is_resolvable = false;  // would fit if every pod of lower priority left
  double score = 0;            // 0 to 100
  std::string reason;
  std::vector<VerdictView> chips;
  std::int64_t near = 0;          // 1: the nearest miss; 0: none
  std::vector<HolderView> leave;  // who would have to
};

struct ExplainView {
  std::string pod;
  std::string state;  // waiting, bound, no-npu, invalid, file, gone
  std::string node;
  std::string summary;
  std::string error;
  std::string since;  // RFC 3339: when it was bound; empty: not, or not known
  std::vector<std::string> hints;
  std::string node_policy;
  std::string chip_policy;
  std::vector<WishView> wishes;
  std::vector<GrantView> grants;
  std::vector<NodeVerdictView> nodes;
  wire::Json decisions;  // the last ones about the pod, as the service gave them
};

Result<ExplainView> read_explanation(const wire::Json& answer);

}  // namespace npushare::cli
