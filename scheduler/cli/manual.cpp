#include "scheduler/cli/manual.hpp"

#include "scheduler/cli/help_text.hpp"

namespace npushare::cli {
namespace {

/// A line of text that roff takes as it is: no escapes, no requests, dashes as they are typed.
std::string plain(std::string_view line) {
  std::string out;
  if (!line.empty() && (line.front() == '.' || line.front() == '\'')) out = "\\&";
  for (const char letter : line) {
    if (letter == '\\')
      out += "\\e";
    else if (letter == '-')
      out += "\\-";
    else
      out += letter;
  }
  return out;
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  }
  return lines;
}

/// Lines kept as they are: usage lines, examples, lists in columns.
std::string draw_kept(std::string_view text) {
  std::string out = ".nf\n";
  for (const std::string_view line : lines_of(text)) out += plain(line) + '\n';
  return out + ".fi\n";
}

/// Prose, filled anew; an empty line begins a paragraph.
std::string draw_prose(std::string_view text) {
  std::string out;
  for (const std::string_view line : lines_of(text))
    out += line.empty() ? ".PP\n" : plain(line) + '\n';
  return out;
}

/// What follows the options in --help: headings, and below each lines that are indented.
std::string draw_rest(std::string_view text) {
  std::string out;
  std::string block;
  const auto close = [&out, &block] {
    if (!block.empty()) out += draw_kept(block);
    block.clear();
  };
  for (const std::string_view line : lines_of(text)) {
    if (line.empty()) continue;
    if (line.front() == ' ') {
      block += std::string(line) + '\n';
      continue;
    }
    close();
    out += ".PP\n\\fI" + plain(line) + "\\fR\n";
  }
  close();
  return out;
}

std::string draw_option(const OptionOutline& option) {
  std::string name;
  for (const std::string& each : option.names) {
    if (!name.empty()) name += ", ";
    name += "\\fB" + plain(each) + "\\fR";
  }
  if (!option.kind.empty() && !option.is_positional) name += " \\fI" + plain(option.kind) + "\\fR";
  return ".TP\n" + name + '\n' + plain(option.description) + '\n';
}

std::string draw_command(const CommandOutline& command) {
  const HelpText text = help_of(command.name);
  std::string out = ".SS " + plain(command.name) + '\n' + draw_kept(text.usage) + ".PP\n";
  out += draw_prose(text.about);
  for (const OptionOutline& option : command.options) out += draw_option(option);
  return out + draw_rest(std::string(text.after) + std::string(text.ending));
}

}  // namespace

std::string draw_manual(const std::vector<CommandOutline>& commands) {
  const HelpText program = help_of("");
  std::string out = ".TH NPUSHARE 1 \"\" \"npushare " NPUSHARE_VERSION "\"\n.nh\n";
  out += ".SH NAME\nnpushare \\- shares Ascend NPUs between Kubernetes pods\n";
  out += ".SH SYNOPSIS\n" + draw_kept(program.usage);
  out += ".SH DESCRIPTION\n" + draw_prose(program.about) + draw_rest(program.after);
  out += ".SH COMMANDS\n";
  for (const CommandOutline& command : commands) out += draw_command(command);
  return out + ".SH SEE ALSO\n.BR kubectl (1)\n";
}

}  // namespace npushare::cli
