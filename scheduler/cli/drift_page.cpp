#include "scheduler/cli/drift_page.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>

#include "scheduler/cli/table.hpp"
#include "scheduler/cli/text.hpp"

namespace npushare::cli {
namespace {

using wire::Json;

struct Meaning {
  std::string_view kind;
  std::string_view text;
};

constexpr std::array<Meaning, 14> kMeanings{{
    {"bound-without-grant",
     "the pod asks for NPUs and was bound by somebody who granted none: delete it, and look for a "
     "second scheduler or an ignorable extender"},
    {"changed-grant",
     "the annotations were edited after the bind: what the pod was granted then goes on counting"},
    {"changed-device",
     "a device of DRA became another chip while claims hold it: both chips are charged until those "
     "claims are gone"},
    {"duplicate-device",
     "two devices of DRA, or two nodes, call themselves by one chip's uuid: such chips take nobody "
     "new; mend the driver or the plugin that says so"},
    {"malformed-annotation",
     "the grant cannot be read, so the pod is charged nothing: somebody wrote its annotations by "
     "hand"},
    {"malformed-registration",
     "an annotation of the node says something that cannot be read: its plugin's registration, or "
     "npushare.io/cordoned-chips or claim-chips, or its label npu-dra/mode; what can be read of it "
     "counts"},
    {"overcommitted-chip",
     "pods hold more than the chip has, so it takes nobody: another scheduler placed pods there, "
     "or "
     "the chip was made smaller"},
    {"repeated-share-id", "two shares of one chip have the same shareID: both count"},
    {"unasked-grant",
     "the annotations grant chips of a model that the pod did not ask for: those count nothing"},
    {"uncountable-claim",
     "what a claim consumes of a chip cannot be read: all of the chip is kept for it, and "
     "annotation pods stay away; delete the claim's pod"},
    {"unknown-chip",
     "pods hold chips that the node does not list any more; their shares return with the chips"},
    {"unknown-release", "a pod with grants was deleted that was never on the books"},
    {"unmapped-device",
     "a device of DRA has no uuid of a chip: while claims hold it, annotation pods stay away from "
     "its node; install a driver that publishes uuids"},
    {"volcano-ledger",
     "Volcano's own deviceshare, which picks the chips, counts them otherwise than their pods' "
     "annotations say: let npushare pick them (docs/volcano.md)"},
}};

std::string_view meaning_of(const std::string& kind) {
  const auto known = std::ranges::find(kMeanings, kind, &Meaning::kind);
  return known == kMeanings.end() ? std::string_view() : known->text;
}

std::string draw_kind(const std::string& kind, const std::vector<DriftView>& entries,
                      const Canvas& canvas) {
  const std::string title = kind + " (" + std::to_string(entries.size()) + ")";
  std::string out = canvas.style.paint(Tone::kStrong, shortened(title, canvas.columns)) + '\n';
  const std::string_view meaning = meaning_of(kind);
  if (!meaning.empty()) out += wrapped(meaning, 2, canvas.columns);
  Table table({{.title = "OBJECT", .squeeze = Squeeze::kMayShrink},
               {.title = "DETAIL", .squeeze = Squeeze::kMayShrink}},
              2);
  for (const DriftView& entry : entries) table.add({{entry.object}, {entry.detail}});
  return out + table.draw(canvas);
}

}  // namespace

Result<std::vector<DriftView>> read_drift(const Json& answer) {
  if (!answer["drift"].is_array())
    return Error{ErrorCode::kInternal, "the answer has no list `drift`; is this an npushare?"};
  std::vector<DriftView> entries;
  for (const Json& entry : answer["drift"].items()) {
    entries.push_back({.kind = printable(entry["kind"].string()),
                       .object = printable(entry["object"].string()),
                       .detail = printable(entry["detail"].string())});
  }
  return entries;
}

std::string draw_drift(const std::vector<DriftView>& entries, const Canvas& canvas) {
  if (entries.empty()) return "The books agree with the cluster.\n";
  std::map<std::string, std::vector<DriftView>> by_kind;
  for (const DriftView& entry : entries) by_kind[entry.kind].push_back(entry);
  std::string out;
  for (const auto& [kind, of_kind] : by_kind)
    out += (out.empty() ? "" : "\n") + draw_kind(kind, of_kind, canvas);
  return out;
}

}  // namespace npushare::cli
