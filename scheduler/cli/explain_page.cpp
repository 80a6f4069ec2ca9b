#include "scheduler/cli/explain_page.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "scheduler/cli/format.hpp"
#include "scheduler/cli/text.hpp"
#include "scheduler/cli/waiting_page.hpp"

namespace npushare::cli {
namespace {

constexpr std::size_t kNodesInFull = 8;
constexpr std::size_t kLabelColumns = 10;

std::string labelled(std::string_view label, std::string_view text, const Canvas& canvas) {
  std::string lines = wrapped(text, kLabelColumns + 2, canvas.columns);
  if (lines.empty()) return {};
  return "  " + canvas.style.paint(Tone::kQuiet, fitted(label, kLabelColumns)) +
         lines.substr(kLabelColumns + 2);
}

Mode mode_of(const WishView& wish) {
  return wish.mode == "hard" ? Mode::kHard : Mode::kSoft;
}

/// The pod's own numbers; a part it left open is not invented.
std::string amounts_of(const Amount& amount, Mode mode) {
  std::string text;
  if (amount.memory > MiB{0}) text = ", " + memory(amount.memory);
  if (amount.cores > Cores{0}) text += ", cores " + cores(amount.cores, mode);
  return text;
}

std::string how_of(const WishView& wish) {
  const bool is_split = wish.mode == "soft" || wish.mode == "hard";
  return is_split ? ", " + wish.mode + " split" : ", whole";
}

std::string text_of(const WishView& wish) {
  std::string text =
      wish.container + ": " +
      counted(static_cast<std::size_t>(std::max<std::int64_t>(wish.chips, 0)), "chip") + " " +
      wish.model + how_of(wish) + amounts_of(wish.asked, mode_of(wish));
  if (!wish.template_name.empty()) text += ", template " + wish.template_name;
  const bool is_rounded = wish.charged.memory != wish.asked.memory;
  if (is_rounded) text += "; charged " + memory(wish.charged.memory);
  return text;
}

std::string draw_request(const ExplainView& view, const Canvas& canvas) {
  std::string out;
  for (const WishView& wish : view.wishes)
    out += labelled(out.empty() ? "asks for" : "", text_of(wish), canvas);
  if (!view.node_policy.empty()) {
    out += labelled("policy", "nodes by " + view.node_policy + ", chips by " + view.chip_policy,
                    canvas);
  }
  return out;
}

std::string draw_grants(const ExplainView& view, const Canvas& canvas) {
  std::string out;
  for (const GrantView& grant : view.grants) {
    const std::string text = "container " + grant.container + ": chip " +
                             std::to_string(grant.index) + " (" + grant.uuid + "), " +
                             memory(grant.charged.memory);
    out += labelled(out.empty() ? "holds" : "", text, canvas);
  }
  return out;
}

/// The best, what else fits by score, the near misses, what a preemption could mend, the rest;
/// equals by name.
std::vector<NodeVerdictView> in_order(std::vector<NodeVerdictView> nodes) {
  std::ranges::sort(nodes, {}, [](const NodeVerdictView& node) {
    return std::tuple(!node.is_best, !node.fits, -node.score, node.near == 0, node.near,
                      !node.is_resolvable, node.name);
  });
  return nodes;
}

/// "492 nodes more: 480 insufficient NPU memory, 12 NPU unhealthy"
std::string count_rest(const std::vector<NodeVerdictView>& nodes, std::size_t shown,
                       const Canvas& canvas) {
  if (nodes.size() <= shown) return {};
  std::map<std::string, std::size_t> counts;
  for (std::size_t at = shown; at < nodes.size(); ++at)
    ++counts[nodes[at].fits ? "would fit too" : nodes[at].reason];
  std::string text = counted(nodes.size() - shown, "node") + " more";
  std::string_view separator = ": ";
  for (const auto& [reason, count] : counts) {
    text += std::string(separator) + std::to_string(count) + " " + reason;
    separator = ", ";
  }
  return '\n' + wrapped(text + ". See them all with -o wide.", 0, canvas.columns);
}

std::string head_of(const ExplainView& view, const Canvas& canvas) {
  std::string where = view.state;
  if (!view.node.empty()) where += " on " + view.node;
  if (!view.since.empty()) where += " for " + age_of(view.since, canvas.now);
  if (view.state == "file") where = "a file, not in the cluster";
  const std::size_t taken = columns_of(where) + 2;
  const std::size_t room = canvas.columns > taken ? canvas.columns - taken : 1;
  const std::string pod = view.pod.empty() ? "pod" : view.pod;
  return canvas.style.paint(Tone::kStrong, shortened(pod, room)) + "  " + where + '\n';
}

/// With an empty line before it, unless it is empty itself.
std::string apart(const std::string& section) {
  return section.empty() ? section : '\n' + section;
}

}  // namespace

std::string draw_explanation(const ExplainView& view, const Canvas& canvas) {
  std::string out = head_of(view, canvas);
  out += wrapped(view.summary, 2, canvas.columns);
  if (!view.error.empty())
    out += canvas.style.paint(Tone::kBad, wrapped(view.error, 2, canvas.columns));
  for (const std::string& hint : view.hints)
    out += canvas.style.paint(Tone::kWarning, wrapped("hint: " + hint, 2, canvas.columns));
  out += apart(draw_request(view, canvas) + draw_grants(view, canvas));
  const std::vector<NodeVerdictView> nodes = in_order(view.nodes);
  out += apart(draw_near_misses(nodes, canvas));
  const std::size_t in_full = canvas.width == Width::kWide ? nodes.size() : kNodesInFull;
  for (std::size_t at = 0; at < nodes.size() && at < in_full; ++at)
    out += '\n' + draw_node_verdict(nodes[at], canvas);
  return out + count_rest(nodes, in_full, canvas) + apart(draw_decisions(view.decisions, canvas));
}

}  // namespace npushare::cli
