#include "tests/bench/state.hpp"

#include <algorithm>
#include <random>

namespace npushare::bench {
namespace {

Chip a_chip(std::size_t node, std::size_t index) {
  char uuid[64];
  std::snprintf(uuid, sizeof uuid, "%08zX-20E05477-92C31323-6E78030A-%08zX", node, index);
  return {.uuid = ChipUuid{uuid},
          .index = index,
          .model = ModelName{"Ascend310P"},
          .mode = Mode::kSoft,
          .capacity = {MiB{21527}, Cores{100}, Cpus{0}, Slots{7}},
          .device_memory = MiB{21527},
          .healthy = true};
}

Inventory an_inventory(std::size_t node) {
  Inventory inventory{.chips = {}, .registration = Registration::kFresh};
  for (std::size_t index = 0; index < kChipsPerNode; ++index)
    inventory.chips.push_back(a_chip(node, index));
  return inventory;
}

void register_all(LedgerBook& book, std::size_t nodes) {
  std::vector<NodeReport> reports;
  for (std::size_t node = 0; node < nodes; ++node)
    reports.push_back({NodeName{node_name(node)}, an_inventory(node)});
  book.register_nodes(reports);
}

Allocation a_pod(std::size_t number, std::size_t node, std::size_t chip, MiB memory, Cores cores) {
  char uid[48];
  std::snprintf(uid, sizeof uid, "%08zx-0000-4000-8000-%012zx", number, number);
  const Amount amount{memory, cores, Cpus{0}, Slots{1}};
  return {.node = NodeName{node_name(node)},
          .holder = std::make_shared<const Holder>(
              Holder{.uid = PodUid{uid}, .pod = {"team-a", "infer-" + std::to_string(number)}}),
          .containers = {{"main", ContainerKind::kApp}},
          .grants = {{.container = 0,
                      .chip = a_chip(node, chip).uuid,
                      .chip_index = chip,
                      .model = ModelName{"Ascend310P"},
                      .amount = amount,
                      .quota = {memory, cores},
                      .mode = Mode::kSoft}}};
}

std::string padded(std::string text, std::size_t size) {
  if (text.size() < size) text.append(size - text.size(), 'x');
  return text;
}

}  // namespace

std::string node_name(std::size_t number) {
  char name[64];
  std::snprintf(name, sizeof name, "npu-pool-a-%05zu.cluster.one", number);
  return name;
}

void fill(LedgerBook& book, const Size& size, std::uint64_t seed) {
  register_all(book, size.nodes);
  std::mt19937_64 random(seed);
  constexpr std::int64_t kMemory[] = {2048, 4096, 8192, 14000};
  for (std::size_t pod = 0; pod < size.pods; ++pod) {
    const std::size_t node = pod % size.nodes;
    const std::size_t chip = pod / size.nodes % kChipsPerNode;
    book.observe(a_pod(pod, node, chip, MiB{kMemory[random() % 4]}, Cores{10}), InitPhase::kDone);
  }
}

void fill_up(LedgerBook& book, const Size& size) {
  register_all(book, size.nodes);
  for (std::size_t pod = 0; pod < size.nodes * kChipsPerNode; ++pod)
    book.observe(a_pod(pod, pod / kChipsPerNode, pod % kChipsPerNode, MiB{18'000}, Cores{10}),
                 InitPhase::kDone);
}

std::string pod_json(std::size_t number) {
  char uid[48];
  std::snprintf(uid, sizeof uid, "6f0c3a52-8a3e-4c9e-9a53-%012zx", number);
  return R"({"metadata":{"name":"infer-)" + std::to_string(number) +
         R"(","namespace":"team-a","uid":")" + uid + R"(","resourceVersion":")" +
         std::to_string(48'211 + 3 * number) +
         R"(","labels":{"app":"infer"},"annotations":{"huawei.com/vnpu-mode":"hami-core","example.com/note":")" +
         std::string(1'200, 'n') +
         R"("}},"spec":{"containers":[{"name":"main","image":"registry.example/infer:1","resources":{"limits":{"huawei.com/Ascend310P":"1","huawei.com/Ascend310P-core":"25","huawei.com/Ascend310P-memory":"4096"},"requests":{"cpu":"500m","huawei.com/Ascend310P":"1","huawei.com/Ascend310P-core":"25","huawei.com/Ascend310P-memory":"4096","memory":"1Gi"}},"terminationMessagePath":"/dev/termination-log","imagePullPolicy":"IfNotPresent"}],"restartPolicy":"Always","dnsPolicy":"ClusterFirst","schedulerName":"default-scheduler","tolerations":[{"key":"node.kubernetes.io/not-ready","operator":"Exists","effect":"NoExecute","tolerationSeconds":300}],"priority":0,"preemptionPolicy":"PreemptLowerPriority"},"status":{"phase":"Pending","qosClass":"Burstable"}})";
}

std::string node_json(std::size_t number) {
  std::string chips;
  for (const Chip& chip : an_inventory(number).chips) {
    chips += chips.empty() ? "" : ",";
    chips +=
        R"({\"id\":\")" + chip.uuid.text() + R"(\",\"index\":)" + std::to_string(chip.index) +
        R"(,\"count\":7,\"devmem\":21527,\"devcore\":100,\"type\":\"Ascend310P\",\"health\":true})";
  }
  std::string images;
  for (int image = 0; image < 50; ++image) {
    images += image == 0 ? "" : ",";
    images += R"({"names":["registry.example/team/image@sha256:)" +
              padded(std::to_string(image), 64) + R"(","registry.example/team/image:v)" +
              std::to_string(image) + R"("],"sizeBytes":123456789})";
  }
  return R"({"metadata":{"name":")" + node_name(number) + R"(","uid":"n-)" +
         std::to_string(number) +
         R"(","annotations":{"hami-vnpu-core":"true","hami.io/node-register-Ascend310P":"[)" +
         chips +
         R"(]"}},"spec":{},"status":{"allocatable":{"cpu":"64","huawei.com/Ascend310P":"56"},"images":[)" +
         images + "]}}";
}

std::string names_body(const Size& size, std::size_t candidates, std::size_t start, Order order) {
  std::vector<std::size_t> numbers(candidates);
  for (std::size_t i = 0; i < candidates; ++i) numbers[i] = (start + i) % size.nodes;
  if (order == Order::kShuffled) std::ranges::shuffle(numbers, std::mt19937_64(start));
  std::string body = R"({"Pod":)" + pod_json(start) + R"(,"Nodes":null,"NodeNames":[)";
  for (std::size_t i = 0; i < candidates; ++i) {
    body += i == 0 ? "\"" : ",\"";
    body += node_name(numbers[i]);
    body += '"';
  }
  return body + "]}";
}

std::string nodes_body(std::size_t candidates) {
  std::string body = R"({"Pod":)" + pod_json() + R"(,"Nodes":{"metadata":{},"items":[)";
  for (std::size_t i = 0; i < candidates; ++i) {
    if (i > 0) body += ',';
    body += node_json(i);
  }
  return body + R"(]},"NodeNames":null})";
}

}  // namespace npushare::bench
