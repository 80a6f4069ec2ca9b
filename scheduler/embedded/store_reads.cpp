#include <algorithm>

#include "scheduler/embedded/page_token.hpp"
#include "scheduler/embedded/store.hpp"

namespace npushare::embedded {

using wire::Json;

namespace {

/// Objects that two groups name, such as events, are kept once.
std::size_t shelf_number(const Kind& kind) {
  const auto first = std::ranges::find(all_kinds(), kind.registry, &Kind::registry);
  return static_cast<std::size_t>(first - all_kinds().begin());
}

constexpr const char* kContinueExpired =
    "The provided continue parameter is too old to display a consistent list result. You can start "
    "a new list without the continue parameter, or use the continue token in this response to "
    "retrieve the remainder of the results. Continuing with the provided token results in an "
    "inconsistent list - objects that were created, modified, or deleted between the time the "
    "first "
    "chunk was returned and now may show up in the list.";

Answer continue_expired(const PageToken& token) {
  Answer answer = failure(410, "Expired", kContinueExpired);
  answer.body.member("metadata").set("continue", write_token({{}, token.last_key}));
  return answer;
}

/// Which version a list is of, and behind which key it begins.
struct Position {
  std::optional<Version> version;  // nothing: the current one
  std::string last_key;
  bool is_continued = false;
};

Result<Position> read_position(const ListQuery& query) {
  if (!query.continue_token.empty()) {
    Result<PageToken> token = read_token(query.continue_token);
    if (!token) return token.error();
    return Position{token->version, token->last_key, true};
  }
  if (query.resource_version.empty() || query.resource_version == "0") return Position{};
  const std::optional<Version> version = read_version(query.resource_version);
  if (!version) {
    return Error{ErrorCode::kInvalid,
                 "resourceVersion: Invalid value: \"" + query.resource_version + "\""};
  }
  return Position{version, {}, false};
}

Json without_type(const Json& object) {
  Json item = object;
  item.erase("kind");
  item.erase("apiVersion");
  return item;
}

}  // namespace

std::optional<Version> read_version(std::string_view text) {
  if (text.empty() || text.size() > 18) return std::nullopt;
  Version version = 0;
  for (const char digit : text) {
    if (digit < '0' || digit > '9') return std::nullopt;
    version = version * 10 + static_cast<Version>(digit - '0');
  }
  return version;
}

Answer make_page(const Kind& kind, const ListQuery& query, const std::string& last_key,
                 Version version, const ObjectMap& objects) {
  const std::string prefix = query.space.empty() ? "" : query.space + "/";
  const auto is_wanted = [&](const auto& entry) {
    return entry.first.starts_with(prefix) && query.selector.matches(*entry.second);
  };
  Json::Array items;
  std::string last = last_key;
  std::int64_t remaining = 0;
  for (auto entry = objects.upper_bound(last_key); entry != objects.end(); ++entry) {
    if (!is_wanted(*entry)) continue;
    if (query.limit != 0 && items.size() >= query.limit) {
      ++remaining;
      continue;
    }
    items.push_back(without_type(*entry->second));
    last = entry->first;
  }
  Json list = Json::object();
  list.set("kind", std::string(kind.name) + "List");
  list.set("apiVersion", kind.api_version());
  Json& metadata = list.member("metadata");
  metadata.set("resourceVersion", std::to_string(version));
  if (remaining > 0) {
    metadata.set("continue", write_token({version, last}));
    if (query.selector.is_empty()) metadata.set("remainingItemCount", remaining);
  }
  list.set("items", std::move(items));
  return {200, std::move(list)};
}

Answer Store::list(const Kind& kind, const ListQuery& query) const {
  const Result<Position> position = read_position(query);
  if (!position) return bad_request(position.error().message);

  const bool is_of_the_past = position->version && (position->is_continued || query.is_exact);
  std::optional<ObjectMap> objects;
  Version version = 0;
  {
    const std::scoped_lock held(mutex_);
    version = version_;
    if (position->version && *position->version > version)
      return version_too_large(*position->version, version);
    const VersionedMap& map = shelf(kind).map;
    if (is_of_the_past) version = *position->version;
    objects = is_of_the_past ? map.at(version) : map.objects();
  }
  if (objects) return make_page(kind, query, position->last_key, version, *objects);
  if (position->is_continued) return continue_expired({position->version, position->last_key});
  return failure(410, "Expired", "The resourceVersion for the provided list is too old.");
}

Store::Snapshot Store::snapshot(const Kind& kind) const {
  const std::scoped_lock held(mutex_);
  const VersionedMap& map = shelf(kind).map;
  Snapshot taken{version_, map.last_change(), {}};
  taken.objects.reserve(map.objects().size());
  for (const auto& [key, object] : map.objects()) taken.objects.push_back(object);
  return taken;
}

Version Store::last_change(const Kind& kind) const {
  const std::scoped_lock held(mutex_);
  return shelf(kind).map.last_change();
}

std::optional<Store::News> Store::news(const Kind& kind, Version after) const {
  const std::scoped_lock held(mutex_);
  std::optional<std::vector<Change>> changes = shelf(kind).map.changes_after(after);
  if (!changes) return std::nullopt;
  return News{std::max(version_, after), *std::move(changes)};
}

Version Store::oldest_watchable(const Kind& kind) const {
  const std::scoped_lock held(mutex_);
  return shelf(kind).map.floor();
}

Store::Shelf& Store::shelf(const Kind& kind) {
  return shelves_[shelf_number(kind)];
}

const Store::Shelf& Store::shelf(const Kind& kind) const {
  return shelves_[shelf_number(kind)];
}

std::shared_ptr<void> Store::subscribe(const Kind& kind, std::function<void()> ring) {
  auto handle = std::make_shared<Ring>(std::move(ring));
  const std::scoped_lock held(mutex_);
  shelf(kind).subscribers.push_back(handle);
  return handle;
}

std::vector<std::shared_ptr<Store::Ring>> Store::listeners(const Kind& kind) {
  const std::scoped_lock held(mutex_);
  std::vector<std::weak_ptr<Ring>>& subscribers = shelf(kind).subscribers;
  std::erase_if(subscribers, [](const std::weak_ptr<Ring>& one) { return one.expired(); });
  std::vector<std::shared_ptr<Ring>> found;
  for (const std::weak_ptr<Ring>& one : subscribers)
    if (auto ring = one.lock()) found.push_back(std::move(ring));
  return found;
}

void Store::notify(const Kind& kind) {
  for (const std::shared_ptr<Ring>& ring : listeners(kind)) (*ring)();
}

void Store::wake_all() {
  for (const Kind& kind : all_kinds()) notify(kind);
}

}  // namespace npushare::embedded
