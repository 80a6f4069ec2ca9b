#include "config/yaml_parse.hpp"

#include <yaml-cpp/anchor.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <exception>
#include <sstream>
#include <string>
#include <utility>

#include "config/text_check.hpp"
#include "config/yaml_tree.hpp"

namespace npushare::config {
namespace {

constexpr std::size_t kTextLimit = std::size_t{16} << 20;

/// Lines of the operator's file from the library's marks, which count from 0 and are -1 for
/// "unknown".
class Lines {
 public:
  Lines(std::string_view text, TextPlace place) : text_(text), place_(place) {}

  std::size_t of(const YAML::Mark& mark) const {
    if (mark.line < 0 || !place_.has_lines) return place_.first;
    return place_.first + static_cast<std::size_t>(mark.line);
  }

  /// Whether a `|` stands at the mark. Marks come in order, so the text is walked once.
  bool begins_literal(const YAML::Mark& mark) {
    for (; line_ < mark.line && at_ < text_.size(); ++at_) line_ += text_[at_] == '\n' ? 1 : 0;
    const std::size_t at = at_ + static_cast<std::size_t>(mark.column < 0 ? 0 : mark.column);
    return line_ == mark.line && at < text_.size() && text_[at] == '|';
  }

 private:
  std::string_view text_;
  TextPlace place_;
  std::size_t at_ = 0;
  int line_ = 0;
};

class Events final : public YAML::EventHandler {
 public:
  Events(YamlTree& tree, Lines lines) : tree_(tree), lines_(lines) {}

  /// Where the document began, in the library's own count.
  const YAML::Mark& start() const { return start_; }

  void OnDocumentStart(const YAML::Mark& mark) override { start_ = mark; }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    tree_.add(leaf(YamlKind::kNull, mark, "?"), anchor);
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    tree_.add_alias(lines_.of(mark), anchor);
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    YamlNode node = leaf(YamlKind::kScalar, mark, tag);
    node.text = value;
    node.literal = tag == "!" && lines_.begins_literal(mark);
    tree_.add(std::move(node), anchor);
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& /*tag*/, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value /*style*/) override {
    tree_.open(YamlKind::kSequence, lines_.of(mark), anchor);
  }
  void OnSequenceEnd() override { tree_.close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& /*tag*/, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value /*style*/) override {
    tree_.open(YamlKind::kMapping, lines_.of(mark), anchor);
  }
  void OnMapEnd() override { tree_.close(); }

 private:
  YamlNode leaf(YamlKind kind, const YAML::Mark& mark, const std::string& tag) const {
    YamlNode node;
    node.kind = kind;
    node.line = lines_.of(mark);
    node.tag = tag;
    return node;
  }

  YamlTree& tree_;
  Lines lines_;
  YAML::Mark start_ = YAML::Mark::null_mark();
};

bool is_readable(std::string_view text, Report& report, TextPlace place) {
  if (text.size() > kTextLimit) {
    report.error(place.first, "", "more than 16 MiB of YAML", "split the file");
    return false;
  }
  const std::optional<std::size_t> bad = first_bad_byte(text);
  if (!bad) return true;
  const std::size_t line = place.has_lines ? place.first - 1 + line_at(text, *bad) : place.first;
  report.error(line, "", "a byte here is not printable UTF-8", "save the file as UTF-8 text");
  return false;
}

std::vector<YamlPtr> read_documents(std::string_view text, Report& report, Lines lines) {
  std::istringstream stream{std::string(text)};
  YAML::Parser parser(stream);
  YamlTree tree(report);
  Events events(tree, lines);
  std::vector<YamlPtr> documents;
  int last_start = -1;
  while (parser.HandleNextDocument(events)) {
    if (tree.failed()) return {};
    // The library takes no token that cannot begin a node, and would give empty documents for ever.
    if (std::exchange(last_start, events.start().pos) == events.start().pos) {
      report.error(lines.of(events.start()), "", "something here is out of place",
                   "remove it, or quote the text that it belongs to");
      return {};
    }
    const YamlPtr document = tree.take();
    if (document && document->kind != YamlKind::kNull) documents.push_back(document);
  }
  return documents;
}

}  // namespace

std::vector<YamlPtr> parse_yaml(std::string_view text, Report& report, TextPlace place) {
  if (!is_readable(text, report, place)) return {};
  const Lines lines(text, place);
  try {
    return read_documents(text, report, lines);
  } catch (const YAML::Exception& broken) {
    report.error(lines.of(broken.mark), "", broken.msg, "");
  } catch (const std::exception& broken) {
    report.error(place.first, "", std::string("not YAML: ") + broken.what(), "");
  }
  return {};
}

YamlPtr parse_one(std::string_view text, Report& report, TextPlace place) {
  const std::vector<YamlPtr> documents = parse_yaml(text, report, place);
  if (documents.empty()) return nullptr;
  if (documents.size() > 1) {
    report.error(documents[1]->line, "", "a second document begins here", "keep one in the file");
  }
  return documents.front();
}

}  // namespace npushare::config
