#include "scheduler/app/claim_desk_parts.hpp"

#include "scheduler/app/parts.hpp"
#include "scheduler/convert/claim_names.hpp"

namespace npushare {
namespace {

dra::LeakPolicy policy_of(config::LeakHandling leaks) {
  switch (leaks) {
    case config::LeakHandling::kReport: return dra::LeakPolicy::kReport;
    case config::LeakHandling::kDeleteOwn: return dra::LeakPolicy::kDeleteOwn;
    case config::LeakHandling::kDeleteHamiShaped: return dra::LeakPolicy::kDeleteHamiShaped;
  }
  __builtin_unreachable();
}

std::string name_of(std::string_view space, std::string_view pod, std::string_view container,
                    std::string_view suffix) {
  return convert::claim_name(convert::full_claim_name(space, pod, container, suffix));
}

}  // namespace

ClaimDesk::With claim_desk_for(Parts& parts, const PartsFrom& from) {
  return {.executor = from.executor,
          .client = parts.client,
          .clock = from.clock,
          .claims = [&parts] { return parts.claims.all_claims(); },
          .slices = [&parts] { return parts.claims.all_slices(); },
          .is_listed = [&parts] { return parts.claims.is_listed(); },
          .may_write = [&parts] { return parts.context.services.leadership.may_write(); },
          .tell = [&parts](const kube::Event& event) { parts.recorder.note(event); },
          .name_of = name_of,
          .policy = policy_of(from.config.settings.leaks)};
}

}  // namespace npushare
