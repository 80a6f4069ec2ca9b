/// Builds a document's tree from the parser's events.
///
/// Limits: nesting 128; aliases may add 100,000 nodes to what the file spells out, so that a few
/// lines
///         cannot unfold into gigabytes.
/// Errors: go to the report with their line; after the first one all events are ignored.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "config/finding.hpp"
#include "config/yaml_node.hpp"

namespace npushare::config {

class YamlTree {
 public:
  static constexpr std::size_t kDepth = 128;
  static constexpr std::size_t kShared = 100'000;

  explicit YamlTree(Report& report) : report_(report) {}

  /// An anchor of 0 is none.
  void add(YamlNode node, std::size_t anchor);
  void add_alias(std::size_t line, std::size_t anchor);
  void open(YamlKind kind, std::size_t line, std::size_t anchor);
  void close();

  bool failed() const { return failed_; }

  /// The finished document, null when it was empty; makes ready for the next one.
  YamlPtr take();

 private:
  struct Frame {
    YamlNode node;
    std::size_t anchor = 0;
    bool has_key = false;
    std::string key;
    std::size_t key_line = 0;
    std::set<std::string> keys;
    std::vector<YamlPtr> merged;
  };

  void refuse(std::size_t line, std::string message, std::string remedy);
  void place(YamlPtr node);
  void take_key(Frame& frame, const YamlNode& node);
  void merge_into(Frame& frame);
  void merge_one(Frame& frame, const YamlNode& source);

  Report& report_;
  std::vector<Frame> open_;
  std::map<std::size_t, YamlPtr> anchors_;
  YamlPtr root_;
  std::size_t shared_ = 0;
  bool failed_ = false;
};

}  // namespace npushare::config
