/// Field and label selectors: equality and inequality, joined by commas.
///
/// Errors: kInvalid for a field that the kind has no selector for, and for set-based label terms.
/// Source: spec/kube-scheduler-extender.md 4.1.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "accounting/result.hpp"
#include "scheduler/embedded/kinds.hpp"
#include "scheduler/wire/json.hpp"

namespace npushare::embedded {

class Selector {
 public:
  bool matches(const wire::Json& object) const;
  bool is_empty() const { return terms_.empty(); }

  friend Result<Selector> read_selector(const Kind& kind, std::string_view fields,
                                        std::string_view labels);

 private:
  struct Term {
    std::vector<std::string> path;
    std::string value;
    bool is_negated = false;
    bool is_label = false;
  };
  static Result<Term> read_term(std::string_view text);
  Result<> add_fields(const Kind& kind, std::string_view text);
  Result<> add_labels(std::string_view text);

  std::vector<Term> terms_;
};

Result<Selector> read_selector(const Kind& kind, std::string_view fields, std::string_view labels);

}  // namespace npushare::embedded
