#include "tests/soak/shapes.hpp"

namespace npushare::soak {

using wire::Json;

namespace {

const std::string kCount = "huawei.com/Ascend310P";

struct Ask {
  std::int64_t chips = 1;
  std::int64_t memory = 0;  // MiB; 0: not said
  std::int64_t cores = 0;
};

Json container(const std::string& name, const Ask& ask) {
  Json made = Json::object();
  made.set("name", name);
  made.set("image", "x");
  if (ask.chips == 0) return made;
  Json& limits = made.member("resources").member("limits");
  limits.set(kCount, std::to_string(ask.chips));
  if (ask.memory > 0) limits.set(kCount + "-memory", std::to_string(ask.memory));
  if (ask.cores > 0) limits.set(kCount + "-core", std::to_string(ask.cores));
  return made;
}

Json frame(const std::string& name, bool is_soft) {
  Json pod = Json::object();
  Json& metadata = pod.member("metadata");
  metadata.set("name", name);
  if (is_soft) metadata.member("annotations").set("huawei.com/vnpu-mode", "hami-core");
  pod.member("spec").set("terminationGracePeriodSeconds", 0);
  return pod;
}

void add(Json& pod, const char* list, Json made) {
  pod.member("spec").member(list).push_back(std::move(made));
}

Ask soft_ask(Dice& dice) {
  static const std::vector<std::int64_t> kCores = {0, 0, 10, 25, 40};
  return {.memory = dice.between(500, 7000), .cores = dice.pick(kCores)};
}

void add_soft_containers(Json& pod, Dice& dice) {
  const std::int64_t shape = dice.between(1, 10);
  // Containers that ask alike may share a chip, others may not; both are worth a try.
  const Ask ask = soft_ask(dice);
  if (shape == 1) add(pod, "initContainers", container("init", soft_ask(dice)));
  if (shape == 2) add(pod, "initContainers", container("idle", {.chips = 0}));
  if (shape == 3) {
    Json sidecar = container("side", ask);
    sidecar.set("restartPolicy", "Always");
    add(pod, "initContainers", std::move(sidecar));
  }
  if (shape == 4) {
    add(pod, "containers", container("pair", {.chips = 2, .memory = dice.between(500, 9000)}));
    return;
  }
  add(pod, "containers", container("main", ask));
  if (shape == 5) add(pod, "containers", container("second", ask));
  if (shape == 6) add(pod, "containers", container("second", soft_ask(dice)));
}

}  // namespace

Json a_pod(const std::string& name, Dice& dice) {
  static const std::vector<std::int64_t> kHard = {3000, 3072, 6144, 12288};
  const std::int64_t kind = dice.between(1, 20);
  Json pod = frame(name, kind > 6);
  if (kind == 1) {
    add(pod, "containers", container("whole", {}));
  } else if (kind <= 6) {
    add(pod, "containers", container("main", {.memory = dice.pick(kHard)}));
  } else {
    add_soft_containers(pod, dice);
  }
  return pod;
}

Json a_small_pod(const std::string& name) {
  Json pod = frame(name, true);
  add(pod, "containers", container("main", {.memory = 600}));
  return pod;
}

}  // namespace npushare::soak
