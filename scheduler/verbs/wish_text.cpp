#include <string>
#include <vector>

#include "scheduler/verbs/node_explanation.hpp"

namespace npushare::verbs {

std::string asks_text(const Request& request) {
  std::string text;
  for (const Ask& ask : request.asks) {
    const MiB memory = ask.asked_memory > MiB{0} ? ask.asked_memory : ask.quota.memory;
    text += (text.empty() ? "" : " + ") + std::to_string(ask.chips) + " x ";
    text += ask.hold == Hold::kWhole ? "a whole chip"
                                     : std::to_string(memory.value()) + " MiB, " +
                                           std::to_string(ask.quota.cores.value()) + " cores";
  }
  return text;
}

std::vector<std::string> hints_for(const Request& request) {
  constexpr MiB kHardlyMeant{256};
  constexpr std::int64_t kGiB = 1024;
  std::vector<std::string> hints;
  for (const Ask& ask : request.asks) {
    const std::string asked = std::to_string(ask.asked_memory.value());
    if (ask.asked_memory <= MiB{0} || ask.asked_memory >= kHardlyMeant) continue;
    hints.push_back("container " + request.containers[ask.container].name + " asks for " + asked +
                    " MiB: memory counts MiB; for " + asked + " GiB write " +
                    std::to_string(ask.asked_memory.value() * kGiB));
  }
  return hints;
}

}  // namespace npushare::verbs
