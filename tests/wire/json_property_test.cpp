#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <optional>
#include <string>

#include "scheduler/wire/json.hpp"
#include "scheduler/wire/scan.hpp"
#include "tests/support/wire_generators.hpp"
#include "tests/support/wire_json_sink.hpp"

namespace npushare::wire {
namespace {

RC_GTEST_PROP(JsonProperty, IsReadBackAsItWasWritten, ()) {
  const Json value = *any_json(4);

  const Result<Json> compact = Json::parse(value.text());
  const Result<Json> pretty = Json::parse(value.pretty());

  RC_ASSERT(compact && compact->text() == value.text() && *compact == value);
  RC_ASSERT(pretty && pretty->text() == value.text());
}

RC_GTEST_PROP(JsonProperty, NeverCrashesOnDamagedText, ()) {
  std::string text = (*any_json(3)).text();
  const auto at = *rc::gen::inRange<std::size_t>(0, text.size());
  text[at] = *rc::gen::arbitrary<char>();

  const Result<Json> value = Json::parse(text);

  if (value) RC_ASSERT(Json::parse(value->text()));
}

/// Nothing when the walk refuses the text, or leaves something of it.
std::optional<Json> walked(const std::string& text) {
  JsonSink sink;
  const Result<std::size_t> end = walk_json(text, sink);
  if (!end || !expect_end(text, *end)) return std::nullopt;
  return sink.take();
}

RC_GTEST_PROP(WalkProperty, ReadsWhatTheLibraryReads, ()) {
  const Json value = *any_json(4);

  RC_ASSERT(walked(value.text()) == value);
  RC_ASSERT(walked(value.pretty()) == value);
}

RC_GTEST_PROP(WalkProperty, RefusesWhatTheLibraryRefuses, ()) {
  std::string text = (*any_json(3)).text();
  const auto changes = *rc::gen::inRange(1, 4);
  for (int change = 0; change < changes; ++change) {
    const auto at = *rc::gen::inRange<std::size_t>(0, text.size());
    const char damage = *rc::gen::element('"', '\\', '{', '}', '[', ']', ',', ':', '0', 'e', ' ',
                                          'u', 'n', '\n', '-', '.');
    const bool is_ascii = static_cast<unsigned char>(text[at]) < 0x80;
    if (is_ascii) text[at] = damage;  // the walk does not check UTF-8
  }

  const Result<Json> read = Json::parse(text);
  const std::optional<Json> walk = walked(text);

  // A number beyond a double's range is text like any other to the walk.
  if (!read && read.error().message.starts_with("Number too big")) return;
  RC_ASSERT(walk.has_value() == read.has_value());
  if (read) RC_ASSERT(walk->text() == read->text());
}

RC_GTEST_PROP(ScannerProperty, FindsTheEndThatTheParserFinds, ()) {
  const std::string text = (*any_json(4)).text();
  const std::string body = " " + text + *rc::gen::element<std::string>("", ",1", "]", " }", "\n{}");

  RC_ASSERT(Scanner(body).skip_value(0) == text);
}

RC_GTEST_PROP(MergePatchProperty, TurnsOneObjectIntoAnother, ()) {
  Json target = *any_json(3);
  const Json patch = *any_json(3);

  merge_patch(target, patch);
  const Json once = target;
  merge_patch(target, patch);

  RC_ASSERT(target == once);
}

}  // namespace
}  // namespace npushare::wire
