#include "scheduler/cli/explain_view.hpp"

#include "scheduler/cli/ledger_view.hpp"
#include "scheduler/cli/text.hpp"

namespace npushare::cli {
namespace {

using wire::Json;

/// A container is named where the pod is known and counted where only its annotations are.
std::string name_or_number(const Json& value) {
  return value.is_number() ? std::to_string(value.integer()) : printable(value.string());
}

std::string reason_of(const Json& reason) {
  return reason.is_string() ? printable(reason.string()) : text_at(reason, "text");
}

WishView read_wish(const Json& wish) {
  return {.container = text_at(wish, "name"),
          .chips = wish["chips"].integer(),
          .model = text_at(wish, "model"),
          .mode = text_at(wish, "mode"),
          .template_name = text_at(wish, "template"),
          .asked = read_amount(wish["asked"]),
          .charged = read_amount(wish["charged"])};
}

GrantView read_grant(const Json& grant) {
  return {.container = name_or_number(grant["container"]),
          .uuid = text_at(grant, "chip"),
          .index = grant["index"].integer(),
          .charged = read_amount(grant["charged"])};
}

VerdictView read_verdict(const Json& chip) {
  VerdictView view{.container = name_or_number(chip["container"]),
                   .index = chip["index"].integer(),
                   .uuid = text_at(chip, "uuid"),
                   .fits = chip["fits"].boolean(),
                   .reason = reason_of(chip["reason"]),
                   .asked = read_amount(chip["asked"]),
                   .free = read_amount(chip["free"]),
                   .holders = {}};
  for (const Json& holder : chip["holders"].items())
    view.holders.push_back({text_at(holder, "pod"), read_amount(holder["amount"])});
  return view;
}

NodeVerdictView read_node(const Json& node) {
  NodeVerdictView view{.name = text_at(node, "name"),
                       .fits = node["fits"].boolean(),
                       .is_best = node["best"].boolean(),
                       .is_resolvable = node["resolvable"].boolean(),
                       .score = node["score"].number(),
                       .reason = reason_of(node["reason"]),
                       .chips = {}};
  for (const Json& chip : node["chips"].items()) view.chips.push_back(read_verdict(chip));
  view.near = node["near"].integer();
  for (const Json& pod : node["leave"].items())
    view.leave.push_back({text_at(pod, "pod"), read_amount(pod["amount"])});
  return view;
}

}  // namespace

Result<ExplainView> read_explanation(const Json& answer) {
  if (!answer["state"].is_string()) {
    return Error{ErrorCode::kInvalid,
                 "the answer has no text \"state\"; is this URL an npushare service?"};
  }
  ExplainView view{.pod = text_at(answer, "pod"),
                   .state = text_at(answer, "state"),
                   .node = text_at(answer, "node"),
                   .summary = text_at(answer, "summary"),
                   .error = text_at(answer, "error"),
                   .since = text_at(answer, "since"),
                   .hints = {},
                   .node_policy = text_at(answer["policy"], "node"),
                   .chip_policy = text_at(answer["policy"], "chip"),
                   .wishes = {},
                   .grants = {},
                   .nodes = {},
                   .decisions = answer["decisions"]};
  for (const Json& hint : answer["hints"].items()) view.hints.push_back(printable(hint.string()));
  for (const Json& wish : answer.at("request", "containers").items())
    view.wishes.push_back(read_wish(wish));
  for (const Json& grant : answer["grants"].items()) view.grants.push_back(read_grant(grant));
  for (const Json& node : answer["nodes"].items()) view.nodes.push_back(read_node(node));
  return view;
}

}  // namespace npushare::cli
