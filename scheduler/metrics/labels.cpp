#include "scheduler/metrics/labels.hpp"

#include <algorithm>
#include <cstddef>

namespace npushare::metrics {
namespace {

bool is_plain(char letter) {
  const bool is_ascii = static_cast<unsigned char>(letter) < 0x80;
  return is_ascii && letter != '\\' && letter != '"' && letter != '\n';
}

/// How many bytes the character that begins like this has; 0: none begins so.
std::size_t length_of(unsigned char lead) {
  if (lead <= 0x7F) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return 2;
  if (lead >= 0xE0 && lead <= 0xEF) return 3;
  if (lead >= 0xF0 && lead <= 0xF4) return 4;
  return 0;
}

/// What may follow the first byte: no longer form than needed, no surrogate, nothing past U+10FFFF.
bool may_follow(unsigned char lead, unsigned char second) {
  switch (lead) {
    case 0xE0: return second >= 0xA0 && second <= 0xBF;
    case 0xED: return second >= 0x80 && second <= 0x9F;
    case 0xF0: return second >= 0x90 && second <= 0xBF;
    case 0xF4: return second >= 0x80 && second <= 0x8F;
    default: return second >= 0x80 && second <= 0xBF;
  }
}

bool is_text(std::string_view value) {
  for (std::size_t i = 0; i < value.size();) {
    const auto lead = static_cast<unsigned char>(value[i]);
    const std::size_t length = length_of(lead);
    if (length == 0 || i + length > value.size()) return false;
    if (length > 1 && !may_follow(lead, static_cast<unsigned char>(value[i + 1]))) return false;
    for (std::size_t k = 2; k < length; ++k)
      if ((static_cast<unsigned char>(value[i + k]) & 0xC0U) != 0x80U) return false;
    i += length;
  }
  return true;
}

void append_escaped(std::string& out, std::string_view value) {
  for (const char letter : value) {
    if (letter == '\\' || letter == '"') out += '\\';
    if (letter == '\n') {
      out += "\\n";
    } else {
      out += letter;
    }
  }
}

}  // namespace

Labels& Labels::add(std::string_view name, std::string_view value) {
  if (!text_.empty()) text_ += ',';
  text_.append(name).append("=\"");
  if (std::ranges::all_of(value, is_plain)) {
    text_ += value;
  } else if (is_text(value)) {
    append_escaped(text_, value);
  } else {
    is_sound_ = false;
  }
  text_ += '"';
  return *this;
}

void Labels::clear() {
  text_.clear();
  is_sound_ = true;
}

}  // namespace npushare::metrics
