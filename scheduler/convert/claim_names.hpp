/// What claims and templates are called.
///
/// Source: spec/dra-accounting.md 4.5 and 4.9, vectors 10.5; NIST SHA-256.
#pragma once

#include <string>
#include <string_view>

namespace npushare::convert {

/// A claim's name in mode claim. Short ones are all of it; of a long one the first 54 characters
/// stay, then a hash. May hold what is no DNS label when the parts do.
std::string claim_name(std::string_view full);

/// NAMESPACE-POD-CONTAINER-model, which claim_name() makes a name of.
std::string full_claim_name(std::string_view space, std::string_view pod,
                            std::string_view container, std::string_view model);

/// 16 hexadecimal digits that stand for a specification in canonical form.
std::string spec_hash(std::string_view canonical);

/// A template's name: by its content, so that equal ones are one object.
std::string template_name(std::string_view canonical);

/// 1 to 63 of a-z, 0-9 and '-', the last not at either end.
bool is_dns_label(std::string_view text);

}  // namespace npushare::convert
