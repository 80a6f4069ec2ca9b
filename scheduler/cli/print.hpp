/// An answer on the screen in the form the user chose, once or again and again.
#pragma once

#include <functional>
#include <string>

#include "scheduler/cli/command_line.hpp"
#include "scheduler/cli/run.hpp"
#include "scheduler/wire/json.hpp"

namespace npushare::cli {

/// How to print.
struct PrintForm {
  Output output = Output::kTable;
  bool is_redrawn = false;  // in the place of the last one, on a terminal
};

struct Printout {
  const wire::Json& answer;   // for JSON and YAML
  const std::string& tables;  // for the others
};

void print(const Printout& what, PrintForm form, const Screen& screen);

/// Where tables are drawn: wide ones take 160 columns.
Canvas canvas_for(Output output, const Screen& screen);

/// What came of one look.
struct Look {
  int exit_code = kExitFine;
  bool has_failed = false;  // there was no answer to show
};

/// Calls `look` with the time of that look: once, or every two seconds until it fails or nobody
/// reads any more. The exit code.
int again_and_again(bool keeps_watching, const Screen& screen,
                    const std::function<Look(const Screen&)>& look);

}  // namespace npushare::cli
