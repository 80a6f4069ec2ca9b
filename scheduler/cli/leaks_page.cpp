#include "scheduler/cli/leaks_page.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <vector>

#include "scheduler/cli/format.hpp"
#include "scheduler/cli/ledger_view.hpp"
#include "scheduler/cli/table.hpp"
#include "scheduler/cli/text.hpp"

namespace npushare::cli {
namespace {

using wire::Json;

struct Meaning {
  std::string_view kind;
  std::string_view text;
};

constexpr std::array<Meaning, 7> kMeanings{{
    {"deleting",
     "deleted long ago, and holding its devices still: its pods do not end, or "
     "kube-controller-manager does not run"},
    {"dedicated",
     "has a chip alone that several may share: switch the gate DRAConsumableCapacity on in "
     "kube-scheduler and kube-apiserver"},
    {"foreign-reservation",
     "kept for something that is no pod, which Kubernetes never lets go: take that entry out of "
     "status.reservedFor"},
    {"orphan",
     "waits for devices, and no pod refers to it: a new claim of that name is refused until it is "
     "deleted"},
    {"poisoned",
     "what it consumes cannot be counted, so its chip takes no annotation pods: delete its pod and "
     "the claim"},
    {"stale-reserved",
     "kept for pods that are gone: kube-controller-manager should let it go; see that it runs"},
    {"unreserved",
     "has devices, and nobody uses them: deleting it frees them, Kubernetes alone never will"},
}};

std::string_view meaning_of(const std::string& kind) {
  const auto* known = std::ranges::find(kMeanings, kind, &Meaning::kind);
  return known == kMeanings.end() ? std::string_view() : known->text;
}

std::string holds_text(const Json& leak) {
  const Amount holds = read_amount(leak["holds"]);
  if (leak["devices"].items().empty()) return "-";
  return memory(holds.memory) + ", cores " + std::to_string(holds.cores.value());
}

std::string draw_kind(const std::string& kind, const std::vector<const Json*>& leaks,
                      const Canvas& canvas) {
  const std::string title = kind + " (" + std::to_string(leaks.size()) + ")";
  std::string out = canvas.style.paint(Tone::kStrong, shortened(title, canvas.columns)) + '\n';
  const std::string_view meaning = meaning_of(kind);
  if (!meaning.empty()) out += wrapped(meaning, 2, canvas.columns);
  Table table({{.title = "CLAIM", .squeeze = Squeeze::kMayShrink},
               {.title = "AGE", .align = Align::kRight},
               {.title = "HOLDS"},
               {.title = "EVIDENCE", .squeeze = Squeeze::kMayShrink}},
              2);
  for (const Json* leak : leaks)
    table.add({{text_at(*leak, "claim")},
               {age_of((*leak)["since"].string(), canvas.now)},
               {holds_text(*leak)},
               {text_at(*leak, "evidence")}});
  return out + table.draw(canvas);
}

std::string draw_found(const Json& answer, const Canvas& canvas) {
  std::map<std::string, std::vector<const Json*>> by_kind;
  for (const Json& leak : answer["leaks"].items()) by_kind[text_at(leak, "kind")].push_back(&leak);
  std::string out;
  for (const auto& [kind, leaks] : by_kind)
    out += (out.empty() ? "" : "\n") + draw_kind(kind, leaks, canvas);
  if (!out.empty()) return out;
  if (answer["at"].string().empty())
    return "Nobody has looked yet: claims are not listed, or the API server serves none.\n";
  return "No claim is leaked; " + std::to_string(answer["claims"].integer()) + " were looked at.\n";
}

std::string draw_repair(const Json& answer, const Canvas& canvas) {
  Table table({{.title = "OUTCOME"},
               {.title = "CLAIM", .squeeze = Squeeze::kMayShrink},
               {.title = "HELD"},
               {.title = "WHY", .squeeze = Squeeze::kMayShrink}},
              0);
  for (const Json& decision : answer["decisions"].items()) {
    const std::string why = text_at(decision, "why");
    table.add({{text_at(decision, "outcome")},
               {text_at(decision, "claim")},
               {holds_text(decision)},
               {why.empty() ? text_at(decision, "evidence") : why}});
  }
  std::string out = table.draw(canvas);
  const std::string stopped = text_at(answer, "stopped");
  if (!stopped.empty())
    return out +
           canvas.style.paint(Tone::kWarning, wrapped("stopped: " + stopped, 0, canvas.columns));
  return out.empty() ? "There was nothing to delete.\n" : out;
}

}  // namespace

Result<std::string> draw_leaks(const Json& answer, const Canvas& canvas) {
  if (answer["decisions"].is_array()) return draw_repair(answer, canvas);
  if (answer["leaks"].is_array()) return draw_found(answer, canvas);
  return Error{ErrorCode::kInternal,
               "the answer has no list `leaks` or `decisions`; is this an npushare?"};
}

}  // namespace npushare::cli
