// What an API server asks a webhook. The patch for a Binding, applied to the Binding that was
// asked about, gives one that carries what was wanted; the answer names the question it is to.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "scheduler/wire/admission.hpp"
#include "scheduler/wire/base64.hpp"
#include "scheduler/wire/json.hpp"

namespace {

using namespace npushare;
using namespace npushare::wire;

const AnnotationPatch kWanted{{"hami.io/vgpu-node", "n\"1"},
                              {"huawei.com/Ascend310P", "[]"},
                              {"hami.io/Ascend310P-devices-allocated", std::nullopt}};

void check_binding(const Json& binding, const AdmissionRequest& asked) {
  const Json& annotations = binding.at("metadata", "annotations");
  for (const auto& [key, value] : kWanted)
    if (annotations[key].string() != value.value_or("")) std::abort();
  if (asked.pod_uid.empty() && binding.at("metadata", "uid").string() != "U") std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view body(reinterpret_cast<const char*>(data), size);
  const auto asked = read_admission(body);
  if (!asked) return 0;
  AdmissionAnswer answer{.uid = asked->uid, .warnings = {asked->operation}};
  if (asked->is_binding()) answer.patch = write_binding_patch(*asked, kWanted, PodUid{"U"});

  const auto written = Json::parse(write_admission(answer));
  const auto question = Json::parse(body);
  if (!question) return 0;  // strings that are no UTF-8
  if (!written) std::abort();
  const Json& response = (*written)["response"];
  if (response["uid"] != question->at("request", "uid")) std::abort();
  if (answer.patch.empty()) return 0;

  // Where keys are given twice, a document keeps the last and the reader merges.
  const auto again = read_admission(question->text());
  if (!again || again->annotations != asked->annotations || again->pod_uid != asked->pod_uid ||
      again->has_annotations != asked->has_annotations)
    return 0;
  const auto patch = from_base64(response["patch"].string());
  if (!patch || *patch != answer.patch) std::abort();
  Json binding = question->at("request", "object");
  const auto operations = Json::parse(*patch);
  if (!operations) std::abort();
  if (!json_patch(binding, *operations)) std::abort();
  check_binding(binding, *asked);
  return 0;
}
