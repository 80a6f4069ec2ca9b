#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <deque>

#include "scheduler/wire/extender.hpp"
#include "scheduler/wire/object_writer.hpp"

namespace npushare::wire {
namespace {

/// The reasons of one answer, each quoted once: there are few, whatever the number of nodes.
class QuotedReasons {
 public:
  std::string_view of(std::string_view reason) {
    // Reasons are constant texts, so equal ones mostly are the very same.
    if (last_ == nullptr || last_->reason.data() != reason.data() ||
        last_->reason.size() != reason.size())
      last_ = &find(reason);
    return last_->quoted;
  }

 private:
  struct Known {
    std::string_view reason;
    std::string quoted;
  };

  const Known& find(std::string_view reason) {
    const auto found = std::ranges::find(known_, reason, &Known::reason);
    if (found != known_.end()) return *found;
    Known& added = known_.emplace_back(Known{reason, {}});
    append_quoted(added.quoted, reason);
    return added;
  }

  std::deque<Known> known_;  // its elements do not move
  const Known* last_ = nullptr;
};

/// An answer is put twice by the same function: once to be measured, once to be copied.
class Measure {
 public:
  void put(std::string_view text) { size_ += text.size(); }
  void put(char) { ++size_; }
  std::size_t size() const { return size_; }

 private:
  std::size_t size_ = 0;
};

class Copy {
 public:
  explicit Copy(char* to) : to_(to) {}
  void put(std::string_view text) {
    std::memcpy(to_, text.data(), text.size());
    to_ += text.size();
  }
  void put(char letter) { *to_++ = letter; }

 private:
  char* to_;
};

template <class Put>
std::string write(const Put& put) {
  Measure measure;
  put(measure);
  std::string text(measure.size(), '\0');
  Copy copy(text.data());
  put(copy);
  return text;
}

template <class Out>
void put_items(Out& out, std::span<const std::string_view> items) {
  out.put('[');
  bool is_first = true;
  for (const std::string_view item : items) {
    if (!is_first) out.put(',');
    is_first = false;
    out.put(item);
  }
  out.put(']');
}

template <class Out>
void put_map(Out& out, std::span<const RefusedNode> nodes, QuotedReasons& reasons) {
  out.put('{');
  bool is_first = true;
  for (const RefusedNode& node : nodes) {
    if (!is_first) out.put(',');
    is_first = false;
    out.put(node.quoted);
    out.put(':');
    out.put(reasons.of(node.reason));
  }
  out.put('}');
}

template <class Out>
void put_answer(Out& out, const FilterAnswer& answer, QuotedReasons& reasons) {
  if (answer.with_nodes) {
    out.put(R"({"Nodes":{"metadata":{},"items":)");
    put_items(out, answer.raw_nodes);
    out.put(R"(},"NodeNames":null)");
  } else {
    out.put(R"({"NodeNames":)");
    put_items(out, answer.fitting);
  }
  out.put(R"(,"FailedNodes":)");
  put_map(out, answer.unschedulable, reasons);
  out.put(R"(,"FailedAndUnresolvableNodes":)");
  put_map(out, answer.unresolvable, reasons);
  out.put(R"(,"Error":""})");
}

template <class Out>
void put_score(Out& out, const HostScore& host) {
  std::array<char, 20> digits{};  // of any 64 bit number
  const auto [end, failure] =
      std::to_chars(digits.data(), digits.data() + digits.size(), host.score);
  out.put(R"({"Host":)");
  out.put(host.quoted);
  out.put(R"(,"Score":)");
  out.put(std::string_view(digits.data(), static_cast<std::size_t>(end - digits.data())));
  out.put('}');
}

}  // namespace

std::string write_filter_answer(const FilterAnswer& answer) {
  QuotedReasons reasons;
  return write([&](auto& out) { put_answer(out, answer, reasons); });
}

std::string write_filter_error(std::string_view error) {
  std::string out =
      R"({"NodeNames":null,"FailedNodes":null,"FailedAndUnresolvableNodes":null,"Error":)";
  append_quoted(out, error);
  out += '}';
  return out;
}

std::string write_scores(std::span<const HostScore> scores) {
  return write([&](auto& out) {
    out.put('[');
    for (std::size_t at = 0; at < scores.size(); ++at) {
      if (at > 0) out.put(',');
      put_score(out, scores[at]);
    }
    out.put(']');
  });
}

std::string write_bind_answer(std::string_view error) {
  std::string out = R"({"Error":)";
  append_quoted(out, error);
  out += '}';
  return out;
}

}  // namespace npushare::wire
