#include "scheduler/verbs/amount_json.hpp"

#include <string>

namespace npushare::verbs {

using wire::Json;

Json json_of(const Amount& amount) {
  return Json::Object{{"memoryMiB", amount.memory.value()},
                      {"cores", amount.cores.value()},
                      {"cpus", amount.cpus.value()},
                      {"slots", amount.slots.value()}};
}

Json json_of(const std::optional<Reason>& reason) {
  if (!reason) return {};
  return Json::Object{{"code", code_of(*reason)}, {"text", text_of(*reason)}};
}

Json json_of(Score score) {
  constexpr std::int64_t kHundredth = Score::kPoint / 100;
  const std::int64_t hundredths = score.value() / kHundredth;
  const std::string decimals = std::to_string(100 + hundredths % 100).substr(1);
  return Json::Number{std::to_string(hundredths / 100) + "." + decimals};
}

}  // namespace npushare::verbs
