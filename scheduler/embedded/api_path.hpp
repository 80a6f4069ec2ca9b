/// An API path to what it names.
///
/// Forms: /api/v1/... for the core group, /apis/GROUP/VERSION/... for the others; then PLURAL, or
///        namespaces/SPACE/PLURAL; then NAME; then a subresource.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "scheduler/embedded/kinds.hpp"

namespace npushare::embedded {

enum class Subresource { kNone, kStatus, kBinding };

struct ApiPath {
  Place place;  // an empty name: the collection
  Subresource subresource = Subresource::kNone;
};

/// Nothing when no resource of ours is there.
std::optional<ApiPath> read_path(std::string_view path);

}  // namespace npushare::embedded
