#include "scheduler/wire/node_reader.hpp"

#include "scheduler/wire/list_reader.hpp"
#include "scheduler/wire/object_reader.hpp"

namespace npushare::wire {
namespace {

using View = std::string_view;

struct NodeBuild {
  Node node;
  Envelope<Node> envelope;
  std::size_t item_begin = 0;
  View text;  // of the whole list, with each_raw
  const std::function<void(Node&&, View)>* each_raw = nullptr;
};

using NodeField = Field<NodeBuild>;

bool is_our_label(View key) {
  return key == "kubernetes.io/arch" || key == "npu-dra/mode" || key.starts_with("npushare.io/");
}
constexpr NodeField kMetadata[] = {
    {.key = "name", .set_text = [](NodeBuild& b, View v) { b.node.name = NodeName(v); }},
    {.key = "uid", .set_text = [](NodeBuild& b, View v) { b.node.uid = v; }},
    {.key = "resourceVersion",
     .set_text = [](NodeBuild& b, View v) { b.node.resource_version = v; }},
    {.key = "annotations",
     .kind = FieldKind::kTexts,
     .open = [](NodeBuild& b) { b.node.annotations.clear(); },
     .keep = is_our_annotation,
     .put = [](NodeBuild& b, View key, View v) { b.node.annotations[std::string(key)] = v; }},
    {.key = "labels",
     .kind = FieldKind::kTexts,
     .open = [](NodeBuild& b) { b.node.labels.clear(); },
     .keep = is_our_label,
     .put = [](NodeBuild& b, View key, View v) { b.node.labels[std::string(key)] = v; }},
};

constexpr NodeField kStatus[] = {
    {.key = "allocatable",
     .kind = FieldKind::kQuantities,
     .open = [](NodeBuild& b) { b.node.allocatable.clear(); },
     .keep = is_extended_resource,
     .put = [](NodeBuild& b, View key, View v) { b.node.allocatable[std::string(key)] = v; }},
};

constexpr NodeField kNode[] = {
    {.key = "kind", .set_text = [](NodeBuild& b, View v) { b.envelope.kind = v; }},
    {.key = "metadata", .kind = FieldKind::kObject, .inner = kMetadata},
    {.key = "status", .kind = FieldKind::kObject, .inner = kStatus},
};

void begin_item(NodeBuild& build, std::size_t offset) {
  build.item_begin = offset;
}

View end_item(NodeBuild& build, std::size_t offset) {
  Node node = std::exchange(build.node, {});
  if (node.name.empty()) return "metadata.name is missing";
  if (build.each_raw != nullptr) {
    (*build.each_raw)(std::move(node),
                      build.text.substr(build.item_begin, offset - build.item_begin));
  } else {
    (*build.envelope.each)(std::move(node));
  }
  return {};
}

constexpr NodeField kItem[] = {kNode[1], kNode[2]};  // an item's kind says nothing
constexpr std::array kNodeList = list_fields<NodeBuild>(kItem, begin_item, end_item);

}  // namespace

Result<Node> read_node(std::string_view json) {
  NodeBuild build;
  const Result<> done = read_only<NodeBuild>(json, kNode, build);
  if (!done) return done.error();
  const Result<> kind = expect_kind(build.envelope.kind, "Node");
  if (!kind) return kind.error();
  return std::move(build.node);
}

Result<ListMeta> read_node_list(std::string_view json, const std::function<void(Node&&)>& each) {
  NodeBuild build;
  build.envelope.each = &each;
  return read_list<NodeBuild>(json, kNodeList, build, "NodeList");
}

Result<std::size_t> read_nodes(std::string_view json,
                               const std::function<void(Node&&, std::string_view raw)>& each) {
  NodeBuild build;
  build.text = json;
  build.each_raw = &each;
  return read_first<NodeBuild>(json, kNodeList, build);
}

}  // namespace npushare::wire
