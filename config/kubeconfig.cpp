#include "config/kubeconfig.hpp"

#include <filesystem>
#include <memory>

#include "config/kubeconfig_parts.hpp"
#include "config/suggestion.hpp"
#include "config/yaml_parse.hpp"

namespace npushare::config {
namespace {

/// One file as it is being read. The report gathers what is wrong in the parts that are used.
struct Source {
  const KubeconfigFile* file;
  YamlPtr root;  // null for an empty file
  std::unique_ptr<Report> report;

  std::string folder() const { return std::filesystem::path(file->path).parent_path().string(); }
};

/// Where a list's items keep what they are: `clusters: [{name: N, cluster: {...}}]`.
struct Kind {
  std::string_view list;
  std::string_view item;
};
constexpr Kind kClusters{"clusters", "cluster"};
constexpr Kind kContexts{"contexts", "context"};
constexpr Kind kUsers{"users", "user"};

struct Entry {
  Source* source = nullptr;
  const YamlNode* node = nullptr;  // null: an empty one
  std::string path;

  MappingReader reader() const { return {node, path, *source->report}; }
};

class Reading {
 public:
  explicit Reading(std::vector<Source> sources) : sources_(std::move(sources)) {}

  Result<Kubeconfig> run(std::string_view wanted);

 private:
  std::string current_context() const;
  std::optional<Entry> find(const Kind& kind, std::string_view name);
  std::vector<std::string> names_of(const Kind& kind) const;
  Error unknown_context(const std::string& name) const;
  std::optional<Entry> follow(MappingReader& context, std::string_view key, const Kind& kind);
  std::optional<Error> failure() const;

  std::vector<Source> sources_;
};

const YamlNode* scalar_in(const YamlNode* node, std::string_view key) {
  const YamlNode* value = node == nullptr ? nullptr : node->find(key);
  return value != nullptr && value->kind == YamlKind::kScalar ? value : nullptr;
}

std::string Reading::current_context() const {
  for (const Source& source : sources_) {
    const YamlNode* name = scalar_in(source.root.get(), "current-context");
    if (name != nullptr && !name->text.empty()) return name->text;
  }
  return {};
}

std::optional<Entry> Reading::find(const Kind& kind, std::string_view name) {
  for (Source& source : sources_) {
    const YamlNode* list = source.root ? source.root->find(kind.list) : nullptr;
    for (std::size_t k = 0; list != nullptr && k < list->items.size(); ++k) {
      const YamlNode& item = *list->items[k];
      const YamlNode* own = scalar_in(&item, "name");
      if (own == nullptr || own->text != name) continue;
      return Entry{
          &source, item.find(kind.item),
          std::string(kind.list) + "[" + std::to_string(k) + "]." + std::string(kind.item)};
    }
  }
  return std::nullopt;
}

std::vector<std::string> Reading::names_of(const Kind& kind) const {
  std::vector<std::string> names;
  for (const Source& source : sources_) {
    const YamlNode* list = source.root ? source.root->find(kind.list) : nullptr;
    if (list == nullptr) continue;
    for (const YamlPtr& item : list->items)
      if (const YamlNode* name = scalar_in(item.get(), "name")) names.push_back(name->text);
  }
  return names;
}

Error Reading::unknown_context(const std::string& name) const {
  std::string text;
  for (const Source& source : sources_) text += (text.empty() ? "" : ", ") + source.file->path;
  text += name.empty() ? ": there is no current-context; choose one with --context"
                       : ": there is no context \"" + name + "\"";
  const std::vector<std::string> known = names_of(kContexts);
  if (const std::optional<std::string> meant = nearest(name, known))
    return {ErrorCode::kInvalid, text + "; did you mean \"" + *meant + "\"?"};
  const char* before = "; there is ";
  for (const std::string& each : known) text += std::exchange(before, ", ") + each;
  return {ErrorCode::kInvalid, text + (known.empty() ? "; the files name no context at all" : "")};
}

std::optional<Entry> Reading::follow(MappingReader& context, std::string_view key,
                                     const Kind& kind) {
  const std::string name = said(context, key);
  if (name.empty()) return std::nullopt;
  std::optional<Entry> entry = find(kind, name);
  if (!entry)
    context.refuse(key, "\"" + name + "\" is not among the " + std::string(kind.list),
                   "add it there, or name another");
  return entry;
}

std::optional<Error> Reading::failure() const {
  for (const Source& source : sources_)
    if (std::optional<Error> failed = source.report->failure(source.file->path)) return failed;
  return std::nullopt;
}

Result<Kubeconfig> Reading::run(std::string_view wanted) {
  Kubeconfig read;
  read.context = wanted.empty() ? current_context() : std::string(wanted);
  const std::optional<Entry> chosen = find(kContexts, read.context);
  if (read.context.empty() || !chosen) return unknown_context(read.context);

  MappingReader context = chosen->reader();
  read.space = said(context, "namespace");
  const std::optional<Entry> cluster = follow(context, "cluster", kClusters);
  const std::optional<Entry> user = follow(context, "user", kUsers);
  if (said(context, "cluster").empty())
    context.refuse("cluster", "is missing", "name one of the clusters");
  if (cluster) {
    MappingReader reader = cluster->reader();
    read.cluster = kube_cluster_of(reader, cluster->source->folder());
  }
  if (user) {
    MappingReader reader = user->reader();
    read.user = kube_user_of(reader, user->source->folder());
  }
  if (std::optional<Error> failed = failure()) return *std::move(failed);
  for (const Source& source : sources_)
    for (std::string& warning : source.report->warnings(source.file->path))
      read.warnings.push_back(std::move(warning));
  return read;
}

}  // namespace

Result<Kubeconfig> read_kubeconfig(const std::vector<KubeconfigFile>& files,
                                   std::string_view context) {
  std::vector<Source> sources;
  for (const KubeconfigFile& file : files) {
    auto report = std::make_unique<Report>();
    YamlPtr root = parse_one(file.yaml, *report);
    if (std::optional<Error> failed = report->failure(file.path)) return *std::move(failed);
    sources.push_back({&file, std::move(root), std::move(report)});
  }
  return Reading(std::move(sources)).run(context);
}

std::vector<std::string> kubeconfig_paths(std::string_view list, std::string_view home) {
  if (list.empty()) return {std::string(home) + "/.kube/config"};
  std::vector<std::string> paths;
  while (!list.empty()) {
    const std::string_view path = list.substr(0, list.find(':'));
    if (!path.empty()) paths.emplace_back(path);
    list.remove_prefix(std::min(list.size(), path.size() + 1));
  }
  return paths;
}

}  // namespace npushare::config
