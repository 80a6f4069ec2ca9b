#include "scheduler/verbs/admit_marks.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <string>

#include "scheduler/backends/keys.hpp"

namespace npushare::verbs {
namespace {

constexpr std::array kTimes{backends::kTimeKey, backends::kBindTimeKey,
                            backends::kPredicateTimeKey};

bool is_time(std::string_view key) {
  return std::ranges::find(kTimes, key) != kTimes.end();
}

bool is_unix_time(std::string_view text) {
  constexpr std::size_t kMostDigits = 12;
  return !text.empty() && text.size() <= kMostDigits &&
         std::ranges::all_of(text, [](char letter) { return letter >= '0' && letter <= '9'; });
}

/// Ours from a moment ago, or as good as ours.
bool grants_the_same(const wire::StringMap& marks, const wire::StringMap& carried) {
  return std::ranges::all_of(marks, [&](const auto& mark) {
    const auto there = carried.find(mark.first);
    if (there == carried.end()) return false;
    return is_time(mark.first) ? is_unix_time(there->second) : there->second == mark.second;
  });
}

void take_out_others(wire::AnnotationPatch& patch, const Catalogue& catalogue) {
  for (const ChipModel& model : catalogue.models) {
    for (const std::string& key :
         {backends::to_allocate_key(model.name), backends::allocated_key(model.name),
          backends::runtime_key(model.name)})
      patch.try_emplace(key, std::nullopt);
  }
}

}  // namespace

wire::AnnotationPatch marks_for(const Allocation& grants, const wire::StringMap& carried,
                                const Services& with) {
  const backends::Dialect& dialect = with.rules.load()->dialect;
  const wire::StringMap marks =
      dialect.write_grants(grants, std::chrono::system_clock::to_time_t(with.clock.wall()));
  const bool keeps_times = grants_the_same(marks, carried);
  wire::AnnotationPatch patch;
  for (const auto& [key, value] : marks)
    patch[key] = keeps_times && is_time(key) ? carried.find(key)->second : value;
  take_out_others(patch, dialect.catalogue());
  return patch;
}

}  // namespace npushare::verbs
