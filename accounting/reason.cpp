#include "accounting/reason.hpp"

namespace npushare {
namespace {

struct Words {
  std::string_view text;
  std::string_view code;
  bool permanent;
};

Words words_of(Reason reason) {
  switch (reason) {
    case Reason::kQuotaSpent: return {"NPU quota of the namespace is spent", "quota-spent", true};
    case Reason::kNotRegistered: return {"NPU inventory not registered", "not-registered", true};
    case Reason::kNoSuchModel: return {"no NPU of the model asked for", "no-such-model", true};
    case Reason::kModeMismatch: return {"NPU split in another mode", "mode-mismatch", false};
    case Reason::kUnhealthy: return {"NPU unhealthy", "unhealthy", true};
    case Reason::kCordoned: return {"NPU cordoned by an operator", "cordoned", true};
    case Reason::kClaimsOnly:
      return {"NPUs of the node are granted to claims only", "claims-only", true};
    case Reason::kKeptForClaims: return {"NPU kept for claims", "kept-for-claims", true};
    case Reason::kQuarantined: return {"NPU with a doubtful uuid", "quarantined", true};
    case Reason::kUnmappedClaims:
      return {"claims hold unidentified NPUs of the node", "unmapped-claims", false};
    case Reason::kUncountableClaims:
      return {"NPU held by a claim of unreadable amount", "uncountable-claims", false};
    case Reason::kStaleRegistration: return {"NPU registration stale", "stale-registration", true};
    case Reason::kUnsupportedHost:
      return {"NPU soft split needs an arm64 host", "unsupported-host", true};
    case Reason::kNotAllowed: return {"NPU excluded by the pod's uuid lists", "not-allowed", true};
    case Reason::kExceedsChip: return {"request exceeds one NPU", "exceeds-chip", true};
    case Reason::kExclusive: return {"NPU held or asked for exclusively", "exclusive", false};
    case Reason::kSlotsShort: return {"no free NPU slot", "slots-short", false};
    case Reason::kMemoryShort: return {"insufficient NPU memory", "memory-short", false};
    case Reason::kCoresShort: return {"insufficient NPU cores", "cores-short", false};
    case Reason::kCpusShort: return {"insufficient NPU AI CPUs", "cpus-short", false};
    case Reason::kSharedChip:
      return {"containers of different size need different NPUs", "shared-chip", false};
    case Reason::kTooFewChips: return {"not enough NPUs", "too-few-chips", true};
    case Reason::kChipsShort: return {"not enough free NPUs", "chips-short", false};
  }
  __builtin_unreachable();
}

}  // namespace

std::string_view text_of(Reason reason) {
  return words_of(reason).text;
}
std::string_view code_of(Reason reason) {
  return words_of(reason).code;
}
bool is_permanent(Reason reason) {
  return words_of(reason).permanent;
}

}  // namespace npushare
