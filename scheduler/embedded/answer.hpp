/// What the API server answers: a code with an object, or with a metav1.Status that says why not.
///
/// Source: data/recorded/kube-apiserver-1.37.2, one body for each of these failures.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "scheduler/embedded/kinds.hpp"
#include "scheduler/wire/json.hpp"

namespace npushare::embedded {

struct Answer {
  unsigned code = 200;
  wire::Json body;

  bool ok() const { return code < 300; }
};

/// The Status of a failure; null details are left out.
Answer failure(unsigned code, std::string_view reason, std::string_view message,
               wire::Json details = {});

/// {"name":...,"group":...,"kind":...} as failures about one object carry it.
wire::Json details_of(const Kind& kind, std::string_view name);

Answer success_status(unsigned code, wire::Json details = {});

Answer not_found(const Kind& kind, std::string_view name);
Answer already_exists(const Kind& kind, std::string_view name);
/// "Operation cannot be fulfilled on ...: `why`".
Answer conflict(const Kind& kind, std::string_view name, std::string_view why);
/// The object has another resourceVersion than the write names.
Answer modified(const Kind& kind, std::string_view name);
/// `what` is UID or ResourceVersion.
Answer precondition_failed(const Place& place, std::string_view what, std::string_view wanted,
                           std::string_view found);
Answer invalid(const Kind& kind, std::string_view name, std::string_view field,
               std::string_view problem);
Answer bad_request(std::string_view message);
/// The version asked for has not been reached yet.
Answer version_too_large(std::uint64_t wanted, std::uint64_t current);
/// A watch from a version that the log no longer covers.
Answer version_too_old(std::uint64_t wanted, std::uint64_t oldest);

}  // namespace npushare::embedded
