#include "config/cluster_api.hpp"

#include "config/text_values.hpp"

namespace npushare::config {
namespace {

using std::chrono::milliseconds;

std::vector<std::string> words_of(MappingReader& from, std::string_view key) {
  std::vector<std::string> words;
  for (const YamlPtr& item : from.list(key)) {
    if (item->kind != YamlKind::kScalar || item->text.empty()) {
      from.refuse(key, "must be a list of words", "write [ops, dev]");
      return {};
    }
    words.push_back(item->text);
  }
  return words;
}

std::string item_path(const MappingReader& from, std::string_view key, std::size_t position) {
  return from.path_of(key) + "[" + std::to_string(position) + "]";
}

std::vector<ClusterToken> tokens_of(MappingReader& api) {
  std::vector<ClusterToken> tokens;
  for (const YamlPtr& item : api.list("tokens")) {
    MappingReader from(item.get(), item_path(api, "tokens", tokens.size()), api.report());
    ClusterToken& token = tokens.emplace_back();
    take(from.text("token", Presence::kRequired), token.token);
    take(from.text("user", Presence::kRequired), token.user);
    token.groups = words_of(from, "groups");
    from.refuse_unknown();
  }
  return tokens;
}

std::vector<AccessRule> denials_of(MappingReader& api) {
  std::vector<AccessRule> rules;
  for (const YamlPtr& item : api.list("deny")) {
    MappingReader from(item.get(), item_path(api, "deny", rules.size()), api.report());
    AccessRule& rule = rules.emplace_back();
    take(from.text("user"), rule.user);
    take(from.text("verb"), rule.verb);
    take(from.text("group"), rule.group);
    take(from.text("resource"), rule.resource);
    take(from.text("namespace"), rule.space);
    take(from.text("path"), rule.path);
    from.refuse_unknown();
  }
  return rules;
}

void read_bookmarks(MappingReader& api, ClusterApi& into) {
  const std::optional<std::string> text = api.text("bookmarkEvery");
  if (!text) return;
  const std::optional<milliseconds> value = duration_in(*text);
  if (value && *value >= milliseconds{1}) {
    into.bookmark_every = *value;
    return;
  }
  api.refuse("bookmarkEvery", "\"" + *text + "\" is no time span from 1ms to 24h",
             "write it as 500ms or 60s");
}

}  // namespace

ClusterApi cluster_api_of(MappingReader& root) {
  ClusterApi into;
  MappingReader api = root.section("api");
  take(api.boolean("watchList"), into.watch_list);
  take(api.boolean("dra"), into.has_dra);
  read_bookmarks(api, into);
  into.tokens = tokens_of(api);
  into.denied = denials_of(api);
  api.refuse_unknown();
  return into;
}

}  // namespace npushare::config
