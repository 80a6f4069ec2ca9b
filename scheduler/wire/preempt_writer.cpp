#include "scheduler/wire/object_writer.hpp"
#include "scheduler/wire/preempt.hpp"

namespace npushare::wire {
namespace {

void append_node(std::string& out, const NodeVictims& node) {
  append_quoted(out, node.node.text());
  out += R"(:{"Pods":[)";
  std::string_view comma;
  for (const PodUid& pod : node.pods) {
    out.append(comma).append(R"({"UID":)");
    append_quoted(out, pod.text());
    out += '}';
    comma = ",";
  }
  out.append(R"(],"NumPDBViolations":)").append(std::to_string(node.broken_budgets)).append("}");
}

}  // namespace

std::string write_preempt_answer(std::span<const NodeVictims> nodes) {
  std::string out = R"({"NodeNameToMetaVictims":{)";
  std::string_view comma;
  for (const NodeVictims& node : nodes) {
    out.append(comma);
    append_node(out, node);
    comma = ",";
  }
  out += "}}";
  return out;
}

}  // namespace npushare::wire
