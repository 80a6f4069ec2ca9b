#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
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

/// Shorter pieces are copied: each piece of its own costs the sender about as much as copying this.
constexpr std::size_t kWorthSplicing = 4096;

/// An answer is put twice by the same function: once to be measured, once to be written.
class Measure {
 public:
  void put(std::string_view text) { add(text.size()); }
  void add(std::size_t size) { size_ += size; }
  void put_piece(std::string_view piece) {
    if (piece.size() < kWorthSplicing) put(piece);
  }
  void take_back_comma() { --size_; }
  std::size_t size() const { return size_; }

 private:
  std::size_t size_ = 0;
};

/// What is put very often, with room to copy all of it at once.
struct Stamp {
  std::array<char, 16> text;
  std::uint8_t size;
};

[[gnu::always_inline]] inline char* put_at(char* to, const Stamp& stamp) {
  std::memcpy(to, stamp.text.data(), stamp.text.size());
  return to + stamp.size;
}

/// Names and reasons are a few dozen bytes, too few to pay for finding out how to copy them.
[[gnu::always_inline]] inline char* put_at(char* to, std::string_view text) {
  constexpr std::size_t kStep = 16;
  const char* const from = text.data();
  const std::size_t size = text.size();
  if (size < kStep || size > 4 * kStep) {
    std::memcpy(to, from, size);
    return to + size;
  }
  std::memcpy(to, from, kStep);
  if (size > 2 * kStep) {
    std::memcpy(to + kStep, from + kStep, kStep);
    std::memcpy(to + size - 2 * kStep, from + size - 2 * kStep, kStep);
  }
  std::memcpy(to + size - kStep, from + size - kStep, kStep);
  return to + size;
}

class Text {
 public:
  explicit Text(std::size_t size) { reply_.text.resize(size + sizeof(Stamp::text)); }
  void put(std::string_view text) { move_to(put_at(end(), text)); }
  /// Of the request's text.
  void put_piece(std::string_view piece) {
    if (piece.size() < kWorthSplicing) return put(piece);
    reply_.splices.emplace_back(size_, piece);
  }
  void take_back_comma() { --size_; }

  /// For whoever puts thousands: what is put at the end counts once the end is moved behind it.
  char* end() { return reply_.text.data() + size_; }
  void move_to(const char* end) { size_ = static_cast<std::size_t>(end - reply_.text.data()); }

  ReplyText take() {
    reply_.text.resize(size_);
    return std::move(reply_);
  }

 private:
  ReplyText reply_;
  std::size_t size_ = 0;  // of what is put so far
};

template <class Put>
ReplyText write(const Put& put) {
  Measure measure;
  put(measure);
  Text text(measure.size());
  put(text);
  return text.take();
}

template <class Out>
void put_items(Out& out, std::span<const std::string_view> items) {
  out.put("[");
  for (std::size_t at = 0; at < items.size(); ++at) {
    if (at > 0) out.put(",");
    out.put_piece(items[at]);
  }
  out.put("]");
}

void put_refused(Measure& out, const RefusedRun& refused, std::string_view tail,
                 const Candidates&) {
  const std::size_t commas = refused.nodes.count - 1;
  out.add(refused.nodes.text.size() - commas + refused.nodes.count * tail.size());
}

void put_refused(Text& out, const RefusedRun& refused, std::string_view tail,
                 const Candidates& candidates) {
  char* at = out.end();
  candidates.each_name(refused.nodes, [&at, tail](std::string_view quoted) {
    at = put_at(put_at(at, quoted), tail);
  });
  out.move_to(at);
}

template <class Out>
void put_map(Out& out, std::span<const RefusedRun> runs, const Candidates& candidates,
             ReasonTails& tails) {
  out.put("{");
  for (const RefusedRun& refused : runs)
    put_refused(out, refused, tails.of(refused.reason), candidates);
  if (!runs.empty()) out.take_back_comma();
  out.put("}");
}

template <class Out>
void put_answer(Out& out, const FilterAnswer& answer, const Candidates& candidates,
                ReasonTails& tails) {
  out.put(answer.with_nodes ? R"({"Nodes":{"metadata":{},"items":)" : R"({"NodeNames":)");
  put_items(out, answer.fitting.runs());
  if (answer.with_nodes) out.put(R"(},"NodeNames":null)");
  out.put(R"(,"FailedNodes":)");
  put_map(out, answer.unschedulable, candidates, tails);
  out.put(R"(,"FailedAndUnresolvableNodes":)");
  put_map(out, answer.unresolvable, candidates, tails);
  out.put(R"(,"Error":""})");
}

constexpr Stamp stamp_of(std::string_view text) {
  Stamp stamp{{}, static_cast<std::uint8_t>(text.size())};
  std::ranges::copy(text, stamp.text.begin());
  return stamp;
}

constexpr Stamp kHost = stamp_of(R"({"Host":)");

/// What follows a host's name, for each score there is.
constexpr std::array kScores{
    stamp_of(R"(,"Score":0},)"), stamp_of(R"(,"Score":1},)"), stamp_of(R"(,"Score":2},)"),
    stamp_of(R"(,"Score":3},)"), stamp_of(R"(,"Score":4},)"), stamp_of(R"(,"Score":5},)"),
    stamp_of(R"(,"Score":6},)"), stamp_of(R"(,"Score":7},)"), stamp_of(R"(,"Score":8},)"),
    stamp_of(R"(,"Score":9},)"), stamp_of(R"(,"Score":10},)")};

/// With a comma behind each.
std::size_t length_of_scores(const Candidates& candidates, std::span<const std::uint8_t> scores) {
  std::size_t length = 0;
  for (const CandidateRun& run : candidates.runs()) length += run.text.size() - (run.count - 1);
  for (const std::uint8_t score : scores) length += kHost.size + kScores[score].size;
  return length;
}

}  // namespace

ReplyText write_filter_answer(const FilterAnswer& answer, const Candidates& candidates) {
  ReasonTails tails;
  return write([&](auto& out) { put_answer(out, answer, candidates, tails); });
}

std::string write_filter_error(std::string_view error) {
  std::string out =
      R"({"NodeNames":null,"FailedNodes":null,"FailedAndUnresolvableNodes":null,"Error":)";
  append_quoted(out, error);
  out += '}';
  return out;
}

std::string write_scores(const Candidates& candidates, std::span<const std::uint8_t> scores) {
  if (candidates.empty()) return "[]";
  Text out(length_of_scores(candidates, scores) + 1);
  out.put("[");
  char* at = out.end();
  for (const CandidateRun& run : candidates.runs()) {
    const std::uint8_t* score = &scores[run.index];
    candidates.each_name(run, [&at, &score](std::string_view quoted) {
      at = put_at(put_at(put_at(at, kHost), quoted), kScores[*score++]);
    });
  }
  out.move_to(at);
  out.take_back_comma();
  out.put("]");
  return out.take().text;
}

std::string write_bind_answer(std::string_view error) {
  std::string out = R"({"Error":)";
  append_quoted(out, error);
  out += '}';
  return out;
}

}  // namespace npushare::wire
