#include "scheduler/metrics/question_meters.hpp"

#include "scheduler/metrics/words.hpp"

namespace npushare::metrics {
namespace {

using prometheus::BuildCounter;
using prometheus::BuildHistogram;

constexpr std::array kVerbs{Verb::kFilter,
                            Verb::kPrioritize,
                            Verb::kPreempt,
                            Verb::kBind,
                            Verb::kAdmit,
                            Verb::kConvert,
                            Verb::kVolcanoPredicate,
                            Verb::kVolcanoPrioritize,
                            Verb::kVolcanoAllocate,
                            Verb::kVolcanoDeallocate,
                            Verb::kVolcanoOther};
/// Those that ask about nodes.
constexpr std::array kAsking{Verb::kFilter, Verb::kPrioritize, Verb::kPreempt,
                             Verb::kVolcanoPredicate, Verb::kVolcanoPrioritize};
constexpr std::array kOutcomes{Outcome::kDone, Outcome::kRefused, Outcome::kError,
                               Outcome::kNotReady, Outcome::kNotLeading};

/// From a filter over a few nodes to the longest that a scheduler waits for a bind.
prometheus::Histogram::BucketBoundaries durations() {
  return {0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01,
          0.025,   0.05,   0.1,     0.25,   0.5,   1,      2.5,   5};
}

std::string text(std::string_view word) {
  return std::string(word);
}

bool can_come(Verb verb, Outcome outcome) {
  switch (verb) {
    case Verb::kBind:
    case Verb::kAdmit:
    case Verb::kVolcanoAllocate: return outcome != Outcome::kRefused;
    case Verb::kConvert:
    case Verb::kVolcanoDeallocate:
    case Verb::kVolcanoOther: return outcome == Outcome::kDone || outcome == Outcome::kError;
    case Verb::kFilter:
    case Verb::kPrioritize:
    case Verb::kPreempt:
    case Verb::kVolcanoPredicate:
    case Verb::kVolcanoPrioritize: return outcome != Outcome::kNotLeading;
  }
  __builtin_unreachable();
}

template <class Value>
std::size_t place_of(Value value) {
  return static_cast<std::size_t>(value);
}

}  // namespace

QuestionMeters::QuestionMeters(prometheus::Registry& registry) {
  add_requests(registry);
  add_nodes(registry);
  add_reasons(registry);
}

void QuestionMeters::add_requests(prometheus::Registry& registry) {
  auto& requests = BuildCounter()
                       .Name("npushare_requests_total")
                       .Help("Calls of the scheduler, by verb and outcome.")
                       .Register(registry);
  auto& took = BuildHistogram()
                   .Name("npushare_request_duration_seconds")
                   .Help("From the whole request to the answer, by verb.")
                   .Register(registry);
  auto& bytes = BuildCounter()
                    .Name("npushare_request_body_bytes_total")
                    .Help("What the scheduler sent, by verb.")
                    .Register(registry);
  for (const Verb verb : kVerbs) {
    OfVerb& meters = verbs_[place_of(verb)];
    const std::string name = text(word_of(verb));
    for (const Outcome outcome : kOutcomes) {
      if (!can_come(verb, outcome)) continue;
      meters.outcomes[place_of(outcome)] =
          &requests.Add({{"verb", name}, {"outcome", text(word_of(outcome))}});
    }
    meters.took = &took.Add({{"verb", name}}, durations());
    meters.body_bytes = &bytes.Add({{"verb", name}});
  }
}

void QuestionMeters::add_nodes(prometheus::Registry& registry) {
  auto& nodes = BuildCounter()
                    .Name("npushare_candidates_total")
                    .Help("Nodes that the scheduler asked about, by verb and verdict.")
                    .Register(registry);
  for (const Verb verb : kAsking) {
    OfVerb& meters = verbs_[place_of(verb)];
    const std::string name = text(word_of(verb));
    meters.fit = &nodes.Add({{"verb", name}, {"verdict", "fit"}});
    meters.refused = &nodes.Add({{"verb", name}, {"verdict", "refused"}});
  }
}

void QuestionMeters::add_reasons(prometheus::Registry& registry) {
  auto& pods =
      BuildCounter()
          .Name("npushare_refusals_total")
          .Help("Pods for which filter found no node, by what most nodes were refused for.")
          .Register(registry);
  auto& nodes = BuildCounter()
                    .Name("npushare_refused_nodes_total")
                    .Help("Nodes that filter and Volcano's predicate refused, by reason.")
                    .Register(registry);
  for (std::size_t i = 0; i < kReasonCount; ++i) {
    const std::string reason = text(code_of(static_cast<Reason>(i)));
    refused_pods_[i] = &pods.Add({{"reason", reason}});
    refused_nodes_[i] = &nodes.Add({{"reason", reason}});
  }
}

void QuestionMeters::count(const Answered& question) {
  OfVerb& meters = verbs_[place_of(question.verb)];
  if (auto* outcome = meters.outcomes[place_of(question.outcome)]) outcome->Increment();
  meters.took->Observe(std::chrono::duration<double>(question.took).count());
  meters.body_bytes->Increment(static_cast<double>(question.body_bytes));
  if (meters.fit == nullptr) return;
  meters.fit->Increment(static_cast<double>(question.fit));
  meters.refused->Increment(static_cast<double>(question.nodes - question.fit));
  count_reasons(question);
}

void QuestionMeters::count_reasons(const Answered& question) {
  std::uint32_t most = 0;
  std::size_t main = 0;
  question.reasons.each([&](Reason reason, std::uint32_t count) {
    refused_nodes_[place_of(reason)]->Increment(count);
    if (count <= most) return;
    most = count;
    main = place_of(reason);
  });
  // predicate is about one node: what it refuses is no pod.
  const bool is_whole = question.verb != Verb::kVolcanoPredicate;
  if (is_whole && question.outcome == Outcome::kRefused && most > 0)
    refused_pods_[main]->Increment();
}

}  // namespace npushare::metrics
