#include "scheduler/wire/json_pointer.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

namespace npushare::wire {
namespace {

Error bad_pointer(std::string_view text) {
  return {
      ErrorCode::kInvalid,
      "\"" + std::string(text) + "\" is no JSON pointer: it starts with '/', '~' is ~0 and '/' ~1"};
}

/// Undoes ~1 and ~0. Nothing when another '~' stands in the text.
std::optional<std::string> decoded(std::string_view text) {
  std::string token;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '~') {
      token += text[at];
      continue;
    }
    ++at;
    if (at == text.size() || (text[at] != '0' && text[at] != '1')) return std::nullopt;
    token += text[at] == '0' ? '~' : '/';
  }
  return token;
}

/// An index without leading zeros that is below the limit.
std::optional<std::size_t> index_of(std::string_view token, std::size_t limit) {
  if (token.size() > 1 && token.starts_with('0')) return std::nullopt;
  std::size_t index = 0;
  const char* end = token.data() + token.size();
  const auto [stop, failure] = std::from_chars(token.data(), end, index);
  if (failure != std::errc{} || stop != end || index >= limit) return std::nullopt;
  return index;
}

Json* step(Json& here, const std::string& token) {
  if (!here.is_array()) return here.find(token);
  Json::Array& items = here.edit_items();
  const std::optional<std::size_t> index = index_of(token, items.size());
  return index ? &items[*index] : nullptr;
}

auto position(Json::Array& items, std::size_t index) {
  return items.begin() + static_cast<Json::Array::difference_type>(index);
}

}  // namespace

Result<JsonPointer> JsonPointer::parse(std::string_view text) {
  JsonPointer pointer;
  std::string_view rest = text;
  while (!rest.empty()) {
    if (rest[0] != '/') return bad_pointer(text);
    const std::size_t end = std::min(rest.find('/', 1), rest.size());
    const std::optional<std::string> token = decoded(rest.substr(1, end - 1));
    if (!token) return bad_pointer(text);
    pointer.tokens_.push_back(*token);
    rest.remove_prefix(end);
  }
  return pointer;
}

Json* JsonPointer::find(Json& root, std::span<const std::string> tokens) {
  Json* here = &root;
  for (const std::string& token : tokens) {
    here = step(*here, token);
    if (here == nullptr) return nullptr;
  }
  return here;
}

Json* JsonPointer::parent_in(Json& root) const {
  return find(root, std::span(tokens_).first(tokens_.size() - 1));
}

Error JsonPointer::missing() const {
  std::string path;
  for (const std::string& token : tokens_) path += "/" + token;
  return {ErrorCode::kInvalid, "path \"" + path + "\" does not exist"};
}

Result<> JsonPointer::add_to(Json& root, Json value) const {
  if (tokens_.empty()) {
    root = std::move(value);
    return {};
  }
  Json* parent = parent_in(root);
  if (parent == nullptr) return missing();
  if (parent->is_object()) {
    parent->set(tokens_.back(), std::move(value));
    return {};
  }
  if (!parent->is_array()) return missing();
  Json::Array& items = parent->edit_items();
  const std::optional<std::size_t> index =
      tokens_.back() == "-" ? items.size() : index_of(tokens_.back(), items.size() + 1);
  if (!index) return missing();
  items.insert(position(items, *index), std::move(value));
  return {};
}

Result<Json> JsonPointer::remove_from(Json& root) const {
  const Json* found = find_in(root);
  if (found == nullptr) return missing();
  if (tokens_.empty())
    return Error{ErrorCode::kInvalid, "the whole object cannot be removed; delete it instead"};
  Json removed = *found;
  Json& parent = *parent_in(root);
  if (parent.is_object()) {
    parent.erase(tokens_.back());
  } else {
    Json::Array& items = parent.edit_items();
    items.erase(position(items, *index_of(tokens_.back(), items.size())));
  }
  return removed;
}

bool JsonPointer::is_below(const JsonPointer& other) const {
  return tokens_.size() > other.tokens_.size() &&
         std::equal(other.tokens_.begin(), other.tokens_.end(), tokens_.begin());
}

std::string pointer_step(std::string_view name) {
  std::string text = "/";
  for (const char letter : name) {
    if (letter == '~') {
      text += "~0";
    } else if (letter == '/') {
      text += "~1";
    } else {
      text += letter;
    }
  }
  return text;
}

}  // namespace npushare::wire
