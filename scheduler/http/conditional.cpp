#include "scheduler/http/conditional.hpp"

#include <string>
#include <utility>

namespace npushare::http {
namespace {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t";
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

/// `W/"tag"` or `"tag"` to `tag`.
std::string_view opaque(std::string_view entity_tag) {
  if (entity_tag.starts_with("W/")) entity_tag.remove_prefix(2);
  const bool is_quoted =
      entity_tag.size() >= 2 && entity_tag.front() == '"' && entity_tag.back() == '"';
  return is_quoted ? entity_tag.substr(1, entity_tag.size() - 2) : std::string_view{};
}

}  // namespace

bool names_tag(std::string_view if_none_match, std::string_view tag) {
  while (!if_none_match.empty()) {
    const std::size_t comma = if_none_match.find(',');
    const std::string_view entry = trimmed(if_none_match.substr(0, comma));
    if (entry == "*" || (!entry.empty() && opaque(entry) == tag)) return true;
    if (comma == std::string_view::npos) return false;
    if_none_match.remove_prefix(comma + 1);
  }
  return false;
}

Response with_tag(Response response, std::string_view tag, const Request& request) {
  response.headers.emplace_back("ETag", '"' + std::string(tag) + '"');
  if (response.status != 200 || !names_tag(request.if_none_match, tag)) return response;
  response.status = 304;
  response.body.clear();
  return response;
}

}  // namespace npushare::http
