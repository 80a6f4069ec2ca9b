#include "scheduler/embedded/selectors.hpp"

#include <algorithm>
#include <array>

namespace npushare::embedded {
namespace {

constexpr std::array<std::string_view, 2> kFieldsOfAll{"metadata.name", "metadata.namespace"};
constexpr std::array<std::string_view, 4> kFieldsOfPods{"spec.nodeName", "spec.schedulerName",
                                                        "status.phase", "status.nominatedNodeName"};

constexpr std::array<std::string_view, 2> kFieldsOfSlices{"spec.nodeName", "spec.driver"};

bool has_field(const Kind& kind, std::string_view field) {
  if (std::ranges::find(kFieldsOfAll, field) != kFieldsOfAll.end()) return true;
  if (&kind == &slices()) return std::ranges::find(kFieldsOfSlices, field) != kFieldsOfSlices.end();
  return &kind == &pods() && std::ranges::find(kFieldsOfPods, field) != kFieldsOfPods.end();
}

std::vector<std::string_view> pieces(std::string_view text, char separator) {
  std::vector<std::string_view> found;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    found.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return found;
}

}  // namespace

Result<Selector::Term> Selector::read_term(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0) {
    return Error{ErrorCode::kInvalid, "unable to parse requirement \"" + std::string(text) +
                                          "\": only =, == and != are supported"};
  }
  Term term;
  term.is_negated = text[equals - 1] == '!';
  const std::string_view name = text.substr(0, equals - (term.is_negated ? 1 : 0));
  std::string_view value = text.substr(equals + 1);
  if (!term.is_negated && value.starts_with('=')) value.remove_prefix(1);
  term.path.emplace_back(name);
  term.value = value;
  return term;
}

Result<> Selector::add_fields(const Kind& kind, std::string_view text) {
  for (const std::string_view piece : pieces(text, ',')) {
    Result<Term> term = read_term(piece);
    if (!term) return term.error();
    const std::string field = term->path.front();
    if (!has_field(kind, field))
      return Error{ErrorCode::kInvalid, "field label not supported: " + field};
    term->path.clear();
    for (const std::string_view key : pieces(field, '.')) term->path.emplace_back(key);
    terms_.push_back(*std::move(term));
  }
  return {};
}

Result<> Selector::add_labels(std::string_view text) {
  for (const std::string_view piece : pieces(text, ',')) {
    Result<Term> term = read_term(piece);
    if (!term) return term.error();
    term->is_label = true;
    terms_.push_back(*std::move(term));
  }
  return {};
}

bool Selector::matches(const wire::Json& object) const {
  return std::ranges::all_of(terms_, [&object](const Term& term) {
    const wire::Json* here = term.is_label ? &object.at("metadata", "labels") : &object;
    for (const std::string& key : term.path) here = &(*here)[key];
    return (here->string() == term.value && (!term.is_label || here->is_string())) !=
           term.is_negated;
  });
}

Result<Selector> read_selector(const Kind& kind, std::string_view fields, std::string_view labels) {
  Selector selector;
  Result<> added = selector.add_fields(kind, fields);
  if (!added) return added.error();
  added = selector.add_labels(labels);
  if (!added) return added.error();
  return selector;
}

}  // namespace npushare::embedded
