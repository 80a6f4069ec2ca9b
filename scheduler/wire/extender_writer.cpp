#include <algorithm>
#include <deque>
#include <utility>

#include "scheduler/wire/extender.hpp"
#include "scheduler/wire/object_writer.hpp"

namespace npushare::wire {
namespace {

/// The reasons of one answer, each made ready once: there are few, whatever the number of nodes.
class ReasonTails {
 public:
  /// What follows a refused node's name: `:"reason",`.
  std::string_view of(std::string_view reason) {
    // Reasons are constant texts, so equal ones mostly are the very same.
    if (last_ == nullptr || last_->reason.data() != reason.data() ||
        last_->reason.size() != reason.size())
      last_ = &find(reason);
    return last_->tail;
  }

 private:
  struct Known {
    std::string_view reason;
    std::string tail;
  };

  const Known& find(std::string_view reason) {
    const auto found = std::ranges::find(known_, reason, &Known::reason);
    if (found != known_.end()) return *found;
    Known& added = known_.emplace_back(Known{reason, ":"});
    append_quoted(added.tail, reason);
    added.tail += ',';
    return added;
  }

  std::deque<Known> known_;  // its elements do not move
  const Known* last_ = nullptr;
};

/// An answer is put twice by the same function: once to be measured, once to be written.
class Measure {
 public:
  void put(std::string_view text) { size_ += text.size(); }
  void take_back_comma() { --size_; }
  std::size_t size() const { return size_; }

 private:
  std::size_t size_ = 0;
};

class Text {
 public:
  explicit Text(std::size_t size) { text_.reserve(size); }
  void put(std::string_view text) { text_.append(text); }
  void take_back_comma() { text_.pop_back(); }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

template <class Put>
std::string write(const Put& put) {
  Measure measure;
  put(measure);
  Text text(measure.size());
  put(text);
  return text.take();
}

template <class Out>
void put_items(Out& out, std::span<const std::string_view> items) {
  out.put("[");
  for (const std::string_view item : items) {
    out.put(item);
    out.put(",");
  }
  if (!items.empty()) out.take_back_comma();
  out.put("]");
}

template <class Out>
void put_map(Out& out, std::span<const RefusedNode> nodes, ReasonTails& tails) {
  out.put("{");
  for (const RefusedNode& node : nodes) {
    out.put(node.quoted);
    out.put(tails.of(node.reason));
  }
  if (!nodes.empty()) out.take_back_comma();
  out.put("}");
}

template <class Out>
void put_answer(Out& out, const FilterAnswer& answer, ReasonTails& tails) {
  if (answer.with_nodes) {
    out.put(R"({"Nodes":{"metadata":{},"items":)");
    put_items(out, answer.raw_nodes);
    out.put(R"(},"NodeNames":null)");
  } else {
    out.put(R"({"NodeNames":)");
    put_items(out, answer.fitting.runs());
  }
  out.put(R"(,"FailedNodes":)");
  put_map(out, answer.unschedulable, tails);
  out.put(R"(,"FailedAndUnresolvableNodes":)");
  put_map(out, answer.unresolvable, tails);
  out.put(R"(,"Error":""})");
}

/// What follows a host's name, for each score there is: `,"Score":7},`.
class ScoreTails {
 public:
  std::string_view of(std::int64_t score) {
    const auto found = std::ranges::find(known_, score, &Known::score);
    if (found != known_.end()) return found->tail;
    return known_.emplace_back(Known{score, R"(,"Score":)" + std::to_string(score) + "},"}).tail;
  }

 private:
  struct Known {
    std::int64_t score;
    std::string tail;
  };
  std::deque<Known> known_;
};

template <class Out>
void put_scores(Out& out, std::span<const HostScore> scores, ScoreTails& tails) {
  out.put("[");
  for (const HostScore& host : scores) {
    out.put(R"({"Host":)");
    out.put(host.quoted);
    out.put(tails.of(host.score));
  }
  if (!scores.empty()) out.take_back_comma();
  out.put("]");
}

}  // namespace

std::string write_filter_answer(const FilterAnswer& answer) {
  ReasonTails tails;
  return write([&](auto& out) { put_answer(out, answer, tails); });
}

std::string write_filter_error(std::string_view error) {
  std::string out =
      R"({"NodeNames":null,"FailedNodes":null,"FailedAndUnresolvableNodes":null,"Error":)";
  append_quoted(out, error);
  out += '}';
  return out;
}

std::string write_scores(std::span<const HostScore> scores) {
  ScoreTails tails;
  return write([&](auto& out) { put_scores(out, scores, tails); });
}

std::string write_bind_answer(std::string_view error) {
  std::string out = R"({"Error":)";
  append_quoted(out, error);
  out += '}';
  return out;
}

}  // namespace npushare::wire
