#include "scheduler/http/target.hpp"

#include <charconv>
#include <string>
#include <system_error>
#include <utility>

namespace npushare::http {
namespace {

enum class Plus { kLiteral, kBlank };

Error broken(std::string_view text) {
  return {ErrorCode::kInvalid,
          "the request target has a broken percent code: " + std::string(text)};
}

Result<std::string> decode(std::string_view text, Plus plus) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '+' && plus == Plus::kBlank) {
      out += ' ';
      continue;
    }
    if (text[at] != '%') {
      out += text[at];
      continue;
    }
    unsigned char byte = 0;
    const std::string_view code = text.substr(at + 1, 2);
    const auto [end, error] = std::from_chars(code.data(), code.data() + code.size(), byte, 16);
    if (error != std::errc{} || end != code.data() + 2 || byte == 0) return broken(text);
    out += static_cast<char>(byte);
    at += 2;
  }
  return out;
}

Result<> read_pair(std::string_view text, Request& request) {
  if (text.empty()) return {};
  const std::size_t equals = text.find('=');
  const std::string_view value =
      equals == std::string_view::npos ? std::string_view{} : text.substr(equals + 1);
  Result<std::string> key = decode(text.substr(0, equals), Plus::kBlank);
  if (!key) return key.error();
  Result<std::string> decoded = decode(value, Plus::kBlank);
  if (!decoded) return decoded.error();
  request.query.emplace_back(std::move(*key), std::move(*decoded));
  return {};
}

Result<> read_query(std::string_view text, Request& request) {
  while (!text.empty()) {
    const std::size_t end = text.find('&');
    const Result<> pair = read_pair(text.substr(0, end), request);
    if (!pair) return pair;
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return {};
}

/// `http://host/path` to `/path`; anything else as it is.
std::string_view without_origin(std::string_view target) {
  const std::size_t scheme = target.find("://");
  if (target.starts_with('/') || scheme == std::string_view::npos) return target;
  const std::size_t path = target.find('/', scheme + 3);
  return path == std::string_view::npos ? std::string_view("/") : target.substr(path);
}

}  // namespace

Result<> read_target(std::string_view target, Request& request) {
  target = without_origin(target);
  if (!target.starts_with('/') && target != "*")
    return Error{ErrorCode::kInvalid, "the request target is no path: " + std::string(target)};

  const std::size_t mark = target.find('?');
  Result<std::string> path = decode(target.substr(0, mark), Plus::kLiteral);
  if (!path) return path.error();
  request.path = std::move(*path);
  request.query.clear();
  if (mark == std::string_view::npos) return {};
  return read_query(target.substr(mark + 1), request);
}

}  // namespace npushare::http
