#include "scheduler/cli/demo_printer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "scheduler/cli/bars.hpp"
#include "scheduler/cli/explain_page.hpp"
#include "scheduler/cli/format.hpp"
#include "scheduler/cli/json_sketch.hpp"
#include "scheduler/cli/text.hpp"

namespace npushare::cli {
namespace {

constexpr std::size_t kIndent = 5;
constexpr std::size_t kBodyIndent = 9;

/// Text without spaces to break at, cut into lines of equal width.
std::string broken(const std::string& text, std::size_t indent, std::size_t columns) {
  const std::size_t room = columns - indent;
  std::string out(indent, ' ');
  std::size_t used = 0;
  for (const char byte : text) {
    const bool starts_column = (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;
    if (starts_column && used == room) {
      out += '\n' + std::string(indent, ' ');
      used = 0;
    }
    if (starts_column) ++used;
    out += byte;
  }
  return out + '\n';
}

std::size_t lines_for(Detail detail) {
  switch (detail) {
    case Detail::kBrief: return 2;
    case Detail::kFull: return 6;
  }
  __builtin_unreachable();
}

/// One line for each full one, broken behind a comma where there is one in its second half.
std::string draw_body(const std::string& body, Detail detail, std::size_t columns) {
  const std::size_t room = columns - kBodyIndent;
  const Result<wire::Json> json = wire::Json::parse(body);
  const std::size_t most = room * lines_for(detail);
  std::string rest = json ? sketch(*json, most) : shortened(printable(body), most);
  std::string out;
  while (columns_of(rest) > room) {
    const std::size_t comma = rest.rfind(',', room - 1);
    if (comma == std::string::npos || comma < room / 2) break;
    out += std::string(kBodyIndent, ' ') + rest.substr(0, comma + 1) + '\n';
    rest.erase(0, comma + 1);
  }
  return out + broken(rest, kBodyIndent, columns);
}

template <class Pick>
std::vector<std::int64_t> parts_of(const ChipView& chip, Pick pick) {
  std::vector<std::int64_t> parts;
  for (const ShareView& share : chip.shares) parts.push_back(pick(share.amount));
  return parts;
}

}  // namespace

std::string DemoPrinter::mark(bool is_good) const {
  return is_good ? canvas_.style.paint(Tone::kGood, "✓") : canvas_.style.paint(Tone::kBad, "✗");
}

void DemoPrinter::chapter(const std::string& title, const std::string& text) {
  out_ << '\n' << canvas_.style.paint(Tone::kStrong, title) << '\n';
  if (!is_quiet()) out_ << wrapped(text, 0, canvas_.columns);
  out_ << std::flush;
}

void DemoPrinter::step(std::size_t number, const std::string& title, const std::string& text) {
  if (is_quiet()) return;
  out_ << '\n'
       << canvas_.style.paint(Tone::kStrong, fmt::format("{:>3}  {}", number, title)) << '\n'
       << wrapped(text, kIndent, canvas_.columns) << std::flush;
}

void DemoPrinter::exchange(const kube::Call& call, const kube::Reply& reply, Detail detail) {
  if (is_quiet()) return;
  out_ << '\n' << std::string(kIndent, ' ') << "→ " << call.method << ' ' << call.target << '\n';
  if (!call.body.empty())
    out_ << canvas_.style.paint(Tone::kQuiet, draw_body(call.body, detail, canvas_.columns));
  out_ << std::string(kIndent, ' ') << "← " << reply.status << '\n';
  if (!reply.body.empty())
    out_ << canvas_.style.paint(Tone::kQuiet, draw_body(reply.body, detail, canvas_.columns));
}

void DemoPrinter::verdicts(const ExplainView& view) {
  if (is_quiet()) return;
  out_ << '\n';
  const Canvas narrower{.style = canvas_.style, .columns = canvas_.columns - kIndent};
  for (const NodeVerdictView& node : view.nodes) {
    std::string page = draw_node_verdict(node, narrower);
    for (std::size_t at = 0; at < page.size();) {
      const std::size_t end = page.find('\n', at);
      out_ << std::string(kIndent, ' ') << page.substr(at, end - at) << '\n';
      at = end + 1;
    }
  }
}

std::string DemoPrinter::draw_chip(const ChipView& chip) const {
  const auto memory_of = [](const Amount& amount) { return amount.memory.value(); };
  const auto cores_of = [](const Amount& amount) { return amount.cores.value(); };
  const std::string memory_amount =
      fmt::format("{:>5} of {} MiB", chip.used.memory.value(), chip.capacity.memory.value());
  const std::string core_amount = fmt::format("{:>3} of {} {}", chip.used.cores.value(),
                                              chip.capacity.cores.value(), core_unit(chip.mode));
  return fmt::format("chip {}  ", chip.index) +
         bar(parts_of(chip, memory_of), chip.capacity.memory.value(), 24, canvas_.style) + " " +
         fitted(memory_amount, 20) +
         bar(parts_of(chip, cores_of), chip.capacity.cores.value(), 12, canvas_.style) + " " +
         core_amount;
}

void DemoPrinter::ledgers(const std::string& label, const LedgersView& nodes) {
  if (is_quiet()) return;
  out_ << '\n';
  std::string name = label;
  for (const NodeView& node : nodes) {
    for (const ChipView& chip : node.chips) {
      out_ << std::string(kIndent, ' ') << canvas_.style.paint(Tone::kQuiet, fitted(name, 8))
           << draw_chip(chip) << '\n';
      name.clear();
    }
  }
}

void DemoPrinter::fact(const std::string& text) {
  if (!is_quiet()) out_ << wrapped(text, 0, canvas_.columns);
}

std::string DemoPrinter::draw(const Comparison& comparison) const {
  const std::size_t indent = kIndent + 2;
  const std::string head =
      std::string(kIndent, ' ') + mark(comparison.holds()) + ' ' + comparison.what;
  if (!comparison.holds()) {
    return head + '\n' +
           broken("expected " + printable(comparison.expected), indent, canvas_.columns) +
           broken("got      " + printable(comparison.got), indent, canvas_.columns);
  }
  const std::string value = printable(comparison.got);
  const std::size_t width = indent + columns_of(comparison.what) + 2 + columns_of(value);
  if (width <= canvas_.columns)
    return head + "  " + canvas_.style.paint(Tone::kQuiet, value) + '\n';
  return head + '\n' + canvas_.style.paint(Tone::kQuiet, broken(value, indent, canvas_.columns));
}

void DemoPrinter::comparisons(const std::vector<Comparison>& all) {
  if (!is_quiet() && !all.empty()) out_ << '\n';
  for (const Comparison& comparison : all)
    if (!is_quiet() || !comparison.holds()) out_ << draw(comparison);
}

void DemoPrinter::failure(const std::string& sentence) {
  const std::string lines = wrapped(sentence, kIndent + 2, canvas_.columns);
  out_ << std::string(kIndent, ' ') << mark(false) << ' '
       << lines.substr(std::min(kIndent + 2, lines.size())) << std::flush;
}

void DemoPrinter::step_end(std::size_t number, const std::string& title, bool is_good) {
  if (is_quiet()) out_ << mark(is_good) << fmt::format("{:>4}  {}\n", number, title);
  out_ << std::flush;
}

void DemoPrinter::summary(const Tally& tally, std::chrono::milliseconds time) {
  const std::string verdict = tally.differing == 0
                                  ? counted(tally.steps, "step") + " came out as expected"
                                  : fmt::format("{} of {} did not come out as expected",
                                                tally.differing, counted(tally.steps, "step"));
  out_ << '\n' << mark(tally.is_good()) << ' ' << verdict;
  if (!tally.is_complete) out_ << "; the rest was not played";
  out_ << ", in " << duration(time) << '\n' << std::flush;
}

}  // namespace npushare::cli
