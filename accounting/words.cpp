#include "accounting/words.hpp"

namespace npushare {

std::string_view word_of(Registration registration) {
  switch (registration) {
    case Registration::kMissing: return "missing";
    case Registration::kFresh: return "fresh";
    case Registration::kStale: return "stale";
    case Registration::kUnsupportedHost: return "unsupported-host";
  }
  __builtin_unreachable();
}

std::string_view word_of(ShareState state) {
  switch (state) {
    case ShareState::kReserved: return "reserved";
    case ShareState::kAssumed: return "assumed";
    case ShareState::kUncertain: return "uncertain";
    case ShareState::kBound: return "bound";
  }
  __builtin_unreachable();
}

std::string_view word_of(Source source) {
  switch (source) {
    case Source::kAnnotation: return "annotation";
    case Source::kClaim: return "claim";
    case Source::kReservation: return "reservation";
  }
  __builtin_unreachable();
}

std::string_view word_of(Hold hold) {
  switch (hold) {
    case Hold::kPart: return "part";
    case Hold::kExclusive: return "exclusive";
    case Hold::kWhole: return "whole";
  }
  __builtin_unreachable();
}

std::string_view word_of(ContainerKind kind) {
  switch (kind) {
    case ContainerKind::kInit: return "init";
    case ContainerKind::kSidecar: return "sidecar";
    case ContainerKind::kApp: return "app";
  }
  __builtin_unreachable();
}

std::string_view word_of(Block block) {
  const std::optional<Reason> reason = reason_of(block);
  return reason ? code_of(*reason) : std::string_view{};
}

}  // namespace npushare
