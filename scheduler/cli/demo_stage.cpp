#include "scheduler/cli/demo_stage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "scheduler/cli/manifest.hpp"
#include "scheduler/cli/service.hpp"
#include "scheduler/cli/text.hpp"
#include "scheduler/cli/url.hpp"

namespace npushare::cli {
namespace {

using wire::Json;

constexpr const char* kPods = "/api/v1/namespaces/default/pods";
constexpr std::chrono::milliseconds kStep{20};

kube::Call get(std::string target) {
  kube::Call call;
  call.target = std::move(target);
  return call;
}

kube::Call post(std::string target, std::string body) {
  kube::Call call;
  call.method = "POST";
  call.target = std::move(target);
  call.content_type = "application/json";
  call.body = std::move(body);
  return call;
}

std::string path_of(const std::string& pod) {
  return kPods + ("/" + encoded(pod));
}

bool is_refused(const Json& pod) {
  return std::ranges::any_of(pod.at("status", "conditions").items(), [](const Json& condition) {
    return condition["type"].string() == "PodScheduled" &&
           condition["status"].string() == "False" &&
           condition["reason"].string() == "Unschedulable";
  });
}

bool holds_anything(const LedgersView& nodes, const std::string& pod) {
  const std::string name = "default/" + pod;
  return std::ranges::any_of(nodes, [&name](const NodeView& node) {
    return std::ranges::any_of(node.chips, [&name](const ChipView& chip) {
      return std::ranges::any_of(chip.shares,
                                 [&name](const ShareView& share) { return share.pod == name; });
    });
  });
}

std::string text_of(std::int64_t memory_mib, std::int64_t core_percent) {
  return fmt::format("{} MiB and {} %", memory_mib, core_percent);
}

std::string text_of(const Amount& amount) {
  return text_of(amount.memory.value(), amount.cores.value());
}

}  // namespace

Patience real_patience() {
  return {.now = [] { return std::chrono::steady_clock::now(); },
          .pause = [](std::chrono::milliseconds time) { std::this_thread::sleep_for(time); }};
}

Result<Json> Stage::manifest(const std::string& file) {
  const Result<std::string> text = read_manifest(world_.examples + "/pods/" + file);
  if (!text) return text.error();
  return Json::parse(*text);
}

Result<Json> Stage::call(Transport& to, kube::Call call) {
  return ask(to, std::move(call));
}

Result<Json> Stage::call_and_show(Transport& to, kube::Call call, Detail detail) {
  const kube::Call asked = call;
  const Result<kube::Reply> reply = to.send(std::move(call));
  if (!reply) return reply.error();
  printer_.exchange(asked, *reply, detail);
  return read_reply(asked, *reply);
}

Result<> Stage::wait(const std::string& what, const std::function<Result<bool>()>& is_true) {
  const auto deadline = world_.patience.now() + world_.patience.limit;
  while (true) {
    const Result<bool> answer = is_true();
    if (!answer) return answer.error();
    if (*answer) return {};
    if (world_.patience.now() >= deadline)
      return Error{ErrorCode::kTimeout, "waited in vain until " + what};
    world_.patience.pause(kStep);
  }
}

Result<> Stage::ask_filter(const Json& pod) {
  const Result<LedgersView> nodes = ledgers();
  if (!nodes) return nodes.error();
  Json names = Json::array();
  for (const NodeView& node : *nodes) names.push_back(node.name);
  const Json body = Json::Object{{"Pod", pod}, {"Nodes", {}}, {"NodeNames", std::move(names)}};
  const Result<Json> answer =
      call_and_show(world_.service, post("/filter", body.text()), Detail::kFull);
  if (!answer) return answer.error();
  if (const std::string& error = (*answer)["Error"].string(); !error.empty())
    return Error{ErrorCode::kInvalid, "filter: " + printable(error)};
  return {};
}

Result<> Stage::create(const Json& pod) {
  const Result<Json> created = call_and_show(world_.api, post(kPods, pod.text()), Detail::kBrief);
  return created ? Result<>{} : created.error();
}

Result<> Stage::wait_until_running(const std::string& name) {
  return wait("pod " + name + " runs", [this, &name]() -> Result<bool> {
    const Result<Json> now = pod(name);
    if (!now) return now.error();
    const std::string& phase = now->at("status", "phase").string();
    if (phase != "Failed") return phase == "Running";
    return Error{ErrorCode::kInternal,
                 "pod " + name + " failed: " + text_at(now->at("status"), "message")};
  });
}

Result<> Stage::wait_until_refused(const std::string& name) {
  return wait("the scheduler refuses pod " + name, [this, &name]() -> Result<bool> {
    const Result<Json> now = pod(name);
    if (!now) return now.error();
    return is_refused(*now);
  });
}

Result<> Stage::remove(const std::string& name, Leave leave) {
  kube::Call gone = get(path_of(name) + (leave == Leave::kAtOnce ? "?gracePeriodSeconds=0" : ""));
  gone.method = "DELETE";
  const Result<Json> answer = call_and_show(world_.api, std::move(gone), Detail::kBrief);
  if (!answer) return answer.error();
  return wait("no chip carries a share of pod " + name, [this, &name]() -> Result<bool> {
    const Result<LedgersView> nodes = ledgers();
    if (!nodes) return nodes.error();
    return !holds_anything(*nodes, name);
  });
}

Result<Json> Stage::pod(const std::string& name) {
  return call(world_.api, get(path_of(name)));
}

Result<Json> Stage::environment_of(const std::string& name) {
  const Result<Json> trace = call(world_.api, get("/debug/plugin-trace"));
  if (!trace) return trace.error();
  const Json::Array& records = trace->is_array() ? trace->items() : (*trace)["items"].items();
  for (const Json& record : records) {
    const std::string& pod = record["kubeletPod"].string();
    if (pod == name || pod == "default/" + name) return record["env"];
  }
  return Error{ErrorCode::kNotFound, "the node plugin was never asked about pod " + name};
}

Result<LedgersView> Stage::ledgers() {
  const Result<Json> answer = ask_ledgers(world_.service, "");
  if (!answer) return answer.error();
  return read_ledgers(*answer);
}

Result<ExplainView> Stage::explain(const std::string& name) {
  const Result<Json> answer = ask_explanation(world_.service, "default", name);
  if (!answer) return answer.error();
  return read_explanation(*answer);
}

void Stage::expect(const std::string& what, const std::string& expected, const std::string& got) {
  comparisons_.push_back({.what = what, .expected = expected, .got = got});
}

Comparison Stage::compared(const LedgersView& nodes, const ChipRow& row) const {
  const bool is_there = !nodes.empty() && row.chip < nodes.front().chips.size();
  const ChipView chip = is_there ? nodes.front().chips[row.chip] : ChipView{};
  return {.what = fmt::format("chip {}", row.chip),
          .expected = text_of(row.memory_used, row.cores_used) + " used, " +
                      text_of(world_.chip_memory - row.memory_used, kChipCores - row.cores_used) +
                      " free",
          .got = text_of(chip.used) + " used, " + text_of(chip.free) + " free"};
}

Result<> Stage::expect_chips(const std::vector<ChipRow>& rows) {
  const Result<LedgersView> nodes = ledgers();
  if (!nodes) return nodes.error();
  for (const ChipRow& row : rows) comparisons_.push_back(compared(*nodes, row));
  return {};
}

Result<> Stage::expect_chips_soon(const std::vector<ChipRow>& rows) {
  const Result<> agreed = wait("the ledger agrees", [this, &rows]() -> Result<bool> {
    const Result<LedgersView> nodes = ledgers();
    if (!nodes) return nodes.error();
    return std::ranges::all_of(rows,
                               [&](const ChipRow& row) { return compared(*nodes, row).holds(); });
  });
  if (!agreed && agreed.error().code != ErrorCode::kTimeout) return agreed;
  return expect_chips(rows);
}

Result<Json> Stage::look(const std::string& path) {
  return call(world_.api, get(path));
}

}  // namespace npushare::cli
