#include "scheduler/cli/demo_acts.hpp"

#include <fmt/format.h>

#include "scheduler/cli/text.hpp"

namespace npushare::cli {
namespace {

using wire::Json;

const char* uuid_of(std::size_t chip) {
  return chip == 0 ? kChip0 : kChip1;
}

/// What the node plugin reads: uuid, model, MiB, percent.
std::string allocated_text(const LabPod& pod, std::size_t chip) {
  return fmt::format("{},Ascend310P,{},{}:;", uuid_of(chip), pod.memory, pod.cores);
}

std::string runtime_text(const LabPod& pod, std::size_t chip) {
  const std::string core = pod.cores == 0 ? "" : fmt::format(",\"core\":{}", pod.cores);
  return fmt::format(R"([{{"UUID":"{}","memory":{}{}}}])", uuid_of(chip), pod.memory, core);
}

void compare_annotations(Stage& stage, const Json& annotations, const LabPod& pod,
                         std::size_t chip) {
  const auto expect = [&](const char* key, const std::string& expected) {
    stage.expect(key, expected, annotations[key].string());
  };
  expect("hami.io/Ascend310P-devices-allocated", allocated_text(pod, chip));
  expect("huawei.com/Ascend310P", runtime_text(pod, chip));
  expect("huawei.com/vnpu-mode", "hami-core");
  expect("hami.io/bind-phase", "success");
  // The plugin takes each container's part out of this annotation as it serves it; commas are gone
  // then.
  const std::string& left = annotations["hami.io/Ascend310P-devices-to-allocate"].string();
  stage.expect("hami.io/Ascend310P-devices-to-allocate is used up", "no comma left",
               left.find(',') == std::string::npos ? "no comma left" : left);
}

Result<> compare_environment(Stage& stage, const LabPod& pod, std::size_t chip) {
  const Result<Json> environment = stage.environment_of(pod.name);
  if (!environment) return environment.error();
  const auto expect = [&](const char* key, const std::string& expected) {
    stage.expect(std::string("in the container: ") + key, expected, (*environment)[key].string());
  };
  expect("NPU_MEM_QUOTA", std::to_string(pod.memory));
  expect("ASCEND_VISIBLE_DEVICES", std::to_string(chip));
  if (pod.cores != 0) expect("NPU_PRIORITY", std::to_string(pod.cores));
  return {};
}

std::string text_of(const ExpectedVerdict& verdict, const LabPod& pod) {
  return fmt::format("{}; asked {} MiB, {} %; free {} MiB, {} %", verdict.reason, pod.memory,
                     pod.cores, verdict.memory_free, verdict.cores_free);
}

std::string text_of(const VerdictView& chip) {
  return fmt::format("{}; asked {} MiB, {} %; free {} MiB, {} %", chip.reason,
                     chip.asked.memory.value(), chip.asked.cores.value(), chip.free.memory.value(),
                     chip.free.cores.value());
}

void compare_verdicts(Stage& stage, const ExplainView& view, const LabPod& pod,
                      const std::vector<ExpectedVerdict>& chips) {
  for (const ExpectedVerdict& expected : chips) {
    std::string got = "no verdict";
    for (const NodeVerdictView& node : view.nodes)
      for (const VerdictView& chip : node.chips)
        if (chip.uuid == uuid_of(expected.chip)) got = text_of(chip);
    stage.expect(fmt::format("explain, chip {}", expected.chip), text_of(expected, pod), got);
  }
}

Result<> ask_and_create(Stage& stage, const LabPod& pod) {
  const Result<Json> manifest = stage.manifest(pod.file);
  if (!manifest) return manifest.error();
  if (Result<> asked = stage.ask_filter(*manifest); !asked) return asked;
  return stage.create(*manifest);
}

}  // namespace

Result<> place(Stage& stage, const LabPod& pod, std::size_t chip) {
  if (Result<> created = ask_and_create(stage, pod); !created) return created;
  return see_placed(stage, pod, chip);
}

Result<> see_placed(Stage& stage, const LabPod& pod, std::size_t chip) {
  if (Result<> running = stage.wait_until_running(pod.name); !running) return running;
  const Result<Json> now = stage.pod(pod.name);
  if (!now) return now.error();
  stage.expect(pod.name, "Running on aio-node74-arm",
               printable(now->at("status", "phase").string() + " on " +
                         now->at("spec", "nodeName").string()));
  compare_annotations(stage, now->at("metadata", "annotations"), pod, chip);
  return compare_environment(stage, pod, chip);
}

Result<> refuse(Stage& stage, const LabPod& pod, const std::vector<ExpectedVerdict>& chips) {
  if (Result<> created = ask_and_create(stage, pod); !created) return created;
  return see_refused(stage, pod, chips);
}

Result<> see_refused(Stage& stage, const LabPod& pod, const std::vector<ExpectedVerdict>& chips) {
  if (Result<> refused = stage.wait_until_refused(pod.name); !refused) return refused;
  const Result<Json> now = stage.pod(pod.name);
  if (!now) return now.error();
  const std::string& node = now->at("spec", "nodeName").string();
  stage.expect(
      pod.name, "Pending on no node",
      printable(now->at("status", "phase").string() + " on " + (node.empty() ? "no node" : node)));
  const Result<ExplainView> view = stage.explain(pod.name);
  if (!view) return view.error();
  stage.show_verdicts(*view);
  compare_verdicts(stage, *view, pod, chips);
  return {};
}

}  // namespace npushare::cli
