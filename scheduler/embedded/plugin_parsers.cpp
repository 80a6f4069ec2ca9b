#include "scheduler/embedded/plugin_parsers.hpp"

#include <algorithm>
#include <charconv>

#include "scheduler/wire/json.hpp"

namespace npushare::embedded {

using wire::Json;

namespace {

Error invalid(std::string message) {
  return {ErrorCode::kInvalid, std::move(message)};
}

/// All pieces between separators, empty ones and the one behind the last separator included.
std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> pieces;
  while (true) {
    const std::size_t end = text.find(separator);
    pieces.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return pieces;
    text.remove_prefix(end + 1);
  }
}

/// Decimal digits with an optional sign, and nothing else.
template <class Number>
std::errc read_decimal(std::string_view text, Number& value) {
  if (text.starts_with('+')) {
    text.remove_prefix(1);
    if (text.starts_with('-')) return std::errc::invalid_argument;
  }
  const auto [stop, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  // Digits followed by something else are bad syntax even when they are too many, as in Go.
  return stop != text.data() + text.size() ? std::errc::invalid_argument : problem;
}

Result<std::int32_t> read_amount(std::string_view text, const char* field) {
  std::int32_t value = 0;
  const std::errc problem = read_decimal(text, value);
  if (problem == std::errc{}) return value;
  return invalid(
      std::string("invalid ") + field + " field: strconv.ParseInt: parsing \"" + std::string(text) +
      "\": " +
      (problem == std::errc::result_out_of_range ? "value out of range" : "invalid syntax"));
}

Result<TaDevice> decode_device(std::string_view text) {
  const std::vector<std::string_view> fields = split(text, ',');
  if (fields.size() < 4)
    return invalid("pod annotation format error, missing fields, do not use nodeName in task spec");
  const Result<std::int32_t> memory = read_amount(fields[2], "memory");
  if (!memory) return memory.error();
  const Result<std::int32_t> cores = read_amount(fields[3], "core");
  if (!cores) return cores.error();
  return TaDevice{std::string(fields[0]), std::string(fields[1]), *memory, *cores};
}

Result<TaSegment> decode_segment(std::string_view text) {
  TaSegment segment;
  for (const std::string_view piece : split(text, ':')) {
    if (piece.find(',') == std::string_view::npos) continue;
    Result<TaDevice> device = decode_device(piece);
    if (!device) return device.error();
    segment.push_back(*std::move(device));
  }
  return segment;
}

bool same_name(std::string_view key, std::string_view name) {
  const auto lower = [](char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
  };
  return std::ranges::equal(key, name, {}, lower, lower);
}

/// JSON integers only: 8192.0 and 8e3 are none.
template <class Number>
Result<> read_number(const Json& value, std::string_view key, std::optional<Number>& into) {
  into.reset();
  if (value.is_null()) return {};
  Number number = 0;
  const std::string text = value.text();
  if (!value.is_number() || read_decimal(text, number) != std::errc{})
    return invalid("json: cannot unmarshal " + text + " into field " + std::string(key));
  into = number;
  return {};
}

Result<> read_text(const Json& value, std::string_view key, std::string& into) {
  if (!value.is_null() && !value.is_string())
    return invalid("json: cannot unmarshal " + value.text() + " into field " + std::string(key));
  if (value.is_string()) into = value.string();
  return {};
}

struct NamedEntry {
  std::string uuid;
  RtEntry entry;
};

Result<> read_member(const Json::Member& member, NamedEntry& into) {
  const auto& [key, value] = member;
  if (same_name(key, "uuid")) return read_text(value, key, into.uuid);
  if (same_name(key, "temp")) return read_text(value, key, into.entry.temp);
  if (same_name(key, "memory")) return read_number(value, key, into.entry.memory);
  if (same_name(key, "core")) return read_number(value, key, into.entry.core);
  return {};
}

Result<NamedEntry> decode_entry(const Json& item) {
  NamedEntry named;
  if (item.is_null()) return named;
  if (!item.is_object()) return invalid("json: cannot unmarshal " + item.text() + " into an entry");
  for (const Json::Member& member : item.members()) {
    const Result<> read = read_member(member, named);
    if (!read) return read.error();
  }
  return named;
}

}  // namespace

Result<std::vector<TaSegment>> decode_ta(std::string_view text) {
  std::vector<TaSegment> segments;
  for (const std::string_view piece : split(text, ';')) {
    Result<TaSegment> segment = decode_segment(piece);
    if (!segment) return segment.error();
    segments.push_back(*std::move(segment));
  }
  return segments;
}

std::string encode_ta(const std::vector<TaSegment>& segments) {
  std::string text;
  for (const TaSegment& segment : segments) {
    for (const TaDevice& device : segment) {
      text += device.uuid + "," + device.type + "," + std::to_string(device.memory) + "," +
              std::to_string(device.cores) + ":";
    }
    text += ";";
  }
  return text;
}

Result<RtTable> decode_rt(std::string_view text) {
  const Result<Json> list = Json::parse(text);
  if (!list) return list.error();
  if (!list->is_array() && !list->is_null())
    return invalid("json: cannot unmarshal " + list->text() + " into a list");
  RtTable table;
  for (const Json& item : list->items()) {
    Result<NamedEntry> named = decode_entry(item);
    if (!named) return named.error();
    if (!named->uuid.empty()) table[named->uuid] = std::move(named->entry);
  }
  return table;
}

}  // namespace npushare::embedded
