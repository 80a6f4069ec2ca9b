#include <algorithm>
#include <cstddef>
#include <unordered_map>

#include <limits>

#include <rapidjson/error/en.h>
#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>

#include "scheduler/wire/json.hpp"
#include "scheduler/wire/sax.hpp"
#include "scheduler/wire/scan.hpp"

namespace npushare::wire {
namespace {

bool has_duplicates(const Json::Object& members) {
  std::vector<std::string_view> names;
  names.reserve(members.size());
  for (const auto& member : members) names.emplace_back(member.first);
  std::ranges::sort(names);
  return std::ranges::adjacent_find(names) != names.end();
}

/// Of members with one name the last value stays, in the place of the first.
Json::Object last_of_each(Json::Object members) {
  if (!has_duplicates(members)) return members;
  Json::Object kept;
  std::unordered_map<std::string, std::size_t> places;
  for (auto& [name, value] : members) {
    const auto [known, is_new] = places.try_emplace(name, kept.size());
    if (is_new) {
      kept.emplace_back(std::move(name), std::move(value));
    } else {
      kept[known->second].second = std::move(value);
    }
  }
  return kept;
}

/// An escape of half a surrogate pair, which the library lets pass as three bytes that are no
/// UTF-8.
bool has_half_a_pair(std::string_view text) {
  constexpr char kLead = '\xED';
  constexpr auto kFirstHalf = static_cast<unsigned char>(0xA0);
  for (std::size_t at = text.find(kLead); at != std::string_view::npos;
       at = text.find(kLead, at + 1))
    if (at + 1 < text.size() && static_cast<unsigned char>(text[at + 1]) >= kFirstHalf) return true;
  return false;
}

/// RapidJSON's handler. `false` ends the parse: too many levels, or a string that is none.
class Builder {
 public:
  Json take() { return std::move(root_); }

  /// Why the handler ended the parse.
  std::string complaint() const {
    if (is_half_) return "half a surrogate pair";
    return "JSON nests deeper than " + std::to_string(kMaxDepth);
  }

  bool Key(const char* text, rapidjson::SizeType size, bool) {
    is_half_ = has_half_a_pair({text, size});
    if (is_half_) return false;
    open_.back().members.emplace_back(std::string(text, size), Json{});
    return true;
  }
  bool StartObject() {
    open_.push_back({.items = {}, .members = {}, .is_object = true});
    return open_.size() <= kMaxDepth;
  }
  bool EndObject(rapidjson::SizeType) {
    Json::Object members = std::move(open_.back().members);
    open_.pop_back();
    return add(last_of_each(std::move(members)));
  }
  bool StartArray() {
    open_.emplace_back();
    return open_.size() <= kMaxDepth;
  }
  bool EndArray(rapidjson::SizeType) {
    Json::Array items = std::move(open_.back().items);
    open_.pop_back();
    return add(std::move(items));
  }
  bool String(const char* text, rapidjson::SizeType size, bool) {
    is_half_ = has_half_a_pair({text, size});
    return !is_half_ && add(std::string(text, size));
  }
  bool RawNumber(const char* text, rapidjson::SizeType size, bool) {
    return add(Json::Number{std::string(text, size)});
  }
  bool Bool(bool value) { return add(value); }
  bool Null() { return add(Json{}); }

  // Numbers come as text; the parser needs these only to compile.
  bool Int(int) { return false; }
  bool Uint(unsigned) { return false; }
  bool Int64(std::int64_t) { return false; }
  bool Uint64(std::uint64_t) { return false; }
  bool Double(double) { return false; }

 private:
  /// A container whose end has not come yet.
  struct Open {
    Json::Array items;
    Json::Object members;
    bool is_object = false;
  };

  bool add(Json value) {
    place() = std::move(value);
    return true;
  }

  /// Where the next value belongs.
  Json& place() {
    if (open_.empty()) return root_;
    if (open_.back().is_object) return open_.back().members.back().second;
    return open_.back().items.emplace_back();
  }

  Json root_;
  std::vector<Open> open_;
  bool is_half_ = false;
};

Error error_of(const rapidjson::ParseResult& result, const Builder& builder) {
  std::string message = rapidjson::GetParseError_En(result.Code());
  if (message.ends_with('.')) message.pop_back();
  if (result.Code() == rapidjson::kParseErrorTermination) message = builder.complaint();
  return {ErrorCode::kInvalid, message + " at offset " + std::to_string(result.Offset())};
}

}  // namespace

Result<Json> Json::parse(std::string_view text) {
  if (text.size() >= std::numeric_limits<rapidjson::SizeType>::max())
    return Error{ErrorCode::kTooLarge, "a JSON text of 4 GiB or more"};
  constexpr unsigned kFlags = rapidjson::kParseIterativeFlag | rapidjson::kParseStopWhenDoneFlag |
                              rapidjson::kParseNumbersAsStringsFlag |
                              rapidjson::kParseValidateEncodingFlag;
  rapidjson::MemoryStream stream(text.data(), text.size());
  rapidjson::Reader reader;
  Builder builder;
  const rapidjson::ParseResult result = reader.Parse<kFlags>(stream, builder);
  if (result.IsError()) return error_of(result, builder);
  const Result<> alone = expect_end(text, stream.Tell());
  if (!alone) return alone.error();
  return builder.take();
}

}  // namespace npushare::wire
