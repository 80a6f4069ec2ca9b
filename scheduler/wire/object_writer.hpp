/// What npushare sends to the API server, as bytes.
#pragma once

#include <string>
#include <string_view>

#include "scheduler/wire/objects.hpp"

namespace npushare::wire {

/// All that a Binding carries: the API server merges the annotations as it sets the node.
struct Binding {
  PodKey pod;
  PodUid uid;
  NodeName node;
  StringMap annotations;
};

std::string write_binding(const Binding& binding);

/// A JSON merge patch of metadata.annotations. An empty uid or resource_version is left out.
std::string write_annotation_patch(const AnnotationPatch& patch, std::string_view uid,
                                   std::string_view resource_version);

/// Appends the text as a JSON string, with <, > and & escaped as Go does.
void append_quoted(std::string& out, std::string_view text);
/// For logs: what came from outside neither ends its field nor starts a new line.
std::string quoted(std::string_view text);

}  // namespace npushare::wire
