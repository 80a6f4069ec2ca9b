#include "scheduler/app/claim_parts.hpp"

#include "scheduler/app/parts.hpp"
#include "scheduler/convert/claim_names.hpp"

namespace npushare {
namespace {

constexpr const char* kDriver = "ascend.project-hami.io";  // whose devices are chips

dra::NodeMode mode_of(config::DraMode wanted) {
  switch (wanted) {
    case config::DraMode::kConvert: return dra::NodeMode::kConvert;
    case config::DraMode::kSplit: return dra::NodeMode::kSplit;
    case config::DraMode::kChecked: return dra::NodeMode::kChecked;
    case config::DraMode::kMirror: return dra::NodeMode::kMirror;
  }
  __builtin_unreachable();
}

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

SharedChips::With shared_chips_for(Parts& parts, const PartsFrom& from) {
  return {.executor = from.executor,
          .client = parts.client,
          .book = from.book,
          .fallback = [&parts] { return mode_of(parts.config.dra_mode()); },
          .may_write = [&parts] { return parts.context.services.leadership.may_write(); },
          .slices = [&parts] { return parts.claims.listed_slices(); },
          .claim_watch = [&parts] { return parts.claim_watches.running_claim_watch(); },
          .driver = kDriver,
          .device_class = from.config.settings.convert.device_class};
}

sync::ClaimBooks::With claim_books_for(Parts& parts, const PartsFrom& from) {
  return {.book = from.book,
          .rules = from.rules,
          .drift = parts.sync.drift_log(),
          .clock = from.clock,
          .driver = kDriver,
          .look_again = [&parts](const NodeName& node) { parts.sync.look_again(node); },
          .room = [&parts](const NodeName& node) { parts.sync.room_on(node); }};
}

}  // namespace npushare
