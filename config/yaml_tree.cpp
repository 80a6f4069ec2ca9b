#include "config/yaml_tree.hpp"

#include <utility>

namespace npushare::config {
namespace {

constexpr std::size_t kTextAWeight = 64;  // bytes of text that weigh as much as a node

bool is_merge_key(const YamlNode& node) {
  return node.text == "<<" && node.tag == "?";
}

}  // namespace

void YamlTree::add(YamlNode node, std::size_t anchor) {
  if (failed_) return;
  node.weight = 1 + node.text.size() / kTextAWeight;
  auto placed = std::make_shared<const YamlNode>(std::move(node));
  if (anchor != 0) anchors_[anchor] = placed;
  place(std::move(placed));
}

void YamlTree::add_alias(std::size_t line, std::size_t anchor) {
  if (failed_) return;
  const auto known = anchors_.find(anchor);
  if (known == anchors_.end()) {
    return refuse(line, "an alias stands inside the value that it names", "repeat the value");
  }
  shared_ += known->second->weight;
  if (shared_ > kShared) {
    return refuse(line, "aliases unfold to more than 100000 values", "write the values out");
  }
  place(known->second);
}

void YamlTree::open(YamlKind kind, std::size_t line, std::size_t anchor) {
  if (failed_) return;
  if (open_.size() == kDepth) {
    return refuse(line, "nested deeper than 128 levels", "flatten the document");
  }
  Frame frame;
  frame.node.kind = kind;
  frame.node.line = line;
  frame.anchor = anchor;
  open_.push_back(std::move(frame));
}

void YamlTree::close() {
  if (failed_ || open_.empty()) return;
  Frame frame = std::move(open_.back());
  open_.pop_back();
  merge_into(frame);
  if (failed_) return;
  auto node = std::make_shared<const YamlNode>(std::move(frame.node));
  if (frame.anchor != 0) anchors_[frame.anchor] = node;
  place(std::move(node));
}

YamlPtr YamlTree::take() {
  open_.clear();
  anchors_.clear();
  shared_ = 0;
  return std::exchange(root_, nullptr);
}

void YamlTree::refuse(std::size_t line, std::string message, std::string remedy) {
  failed_ = true;
  root_ = nullptr;
  report_.error(line, "", std::move(message), std::move(remedy));
}

void YamlTree::place(YamlPtr node) {
  if (open_.empty()) {
    root_ = std::move(node);
    return;
  }
  Frame& frame = open_.back();
  if (frame.node.kind == YamlKind::kMapping && !frame.has_key) return take_key(frame, *node);
  frame.node.weight += node->weight;
  if (frame.node.kind == YamlKind::kSequence) {
    frame.node.items.push_back(std::move(node));
    return;
  }
  frame.has_key = false;
  if (frame.key == "<<") {
    frame.merged.push_back(std::move(node));
    return;
  }
  frame.node.members.push_back({std::move(frame.key), frame.key_line, std::move(node)});
}

void YamlTree::take_key(Frame& frame, const YamlNode& node) {
  if (node.kind != YamlKind::kScalar) {
    return refuse(node.line, "a key is not a word", "write `key: value`");
  }
  if (node.text == "<<" && !is_merge_key(node)) {
    return refuse(node.line, "\"<<\" is no name for a key", "take the quotes away to merge");
  }
  if (!frame.keys.insert(node.text).second) {
    return refuse(node.line, "key \"" + node.text + "\" is there twice", "keep one of them");
  }
  frame.has_key = true;
  frame.key = node.text;
  frame.key_line = node.line;
}

void YamlTree::merge_into(Frame& frame) {
  const std::vector<YamlPtr> merged = std::move(frame.merged);
  for (const YamlPtr& source : merged) {
    if (source->kind != YamlKind::kSequence) {
      merge_one(frame, *source);
      continue;
    }
    for (const YamlPtr& part : source->items) merge_one(frame, *part);
  }
}

void YamlTree::merge_one(Frame& frame, const YamlNode& source) {
  if (failed_) return;
  if (source.kind != YamlKind::kMapping) {
    return refuse(source.line, "only mappings can be merged with <<",
                  "name an anchor of a mapping");
  }
  for (const YamlMember& member : source.members) {
    if (frame.keys.insert(member.key).second) frame.node.members.push_back(member);
  }
}

}  // namespace npushare::config
