/// What GET /v1/ledgers says, as plain structs.
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

struct ShareView {
  std::string id;
  std::string pod;  // namespace/name
  std::int64_t container = 0;
  std::string state;   // reserved, assumed, uncertain, bound
  std::string source;  // annotation, claim, reservation
  std::string hold;    // part, exclusive, whole
  Amount amount;
  std::int64_t priority = 0;
  std::string since;  // RFC 3339: when its pod was bound; empty: not known
};

struct ChipView {
  std::int64_t index = 0;
  std::string uuid;
  std::string model;
  Mode mode = Mode::kSoft;
  bool healthy = true;
  bool cordoned = false;
  std::string block;  // why it takes no pods that ask by annotations; empty: it does
  Amount capacity;
  Amount used;
  Amount free;
  std::vector<ShareView> shares;
};

/// A share of a chip that its node no longer registers.
struct OrphanView {
  std::string chip;
  std::string id;
  std::string pod;
  Amount amount;
};

struct NodeView {
  std::string name;
  std::string registration;  // fresh, missing, stale, unsupported-host
  std::vector<ChipView> chips;
  std::vector<OrphanView> orphans;
};

using LedgersView = std::vector<NodeView>;

Result<LedgersView> read_ledgers(const wire::Json& answer);

/// The printable text of a field; empty when it is missing or no text.
std::string text_at(const wire::Json& object, std::string_view key);

Amount read_amount(const wire::Json& object);
Mode read_mode(const wire::Json& object);

}  // namespace npushare::cli
