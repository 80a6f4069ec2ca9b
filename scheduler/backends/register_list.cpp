#include "scheduler/backends/register_list.hpp"

#include <algorithm>
#include <array>

#include "scheduler/backends/decimal.hpp"
#include "scheduler/backends/go_fields.hpp"
#include "scheduler/backends/quoted.hpp"
#include "scheduler/backends/split.hpp"

namespace npushare::backends {
namespace {

using ChipResults = std::vector<Result<RegisteredChip>>;

Error invalid(std::string why) {
  return {ErrorCode::kInvalid, std::move(why)};
}

Result<RegisteredChip> read_element(const wire::Json& element) {
  if (!element.is_object()) return invalid("is no object");
  GoFields fields(element);
  RegisteredChip chip{.uuid = fields.text("id"),
                      .index = fields.integer("index", kNaturalInt32),
                      .count = fields.integer("count", kNaturalInt32),
                      .memory = fields.integer("devmem", kNaturalInt32),
                      .cores = fields.integer("devcore", kNaturalInt32),
                      .type = fields.text("type"),
                      .healthy = fields.flag("health"),
                      .network_id = integer_of(fields.value("custominfo")["NetworkID"], Range{})};
  fields.integer("numa",
                 kAnyInt32);  // without meaning here, yet a wrong type shows a broken writer
  if (fields.error()) return *fields.error();
  return chip;
}

Result<ChipResults> read_json(std::string_view text) {
  const Result<wire::Json> list = wire::Json::parse(text);
  if (!list) return list.error();
  if (!list->is_array()) return invalid("is no JSON array");
  ChipResults chips;
  for (const wire::Json& element : list->items()) chips.push_back(read_element(element));
  return chips;
}

constexpr std::size_t kShortForm = 7;
constexpr std::size_t kLongForm = 9;

Result<RegisteredChip> read_piece(std::string_view piece) {
  std::array<std::string_view, kLongForm> fields;
  std::size_t count = 0;
  for_each_piece(piece, ',', [&](std::string_view field) {
    if (count < kLongForm) fields[count] = field;
    ++count;
  });
  if (count != kShortForm && count != kLongForm)
    return invalid(quoted(piece) + " has neither 7 nor 9 fields");
  const auto slots = read_decimal(fields[1], kNaturalInt32);
  const auto memory = read_decimal(fields[2], kNaturalInt32);
  const auto cores = read_decimal(fields[3], kNaturalInt32);
  const auto index = read_decimal(count == kLongForm ? fields[7] : "0", kNaturalInt32);
  if (!slots || !memory || !cores || !index) return invalid(quoted(piece) + " has a bad number");
  if (fields[6] != "true" && fields[6] != "false")
    return invalid(quoted(piece) + " has a health that is not true or false");
  return RegisteredChip{.uuid = std::string(fields[0]),
                        .index = *index,
                        .count = *slots,
                        .memory = *memory,
                        .cores = *cores,
                        .type = std::string(fields[4]),
                        .healthy = fields[6] == "true"};
}

Result<ChipResults> read_text(std::string_view text) {
  if (text.find(':') == std::string_view::npos)
    return invalid(quoted(text) + " is neither a JSON array nor ends its chips with a colon");
  ChipResults chips;
  for_each_piece(text, ':', [&](std::string_view piece) {
    if (!piece.empty()) chips.push_back(read_piece(piece));
  });
  return chips;
}

}  // namespace

Result<ChipResults> read_register_list(std::string_view text) {
  const std::string_view body = trimmed(text);
  const bool is_json = body.empty() || body == "null" || body.front() == '[' || body.front() == '{';
  return is_json ? read_json(body) : read_text(body);
}

}  // namespace npushare::backends
