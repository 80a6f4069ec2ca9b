#include "scheduler/cli/json_sketch.hpp"

#include <deque>
#include <set>

#include "scheduler/cli/text.hpp"

namespace npushare::cli {
namespace {

/// Enough for a pod; a larger body shows its outer part.
constexpr int kMostOpened = 200;

using Opened = std::set<const wire::Json*>;

std::string text_of(const wire::Json& json, const Opened& opened);

std::string members_of(const wire::Json& json, const Opened& opened) {
  std::string out = "{";
  for (const auto& [key, value] : json.members()) {
    if (out.size() > 1) out += ',';
    out += wire::Json(key).text() + ":" + text_of(value, opened);
  }
  return out + "}";
}

std::string items_of(const wire::Json& json, const Opened& opened) {
  std::string out = "[";
  for (const wire::Json& item : json.items()) {
    if (out.size() > 1) out += ',';
    out += text_of(item, opened);
  }
  return out + "]";
}

bool can_open(const wire::Json& json) {
  return !json.members().empty() || !json.items().empty();
}

std::string text_of(const wire::Json& json, const Opened& opened) {
  if (can_open(json) && !opened.contains(&json)) return json.is_object() ? "{…}" : "[…]";
  if (json.is_object()) return members_of(json, opened);
  return json.is_array() ? items_of(json, opened) : json.text();
}

void queue_parts(const wire::Json& json, std::deque<const wire::Json*>& waiting) {
  for (const auto& [key, value] : json.members())
    if (can_open(value)) waiting.push_back(&value);
  for (const wire::Json& item : json.items())
    if (can_open(item)) waiting.push_back(&item);
}

}  // namespace

std::string sketch(const wire::Json& json, std::size_t columns) {
  Opened opened{&json};
  std::string best = printable(text_of(json, opened));
  std::deque<const wire::Json*> waiting;
  queue_parts(json, waiting);
  for (int left = kMostOpened; left > 0 && !waiting.empty(); --left) {
    const wire::Json* part = waiting.front();
    waiting.pop_front();
    opened.insert(part);
    const std::string text = printable(text_of(json, opened));
    if (columns_of(text) > columns) {
      opened.erase(part);
      continue;
    }
    best = text;
    queue_parts(*part, waiting);
  }
  return shortened(best, columns);
}

}  // namespace npushare::cli
