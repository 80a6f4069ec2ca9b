#include "scheduler/history/audit_line.hpp"

#include <utility>

#include "accounting/words.hpp"
#include "scheduler/wire/json.hpp"
#include "scheduler/wire/rfc3339.hpp"

namespace npushare::history {
namespace {

using wire::Json;

constexpr std::int64_t kSchema = 1;

std::string_view word_of(AuditKind kind) {
  switch (kind) {
    case AuditKind::kBind: return "bind";
    case AuditKind::kUncertain: return "uncertain";
    case AuditKind::kAdmit: return "admit";
    case AuditKind::kObserve: return "observe";
  }
  __builtin_unreachable();
}

Json line_of(std::string_view kind, observe::Clock::Wall at) {
  return Json::Object{{"v", kSchema}, {"at", wire::micro_time(at)}, {"kind", kind}};
}

void add_pod(Json& line, const PodKey& pod, const PodUid& uid, const NodeName& node) {
  line.set("pod", pod.text());
  line.set("uid", uid.text());
  line.set("node", node.text());
}

Json grant_json(const Grant& grant, const Container& container) {
  return Json::Object{
      {"container", container.name},         {"kind", word_of(container.kind)},
      {"chip", grant.chip.text()},           {"model", grant.model.text()},
      {"mode", text_of(grant.mode)},         {"hold", word_of(grant.hold)},
      {"template", grant.template_name},     {"memoryMiB", grant.amount.memory.value()},
      {"cores", grant.amount.cores.value()}, {"cpus", grant.amount.cpus.value()},
      {"slots", grant.amount.slots.value()}};
}

}  // namespace

std::string grant_line(AuditKind kind, const Allocation& allocation, observe::Clock::Wall at) {
  Json line = line_of(word_of(kind), at);
  add_pod(line, allocation.holder->pod, allocation.holder->uid, allocation.node);
  line.set("priority", allocation.holder->priority);
  Json grants = Json::array();
  for (const Grant& grant : allocation.grants)
    grants.push_back(grant_json(grant, allocation.containers[grant.container]));
  line.set("grants", std::move(grants));
  return line.text();
}

std::string init_ended_line(const PodKey& pod, const PodUid& uid, const NodeName& node,
                            observe::Clock::Wall at) {
  Json line = line_of("init-ended", at);
  add_pod(line, pod, uid, node);
  return line.text();
}

std::string release_line(const PodKey& pod, const PodUid& uid, const NodeName& node,
                         observe::Clock::Wall at) {
  Json line = line_of("release", at);
  add_pod(line, pod, uid, node);
  return line.text();
}

std::string start_line(std::string_view instance, std::string_view version,
                       observe::Clock::Wall at) {
  Json line = line_of("start", at);
  line.set("instance", instance);
  line.set("version", version);
  return line.text();
}

std::string lost_line(std::uint64_t lines, observe::Clock::Wall at) {
  Json line = line_of("lost", at);
  line.set("lines", static_cast<std::int64_t>(lines));
  return line.text();
}

}  // namespace npushare::history
