#include "scheduler/cli/text.hpp"

#include <algorithm>

namespace npushare::cli {
namespace {

constexpr std::string_view kEllipsis = "…";

bool continues(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

/// Bytes of the sequence that starts with this byte; 0 when none can.
std::size_t sequence_length(char lead) {
  const auto byte = static_cast<unsigned char>(lead);
  if (byte < 0x80) return 1;
  if (byte >= 0xC2 && byte < 0xE0) return 2;
  if (byte >= 0xE0 && byte < 0xF0) return 3;
  if (byte >= 0xF0 && byte < 0xF5) return 4;
  return 0;
}

bool is_whole(std::string_view text, std::size_t at, std::size_t length) {
  if (length == 0 || at + length > text.size()) return false;
  const std::string_view rest = text.substr(at + 1, length - 1);
  return std::ranges::all_of(rest, continues);
}

bool is_control(std::string_view sequence) {
  const auto lead = static_cast<unsigned char>(sequence.front());
  if (sequence.size() == 1) return lead < 0x20 || lead == 0x7F;
  // U+0080..U+009F: some terminals obey them like an escape sequence.
  return lead == 0xC2 && static_cast<unsigned char>(sequence[1]) < 0xA0;
}

/// Bytes that the first `columns` code points take.
std::size_t bytes_of(std::string_view utf8, std::size_t columns) {
  std::size_t at = 0;
  for (; columns > 0 && at < utf8.size(); --columns) {
    ++at;
    while (at < utf8.size() && continues(utf8[at])) ++at;
  }
  return at;
}

}  // namespace

std::size_t columns_of(std::string_view utf8) {
  return static_cast<std::size_t>(
      std::ranges::count_if(utf8, [](char byte) { return !continues(byte); }));
}

std::string printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = sequence_length(text[at]);
    if (!is_whole(text, at, length)) {
      out += '?';
      ++at;
      continue;
    }
    const std::string_view sequence = text.substr(at, length);
    out += is_control(sequence) ? "?" : sequence;
    at += length;
  }
  return out;
}

std::string shortened(std::string_view utf8, std::size_t columns) {
  if (columns_of(utf8) <= columns) return std::string(utf8);
  if (columns == 0) return {};
  return std::string(utf8.substr(0, bytes_of(utf8, columns - 1))) + std::string(kEllipsis);
}

std::string fitted(std::string_view utf8, std::size_t columns, Align align) {
  const std::string text = shortened(utf8, columns);
  const std::string gap(columns - columns_of(text), ' ');
  return align == Align::kLeft ? text + gap : gap + text;
}

std::string wrapped(std::string_view text, std::size_t indent, std::size_t columns) {
  std::string out;
  std::string line;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (word.empty()) continue;
    if (!line.empty() && indent + columns_of(line) + 1 + columns_of(word) > columns) {
      out += std::string(indent, ' ') + line + '\n';
      line.clear();
    }
    if (!line.empty()) line += ' ';
    line += word;
  }
  if (!line.empty()) out += std::string(indent, ' ') + line + '\n';
  return out;
}

}  // namespace npushare::cli
