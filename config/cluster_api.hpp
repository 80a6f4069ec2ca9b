/// How the embedded API server behaves, as the `api:` section of a cluster file says.
///
/// Shape:  dra (true: it serves resource.k8s.io, and the claim controller runs); watchList (false:
/// answers 422 to it, as servers without the feature do); bookmarkEvery;
///         tokens[]: {token, user, groups}, when there are none every token is good; deny[]: {user,
///         verb, group, resource, namespace, path}, each key that is left out stands for anything.
/// Source: spec/kube-scheduler-extender.md 4.1, 4.5.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "config/mapping_reader.hpp"

namespace npushare::config {

struct ClusterToken {
  std::string token;
  std::string user;
  std::vector<std::string> groups;
};

/// Empty fields match anything. `resource` may name a subresource: pods/binding.
struct AccessRule {
  std::string user;
  std::string verb;
  std::string group;
  std::string resource;
  std::string space;
  std::string path;
};

struct ClusterApi {
  bool watch_list = true;
  bool has_dra = false;
  std::chrono::milliseconds bookmark_every{60'000};
  std::vector<ClusterToken> tokens;
  std::vector<AccessRule> denied;
};

/// The section `api` of `root`.
ClusterApi cluster_api_of(MappingReader& root);

}  // namespace npushare::config
