#include "scheduler/verbs/opinion_memory.hpp"

#include <algorithm>

namespace npushare::verbs {
namespace {

bool have_same_kinds(const std::vector<Container>& a, const std::vector<Container>& b) {
  return std::ranges::equal(a, b, {}, &Container::kind, &Container::kind);
}

/// What a plan and its score depend on; who asks and what its containers are called is not of it.
bool ask_the_same(const Request& a, const Request& b) {
  return a.asks == b.asks && have_same_kinds(a.containers, b.containers) &&
         a.uuid_lists == b.uuid_lists && a.holder->priority == b.holder->priority;
}

}  // namespace

bool OpinionMemory::Shape::is_of(const Question& question) const {
  return node_policy == question.node_policy && chip_policy == question.chip_policy &&
         ask_the_same(request, question.request);
}

OpinionMemory::Shape& OpinionMemory::shape_of(const Question& question) {
  const auto known =
      std::ranges::find_if(shapes_, [&](const Shape& shape) { return shape.is_of(question); });
  if (known != shapes_.end()) return *known;

  Shape shape{question.request, question.node_policy, question.chip_policy, 0, {}};
  if (shapes_.size() < kMostShapes) return shapes_.emplace_back(std::move(shape));
  Shape& oldest = *std::ranges::min_element(shapes_, {}, &Shape::used);
  oldest = std::move(shape);
  return oldest;
}

std::shared_ptr<OpinionMemory> make_opinion_memory() {
  return std::make_shared<OpinionMemory>();
}

OpinionMemory::Loan OpinionMemory::borrow(const Question& question, std::size_t nodes) {
  std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock) return {};
  Shape& shape = shape_of(question);
  shape.used = ++calls_;
  shape.entries.resize(nodes);
  return {std::move(lock), shape};
}

}  // namespace npushare::verbs
