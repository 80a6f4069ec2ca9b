/// How the demo talks.
///
/// Loud: heading, sentences, requests and replies, chips before and after, each comparison.
/// Quiet: one line a step, and the comparisons that failed.
#pragma once

#include <chrono>
#include <iosfwd>
#include <string>
#include <vector>

#include "scheduler/cli/explain_view.hpp"
#include "scheduler/cli/ledger_view.hpp"
#include "scheduler/cli/style.hpp"
#include "scheduler/cli/transport.hpp"

namespace npushare::cli {

/// Something the demo claims, with what was expected and what came.
struct Comparison {
  std::string what;
  std::string expected;
  std::string got;

  bool holds() const { return expected == got; }
};

struct Tally {
  std::size_t steps = 0;
  std::size_t differing = 0;
  bool is_complete = true;  // false: broken off

  bool is_good() const { return is_complete && differing == 0; }
};

enum class Voice { kLoud, kQuiet };

/// How much of a body is shown.
enum class Detail { kBrief, kFull };

class DemoPrinter {
 public:
  DemoPrinter(std::ostream& out, Canvas canvas, Voice voice)
      : out_(out), canvas_(canvas), voice_(voice) {}

  void chapter(const std::string& title, const std::string& text);
  void step(std::size_t number, const std::string& title, const std::string& text);
  void exchange(const kube::Call& call, const kube::Reply& reply, Detail detail);
  void verdicts(const ExplainView& view);
  void ledgers(const std::string& label, const LedgersView& nodes);
  /// A sentence beside the steps.
  void fact(const std::string& text);
  void comparisons(const std::vector<Comparison>& all);
  void failure(const std::string& sentence);
  void step_end(std::size_t number, const std::string& title, bool is_good);
  void summary(const Tally& tally, std::chrono::milliseconds time);

 private:
  bool is_quiet() const { return voice_ == Voice::kQuiet; }
  std::string mark(bool is_good) const;
  std::string draw_chip(const ChipView& chip) const;
  std::string draw(const Comparison& comparison) const;

  std::ostream& out_;
  Canvas canvas_;
  Voice voice_;
};

}  // namespace npushare::cli
