#include "scheduler/embedded/api_path.hpp"

#include <vector>

namespace npushare::embedded {
namespace {

/// Nothing when a segment is empty.
std::optional<std::vector<std::string>> segments_of(std::string_view path) {
  std::vector<std::string> segments;
  while (!path.empty()) {
    if (path.front() != '/') return std::nullopt;
    path.remove_prefix(1);
    const std::size_t end = std::min(path.find('/'), path.size());
    if (end == 0) return std::nullopt;
    segments.emplace_back(path.substr(0, end));
    path.remove_prefix(end);
  }
  return segments;
}

/// Takes segments off the front, one at a time; an empty text when there are no more.
class Segments {
 public:
  explicit Segments(std::vector<std::string> all) : all_(std::move(all)) {}

  std::string next() { return at_ < all_.size() ? all_[at_++] : std::string(); }
  bool skip(std::string_view word) {
    if (at_ >= all_.size() || all_[at_] != word) return false;
    ++at_;
    return true;
  }
  bool is_done() const { return at_ == all_.size(); }

 private:
  std::vector<std::string> all_;
  std::size_t at_ = 0;
};

std::optional<Subresource> read_subresource(const Kind& kind, const std::string& word) {
  if (word.empty()) return Subresource::kNone;
  if (word == "status" && kind.has_status) return Subresource::kStatus;
  if (word == "binding" && &kind == &pods()) return Subresource::kBinding;
  return std::nullopt;
}

}  // namespace

std::optional<ApiPath> read_path(std::string_view path) {
  std::optional<std::vector<std::string>> all = segments_of(path);
  if (!all) return std::nullopt;
  Segments rest(*std::move(all));
  std::string group;
  if (rest.skip("apis")) {
    group = rest.next();
    if (group.empty()) return std::nullopt;
  } else if (!rest.skip("api")) {
    return std::nullopt;
  }
  const std::string version = rest.next();
  ApiPath found;
  if (rest.skip("namespaces")) found.place.space = rest.next();
  found.place.kind = find_kind(group, version, rest.next());
  if (found.place.kind == nullptr) return std::nullopt;
  found.place.name = rest.next();

  const Kind& kind = *found.place.kind;
  const std::optional<Subresource> subresource = read_subresource(kind, rest.next());
  if (!subresource || !rest.is_done()) return std::nullopt;
  found.subresource = *subresource;
  const bool has_space = !found.place.space.empty();
  if (has_space && !kind.is_namespaced) return std::nullopt;
  if (!has_space && kind.is_namespaced && !found.place.name.empty()) return std::nullopt;
  return found;
}

}  // namespace npushare::embedded
