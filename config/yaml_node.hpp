/// A YAML document as plain values: what every reader of this folder works on.
///
/// Shape:   mapping keys are unique and in file order, merge keys (`<<`) are already merged. An
/// alias shares
///          the node it names, so the tree is finite and without cycles but a node may occur in it
///          twice.
/// Threads: immutable once parsed.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace npushare::config {

enum class YamlKind : std::uint8_t { kNull, kScalar, kSequence, kMapping };

struct YamlNode;
using YamlPtr = std::shared_ptr<const YamlNode>;

struct YamlMember {
  std::string key;
  std::size_t line = 0;
  YamlPtr value;
};

struct YamlNode {
  YamlKind kind = YamlKind::kNull;
  std::size_t line = 0;             // from 1, in the file that the operator edits
  std::string tag;                  // "?" plain, "!" quoted or a block, else what the file says
  std::string text;                 // of a scalar
  bool literal = false;             // a `|` block: its text is on the lines below `line`
  std::vector<YamlPtr> items;       // of a sequence
  std::vector<YamlMember> members;  // of a mapping
  std::size_t weight = 1;           // nodes in it with aliases counted where they are used

  /// Null when this is no mapping or has no such key. An explicit null is found as a node.
  const YamlNode* find(std::string_view key) const {
    for (const YamlMember& member : members) {
      if (member.key == key) return member.value.get();
    }
    return nullptr;
  }
};

}  // namespace npushare::config
