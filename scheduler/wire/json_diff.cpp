#include "scheduler/wire/json_diff.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "scheduler/wire/json_pointer.hpp"

namespace npushare::wire {
namespace {

Json operation(const char* op, std::string path) {
  return Json::Object{{"op", op}, {"path", std::move(path)}};
}

Json operation(const char* op, std::string path, const Json& value) {
  Json made = operation(op, std::move(path));
  made.set("value", value);
  return made;
}

using Members = std::map<std::string_view, const Json*>;

Members members_of(const Json& object) {
  Members members;
  for (const auto& [name, value] : object.members()) members.emplace(name, &value);
  return members;
}

class Comparison {
 public:
  void compare(const Json& was, const Json& is, const std::string& path) {
    if (was.is_object() && is.is_object()) return compare_members(was, is, path);
    if (was.is_array() && is.is_array()) return compare_items(was.items(), is.items(), path);
    if (!(was == is)) operations_.push_back(operation("replace", path, is));
  }

  Json take() { return std::move(operations_); }

 private:
  void compare_members(const Json& was, const Json& is, const std::string& path) {
    const Members before = members_of(was);
    const Members after = members_of(is);
    for (const auto& member : was.members())
      if (!after.contains(member.first))
        operations_.push_back(operation("remove", path + pointer_step(member.first)));
    for (const auto& [name, value] : is.members()) {
      const auto old = before.find(name);
      if (old == before.end()) {
        operations_.push_back(operation("add", path + pointer_step(name), value));
      } else {
        compare(*old->second, value, path + pointer_step(name));
      }
    }
  }

  void compare_items(const Json::Array& was, const Json::Array& is, const std::string& path) {
    const std::size_t shorter = std::min(was.size(), is.size());
    std::size_t head = 0;
    while (head < shorter && was[head] == is[head]) ++head;
    std::size_t tail = 0;
    while (tail < shorter - head && was[was.size() - 1 - tail] == is[is.size() - 1 - tail]) ++tail;

    const std::size_t both = shorter - tail;
    for (std::size_t at = head; at < both; ++at) compare(was[at], is[at], path + step(at));
    for (std::size_t at = was.size() - tail; at > both; --at)
      operations_.push_back(operation("remove", path + step(at - 1)));
    for (std::size_t at = both; at < is.size() - tail; ++at)
      operations_.push_back(operation("add", path + step(at), is[at]));
  }

  static std::string step(std::size_t index) { return "/" + std::to_string(index); }

  Json operations_ = Json::array();
};

}  // namespace

Json json_diff(const Json& was, const Json& is) {
  Comparison comparison;
  comparison.compare(was, is, "");
  return comparison.take();
}

}  // namespace npushare::wire
