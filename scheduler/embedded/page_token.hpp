/// The `continue` token of a paged list.
///
/// Shape:  base64url without padding of {"v":"meta.k8s.io/v1","rv":VERSION,"start":"/KEY\u0000"}.
/// Errors: kInvalid for anything else.
/// Source: data/recorded/kube-apiserver-1.37.2/list-nodes-page.body, list-continue-expired.body.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "accounting/result.hpp"
#include "scheduler/embedded/versioned_map.hpp"

namespace npushare::embedded {

struct PageToken {
  std::optional<Version> version;  // nothing: whatever is current, without consistency
  std::string last_key;            // the page begins behind it
};

std::string write_token(const PageToken& token);
Result<PageToken> read_token(std::string_view text);

}  // namespace npushare::embedded
