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

void OpinionMemory::Shape::catch_up(const LedgerBook::Directory& now, const ChangeLog& changes) {
  const bool is_same = directory.lock() == now;
  const bool is_known = is_same && changes.each_since(seen, [&](std::string_view name) {
    if (const auto number = now->find(name)) thoughts[*number] = Thought::kNone;
  });
  if (is_known) return;
  seen = changes.end();  // before the versions are read: what changes meanwhile is told again
  begin_anew(now);
}

/// A version belongs to one state of one node: where it is still there, so is the rating.
void OpinionMemory::Shape::begin_anew(const LedgerBook::Directory& now) {
  directory = now;
  thoughts.assign(now->size(), Thought::kNone);
  ratings.resize(now->size());
  for (std::uint32_t node = 0; node < ratings.size(); ++node) {
    const std::uint64_t version = ratings[node].version;
    if (version != 0 && version == now->row(node).version()) thoughts[node] = Thought::kRated;
  }
}

OpinionMemory::Shape& OpinionMemory::shape_of(const Question& question) {
  const auto known =
      std::ranges::find_if(shapes_, [&](const Shape& shape) { return shape.is_of(question); });
  if (known != shapes_.end()) return *known;

  Shape shape{.request = question.request,
              .node_policy = question.node_policy,
              .chip_policy = question.chip_policy};
  if (shapes_.size() < kMostShapes) return shapes_.emplace_back(std::move(shape));
  Shape& oldest = *std::ranges::min_element(shapes_, {}, &Shape::used);
  oldest = std::move(shape);
  return oldest;
}

std::shared_ptr<OpinionMemory> make_opinion_memory() {
  return std::make_shared<OpinionMemory>();
}

OpinionMemory::Loan OpinionMemory::borrow(const Question& question,
                                          const LedgerBook::Directory& now,
                                          const ChangeLog& changes) {
  std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock) return {};
  Shape& shape = shape_of(question);
  shape.used = ++calls_;
  shape.catch_up(now, changes);
  return {std::move(lock), shape};
}

}  // namespace npushare::verbs
