#include <algorithm>
#include <string>
#include <utility>

#include "scheduler/wire/json.hpp"
#include "scheduler/wire/json_pointer.hpp"
#include "scheduler/wire/scan.hpp"

namespace npushare::wire {
namespace {

constexpr std::size_t kMaxOperations = 10'000;
constexpr std::size_t kMaxCopied = std::size_t{3} * 1024 * 1024;

Error invalid(std::string message) {
  return {ErrorCode::kInvalid, std::move(message)};
}

std::size_t depth_of(const Json& value) {
  std::size_t deepest = 0;
  for (const Json& item : value.items()) deepest = std::max(deepest, depth_of(item));
  for (const auto& member : value.members()) deepest = std::max(deepest, depth_of(member.second));
  return deepest + (value.is_array() || value.is_object() ? 1 : 0);
}

/// The operations of one patch, carried out on one value.
class Patch {
 public:
  explicit Patch(Json& target) : target_(target) {}

  Result<> apply(const Json& operation) {
    const std::string& name = operation["op"].string();
    const Result<JsonPointer> path = pointer(operation, "path");
    if (!path) return path.error();
    if (name == "remove") return remove(*path);
    if (name == "copy" || name == "move") return transfer(operation, *path);
    if (!carries_value(operation)) return invalid("value: missing");
    if (name == "add") return add(*path, operation["value"]);
    if (name == "replace") return replace(*path, operation["value"]);
    if (name == "test") return test(*path, operation["value"]);
    return invalid("op: \"" + name + "\" is none of add, remove, replace, test, copy, move");
  }

 private:
  static bool carries_value(const Json& operation) {
    return std::ranges::find(operation.members(), "value", &Json::Member::first) !=
           operation.members().end();
  }

  static Result<JsonPointer> pointer(const Json& operation, std::string_view key) {
    if (operation[key].is_string()) return JsonPointer::parse(operation[key].string());
    return invalid("every operation's path and from are strings; this " + std::string(key) +
                   " is none");
  }

  Result<> add(const JsonPointer& path, Json value) {
    if (path.depth() + depth_of(value) > kMaxDepth)
      return invalid("value: deeper than " + std::to_string(kMaxDepth) + " levels");
    return path.add_to(target_, std::move(value));
  }

  Result<> remove(const JsonPointer& path) {
    const Result<Json> removed = path.remove_from(target_);
    if (!removed) return removed.error();
    return {};
  }

  Result<> replace(const JsonPointer& path, const Json& value) {
    Json* found = path.find_in(target_);
    if (found == nullptr) return invalid("path: does not exist");
    if (path.depth() + depth_of(value) > kMaxDepth)
      return invalid("value: deeper than " + std::to_string(kMaxDepth) + " levels");
    *found = value;
    return {};
  }

  Result<> test(const JsonPointer& path, const Json& value) {
    const Json* found = path.find_in(target_);
    if (found != nullptr && *found == value) return {};
    return Error{ErrorCode::kConflict,
                 "test failed: the value is " + (found == nullptr ? "missing" : found->text())};
  }

  Result<> transfer(const Json& operation, const JsonPointer& path) {
    const Result<JsonPointer> from = pointer(operation, "from");
    if (!from) return from.error();
    if (operation["op"].string() == "copy") return copy(*from, path);
    if (path.is_below(*from)) return invalid("path: a value cannot be moved into itself");
    Result<Json> moved = from->remove_from(target_);
    if (!moved) return moved.error();
    return add(path, *std::move(moved));
  }

  Result<> copy(const JsonPointer& from, const JsonPointer& path) {
    const Json* found = from.find_in(target_);
    if (found == nullptr) return invalid("from: does not exist");
    copied_ += found->text().size();
    if (copied_ > kMaxCopied) return invalid("the patch copies more than 3 MiB");
    return add(path, *found);
  }

  Json& target_;
  std::size_t copied_ = 0;  // bytes of text
};

}  // namespace

void merge_patch(Json& target, const Json& patch) {
  if (!patch.is_object()) {
    target = patch;
    return;
  }
  if (!target.is_object()) target = Json::object();
  for (const auto& [key, value] : patch.members()) {
    if (value.is_null()) {
      target.erase(key);
    } else {
      merge_patch(target.member(key), value);
    }
  }
}

Result<> json_patch(Json& target, const Json& operations) {
  if (!operations.is_array()) return invalid("a JSON patch is an array of operations");
  if (operations.items().size() > kMaxOperations)
    return invalid("a JSON patch has at most " + std::to_string(kMaxOperations) + " operations");
  Json changed = target;
  Patch patch(changed);
  for (std::size_t index = 0; index < operations.items().size(); ++index) {
    const Result<> done = patch.apply(operations.items()[index]);
    if (!done)
      return Error{done.error().code,
                   "operations[" + std::to_string(index) + "]: " + done.error().message};
  }
  target = std::move(changed);
  return {};
}

}  // namespace npushare::wire
