/// The commands and options of the program, as its parser knows them: what the manual page and the
/// shells' completions are drawn from, so that they cannot differ from --help.
///
/// Shape:   commands and options in the order in which they were declared.
/// Threads: plain values.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace npushare::cli {

struct OptionOutline {
  std::vector<std::string> names;  // with dashes, short ones first; of a positional its one name
  std::string kind;                // of its value, e.g. FILE or table|json; empty: it takes none
  std::string description;
  bool is_positional = false;

  /// What a value may be, when the kind lists it; else nothing.
  std::vector<std::string> choices() const;
};

struct CommandOutline {
  std::string name;
  std::vector<OptionOutline> options;
};

/// `program` is the parser itself, with every command declared.
std::vector<CommandOutline> outline_of(const CLI::App& program);

std::string joined(const std::vector<std::string>& words, std::string_view between);

}  // namespace npushare::cli
