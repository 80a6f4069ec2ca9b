#include <algorithm>
#include <array>
#include <span>

#include "scheduler/wire/extender.hpp"
#include "scheduler/wire/go_key.hpp"
#include "scheduler/wire/node_names.hpp"
#include "scheduler/wire/node_reader.hpp"
#include "scheduler/wire/object_writer.hpp"
#include "scheduler/wire/scan.hpp"

namespace npushare::wire {
namespace {

Result<> skip_value(Scanner& scan) {
  if (!scan.skip_value(1)) return scan.error();
  return {};
}

Error inside(std::string_view key, const Error& error) {
  return {error.code, std::string(key) + ": " + error.message};
}

class ArgsReader {
 public:
  ArgsReader(std::string_view body, const NodeDirectory& directory, ExtenderArgs& args)
      : scan_(body), directory_(directory), args_(args) {}

  Result<> read() {
    clear();
    const Result<> done = scan_.members([this](std::string_view key) { return read_member(key); });
    if (!done) return done.error();
    if (args_.has_names) {
      clear_nodes();
    } else {
      name_nodes();
    }
    return {};
  }

 private:
  void clear() {
    clear_pod();
    clear_names();
    clear_nodes();
  }
  void clear_pod() {
    args_.pods.clear();
    args_.has_pod = false;
  }
  void clear_names() {
    args_.has_names = false;
    args_.candidates.start(directory_.names());
  }
  void clear_nodes() {
    args_.has_nodes = false;
    args_.nodes.clear();
    args_.raw_nodes.clear();
  }

  Result<> read_member(std::string_view key) {
    if (is_go_key(key, "NodeNames")) return read_names();
    if (is_go_key(key, "Pod")) return read_one_pod();
    if (is_go_key(key, "Nodes")) return read_node_list();
    return skip_value(scan_);
  }

  Result<> read_names() {
    clear_names();
    if (scan_.take_word("null")) return {};
    args_.has_names = true;
    if (read_node_names(scan_, directory_, args_.candidates)) return {};
    return inside("NodeNames", scan_.error());
  }

  Result<> read_one_pod() {
    clear_pod();
    if (scan_.take_word("null")) return {};
    const Result<std::size_t> end = args_.pods.read(rest());
    if (!end) return inside("Pod", end.error());
    scan_.move_to(scan_.offset() + *end);
    args_.has_pod = true;
    return {};
  }

  Result<> read_node_list() {
    clear_nodes();
    if (scan_.take_word("null")) return {};
    args_.has_nodes = true;
    const Result<std::size_t> end = read_nodes(rest(), [this](Node&& node, std::string_view raw) {
      args_.nodes.push_back(std::move(node));
      args_.raw_nodes.push_back(raw);
    });
    if (!end) return inside("Nodes", end.error());
    scan_.move_to(scan_.offset() + *end);
    return {};
  }

  std::string_view rest() const { return scan_.text().substr(scan_.offset()); }

  /// All names are written before the first view is taken, so that none of them moves any more.
  void name_nodes() {
    args_.quoted_names.resize(args_.nodes.size());
    for (std::size_t index = 0; index < args_.nodes.size(); ++index) {
      args_.quoted_names[index].clear();
      append_quoted(args_.quoted_names[index], args_.nodes[index].name.text());
    }
    for (std::size_t index = 0; index < args_.nodes.size(); ++index) {
      const auto known = directory_.find(args_.nodes[index].name.text());
      args_.candidates.add(known.value_or(NodeDirectory::kNone), args_.quoted_names[index]);
    }
  }

  Scanner scan_;
  const NodeDirectory& directory_;
  ExtenderArgs& args_;
};

Result<std::string> read_text(Scanner& scan, std::string_view key) {
  if (scan.take_word("null")) return std::string();
  std::string buffer;
  const std::optional<Quoted> quoted = scan.string();
  if (!quoted) return inside(key, scan.error());
  const std::optional<std::string_view> text = scan.decode(*quoted, buffer);
  if (!text) return inside(key, scan.error());
  return std::string(*text);
}

}  // namespace

Result<> read_extender_args(std::string_view body, const NodeDirectory& directory,
                            ExtenderArgs& args) {
  return ArgsReader(body, directory, args).read();
}

Result<BindArgs> read_bind_args(std::string_view body) {
  struct Slot {
    std::string_view key;
    std::string text;
  };
  std::array<Slot, 4> slots{{{"PodName", {}}, {"PodNamespace", {}}, {"Node", {}}, {"PodUID", {}}}};
  Scanner scan(body);
  const Result<> done = scan.members([&](std::string_view key) -> Result<> {
    const auto slot =
        std::ranges::find_if(slots, [&](const Slot& wanted) { return is_go_key(key, wanted.key); });
    if (slot == slots.end()) return skip_value(scan);
    Result<std::string> text = read_text(scan, slot->key);
    if (!text) return text.error();
    slot->text = *std::move(text);
    return {};
  });
  if (!done) return done.error();
  for (const Slot& slot : std::span(slots).first(3))
    if (slot.text.empty()) return Error{ErrorCode::kInvalid, std::string(slot.key) + " is missing"};
  return BindArgs{.pod = {.space = slots[1].text, .name = slots[0].text},
                  .uid = PodUid(slots[3].text),
                  .node = NodeName(slots[2].text)};
}

}  // namespace npushare::wire
