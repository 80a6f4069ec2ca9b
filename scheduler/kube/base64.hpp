/// Bytes as text. Source: RFC 4648 4, with padding.
#pragma once

#include <string>
#include <string_view>

namespace npushare::kube {

std::string base64(std::string_view bytes);

}  // namespace npushare::kube
