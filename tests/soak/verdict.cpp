#include "tests/soak/verdict.hpp"

#include <algorithm>
#include <set>

#include "scheduler/embedded/pod_rules.hpp"
#include "tests/soak/asking.hpp"
#include "tests/soak/shapes.hpp"
#include "tests/soak/workload.hpp"

namespace npushare::soak {

using embedded::Object;
using wire::Json;

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::seconds kQuietLimit{90};
constexpr std::chrono::seconds kBookLimit{60};  // an uncertain share is decided within 35 s
constexpr int kNewPods = 8;

std::vector<Object> all_pods(World& world) {
  return world.store().snapshot(embedded::pods()).objects;
}

/// Bound, and its kubelet has not come to an end with it.
std::string first_unserved(World& world) {
  for (const Object& pod : all_pods(world)) {
    const bool waits = is_live(*pod) && pod->at("status", "phase").string() == "Pending";
    if (waits) return name_of(*pod) + " on " + pod->at("spec", "nodeName").string();
  }
  return {};
}

/// What the service says is taken, by chip; shares of chips that a node does not list as well.
std::map<std::string, Use> service_sums(const Json& ledgers) {
  std::map<std::string, Use> sums;
  for (const Json& node : ledgers["nodes"].items()) {
    for (const Json& chip : node["chips"].items()) {
      const Json& used = chip["used"];
      sums[chip["uuid"].string()] += {used["memoryMiB"].integer(), used["cores"].integer(),
                                      used["cpus"].integer(), used["slots"].integer()};
    }
    for (const Json& orphan : node["orphans"].items()) {
      const Json& used = orphan["amount"];
      sums[orphan["chip"].string()] += {used["memoryMiB"].integer(), used["cores"].integer(),
                                        used["cpus"].integer(), used["slots"].integer()};
    }
  }
  return sums;
}

/// The first node that the service does not show as it is; empty: none.
std::string first_unknown(World& world, const Json& ledgers) {
  const Json::Array& nodes = ledgers["nodes"].items();
  for (const NodePlan& plan : world.plans()) {
    const auto shown = std::ranges::find_if(
        nodes, [&](const Json& node) { return node["name"].string() == plan.name; });
    if (shown == nodes.end()) return plan.name + " is missing";
    const char* mode = plan.mode == Mode::kSoft ? "soft" : "hard";
    const Json::Array& chips = (*shown)["chips"].items();
    const bool is_right =
        chips.size() == plan.chips.size() && std::ranges::all_of(chips, [&](const Json& chip) {
          return chip["healthy"].boolean() && chip["mode"].string() == mode;
        });
    if (is_right) continue;
    const Json node = world.store().get(embedded::node_place(plan.name)).body;
    return plan.name + " is shown as " + shown->text() + "; the API has " + node["metadata"].text();
  }
  return {};
}

/// The first chip on which the two disagree; empty: none.
std::string difference(const Parts& parts) {
  parts.auditor.look();
  const Reply reply = ask(parts.service.port(), "GET", "/v1/ledgers");
  if (reply.status != 200) return "GET /v1/ledgers: " + std::to_string(reply.status) + reply.body;
  const std::map<std::string, Use> sums = service_sums(reply.json());
  for (const auto& [uuid, chip] : parts.auditor.chips()) {
    const auto said = sums.find(uuid);
    const Use found = said == sums.end() ? Use{} : said->second;
    if (found == chip.total()) continue;
    return uuid + ": the book has " + found.text() + ", the pods have " + chip.total().text();
  }
  return {};
}

/// Only pods with one plain container are judged: for those the arithmetic is beyond doubt.
bool certainly_fits(const Json& pod, const Auditor& auditor, const std::set<std::string>& soft) {
  const Json& containers = pod.at("spec", "containers");
  if (containers.items().size() != 1 || !pod.at("spec", "initContainers").items().empty())
    return false;
  const Json& limits = containers.items().front().at("resources", "limits");
  const std::string& memory = limits["huawei.com/Ascend310P-memory"].string();
  const bool is_soft = annotation_of(pod, "huawei.com/vnpu-mode").is_string();
  if (!is_soft || memory.empty() || limits["huawei.com/Ascend310P"].string() != "1") return false;
  for (const auto& [uuid, chip] : auditor.chips()) {
    if (!soft.contains(chip.node)) continue;
    // Chips that a pair holds are closed to others, which the sums do not show.
    if (chip.holders.empty()) return true;
  }
  return false;
}

std::set<std::string> soft_nodes(World& world) {
  std::set<std::string> names;
  for (const NodePlan& plan : world.plans())
    if (plan.mode == Mode::kSoft) names.insert(plan.name);
  return names;
}

}  // namespace

void expect_all_nodes_known(const Parts& parts) {
  std::string last;
  const bool are_known = holds_within(kBookLimit, [&] {
    const Reply reply = ask(parts.service.port(), "GET", "/v1/ledgers");
    last = reply.status == 200 ? first_unknown(parts.world, reply.json()) : reply.body;
    return last.empty();
  });
  if (!are_known) parts.findings.breach("node not known", last);
}

void expect_quiet(const Parts& parts) {
  const Clock::time_point since = Clock::now();
  std::string unserved;
  const bool is_quiet = holds_within(kQuietLimit, [&] {
    unserved = first_unserved(parts.world);
    return unserved.empty() && parts.scheduler.is_quiet(since);
  });
  if (is_quiet) return;
  parts.findings.breach("never quiet",
                        unserved.empty() ? "binds go on failing" : "not served: " + unserved);
}

void expect_equal_books(const Parts& parts) {
  std::string last;
  const bool are_equal = holds_within(kBookLimit, [&] {
    last = difference(parts);
    return last.empty();
  });
  if (!are_equal) parts.findings.breach("book differs from the pods", last);
}

void expect_no_pod_lost(const Parts& parts) {
  parts.auditor.look();
  const std::set<std::string> soft = soft_nodes(parts.world);
  for (const Object& pod : all_pods(parts.world)) {
    if (embedded::is_bound(*pod) || embedded::is_over(*pod)) continue;
    parts.findings.count("pods that wait at the end");
    const std::string name = name_of(*pod);
    const Reply why = ask(parts.service.port(), "GET", "/v1/explain?namespace=default&pod=" + name);
    if (why.json()["state"].string() != "waiting")
      parts.findings.breach("lost", name + " waits, and explain says: " + why.body.substr(0, 300));
    if (certainly_fits(*pod, parts.auditor, soft))
      parts.findings.breach("lost", name + " fits and waits: " + why.body.substr(0, 600));
  }
}

void expect_new_pods_run(const Parts& parts) {
  for (const Object& pod : all_pods(parts.world)) delete_pod(parts.world, *pod, 0);
  for (int k = 0; k < kNewPods; ++k) {
    parts.world.store().create(embedded::pod_place("default", {}),
                               a_small_pod("after-" + std::to_string(k)));
  }
  const bool all_run = holds_within(std::chrono::seconds(40), [&] {
    int running = 0;
    for (const Object& pod : all_pods(parts.world))
      if (pod->at("status", "phase").string() == "Running") ++running;
    return running == kNewPods;
  });
  if (all_run) return;
  for (const Object& pod : all_pods(parts.world)) {
    if (pod->at("status", "phase").string() == "Running") continue;
    parts.findings.breach("does not run after the faults",
                          name_of(*pod) + " is " + pod->at("status", "phase").string() + ": " +
                              pod->at("status", "message").string());
  }
}

}  // namespace npushare::soak
