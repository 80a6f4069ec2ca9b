#include "scheduler/kube/informer_targets.hpp"

#include "scheduler/kube/percent.hpp"

namespace npushare::kube {
namespace {

std::string selector(const InformerOptions& options) {
  if (options.field_selector.empty()) return {};
  return "&fieldSelector=" + percent_encoded(options.field_selector);
}

std::string watch_for(const InformerOptions& options, std::int64_t seconds) {
  return options.path +
         "?watch=1&allowWatchBookmarks=true&timeoutSeconds=" + std::to_string(seconds);
}

}  // namespace

std::string list_target(const InformerOptions& options, const std::string& version,
                        const std::string& continue_token) {
  if (version == "0") return options.path + "?resourceVersion=0" + selector(options);
  std::string target = options.path + "?limit=" + std::to_string(options.page) + selector(options);
  // The token carries the version of its first page.
  if (!continue_token.empty()) return target + "&continue=" + percent_encoded(continue_token);
  if (version.empty()) return target;
  return target + "&resourceVersion=" + percent_encoded(version) +
         "&resourceVersionMatch=NotOlderThan";
}

std::string watch_target(const InformerOptions& options, const std::string& version,
                         std::int64_t seconds) {
  return watch_for(options, seconds) + "&resourceVersion=" + percent_encoded(version) +
         selector(options);
}

std::string stream_target(const InformerOptions& options, std::int64_t seconds) {
  return watch_for(options, seconds) +
         "&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&resourceVersion=" +
         selector(options);
}

}  // namespace npushare::kube
