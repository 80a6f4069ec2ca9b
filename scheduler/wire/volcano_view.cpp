#include "scheduler/wire/volcano_view.hpp"

#include <charconv>
#include <utility>

#include "scheduler/wire/scan.hpp"

namespace npushare::wire {
namespace {

using View = std::string_view;

/// Where the walk stands: so many containers are open around the next value.
struct Walk {
  Scanner& scan;
  std::size_t depth = 0;

  Walk inside() const { return {scan, depth + 1}; }

  Result<> skip() const {
    if (!scan.skip_value(depth)) return scan.error();
    return {};
  }
  /// Steps over what is no object.
  template <class Member>
  Result<> object(const Member& member) const {
    if (scan.peek() != '{') return skip();
    return scan.members([&](View key) { return member(inside(), key); });
  }
};

Result<> read_number(const Walk& walk, std::int64_t& into) {
  const std::optional<View> digits = walk.scan.number();
  if (!digits) return walk.scan.error();
  const char* end = digits->data() + digits->size();
  const auto [stop, failure] = std::from_chars(digits->data(), end, into);
  if (failure == std::errc{} && stop == end) return {};
  return Error{ErrorCode::kInvalid,
               "node.Others: DeviceUsage: " + std::string(*digits) + " is no whole number"};
}

Result<> read_usage(const Walk& walk, VolcanoChip& chip) {
  return walk.object([&chip](const Walk& at, View key) {
    if (key == "Used") return read_number(at, chip.shares);
    if (key == "Usedmem") return read_number(at, chip.memory);
    if (key == "Usedcores") return read_number(at, chip.cores);
    return at.skip();
  });
}

Result<> read_chip(const Walk& walk, View uuid, std::vector<VolcanoChip>& chips) {
  VolcanoChip chip{.uuid = ChipUuid(uuid)};
  bool has_usage = false;
  const Result<> done = walk.object([&](const Walk& at, View key) {
    if (key != "DeviceUsage") return at.skip();
    has_usage = at.scan.peek() == '{';
    return read_usage(at, chip);
  });
  if (done && has_usage) chips.push_back(std::move(chip));
  return done;
}

Result<> read_others(const Walk& walk, std::vector<VolcanoChip>& chips) {
  return walk.object([&chips](const Walk& type, View) {
    return type.object([&chips](const Walk& entry, View key) {
      if (key != "Devices") return entry.skip();
      return entry.object(
          [&chips](const Walk& chip, View uuid) { return read_chip(chip, uuid, chips); });
    });
  });
}

Result<> read_name(const Walk& walk, NodeName& into) {
  const std::optional<Quoted> text = walk.scan.string();
  if (!text) return walk.scan.error();
  std::string buffer;
  const std::optional<View> name = walk.scan.decode(*text, buffer);
  if (!name) return walk.scan.error();
  into = NodeName(*name);
  return {};
}

}  // namespace

NodeName node_asked_about(std::string_view predicate_body) {
  Scanner scan(predicate_body);
  NodeName name;
  const Error enough{ErrorCode::kInvalid, "the rest is not read"};
  [[maybe_unused]] const Result<> stopped =
      Walk{scan}.object([&](const Walk& body, View key) -> Result<> {
        if (key != "node") return body.skip();
        return body.object([&](const Walk& node, View field) -> Result<> {
          if (field != "Name") return node.skip();
          [[maybe_unused]] const Result<> read = read_name(node, name);
          return enough;
        });
      });
  return name;
}

Result<VolcanoView> read_volcano_view(std::string_view predicate_body) {
  Scanner scan(predicate_body);
  VolcanoView view;
  const Result<> done = Walk{scan}.object([&view](const Walk& body, View key) {
    if (key != "node") return body.skip();
    return body.object([&view](const Walk& node, View field) {
      if (field == "Name") return read_name(node, view.node);
      if (field == "Others") return read_others(node, view.chips);
      return node.skip();
    });
  });
  if (!done) return done.error();
  return view;
}

}  // namespace npushare::wire
