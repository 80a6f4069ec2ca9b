#include <charconv>
#include <limits>
#include <utility>

#include "scheduler/wire/go_key.hpp"
#include "scheduler/wire/pod_reader.hpp"
#include "scheduler/wire/preempt.hpp"
#include "scheduler/wire/scan.hpp"

namespace npushare::wire {
namespace {

using Victims = std::map<NodeName, GivenVictims>;

Error inside(std::string_view key, const Error& error) {
  return {error.code, std::string(key) + ": " + error.message};
}

constexpr std::int64_t kMostViolations = std::numeric_limits<std::int32_t>::max();

/// How a victim is given.
enum class Form { kUid, kWholePod };

class PreemptReader {
 public:
  explicit PreemptReader(std::string_view body) : scan_(body) {}

  Result<PreemptArgs> read() {
    const Result<> done = scan_.members([this](std::string_view key) { return read_member(key); });
    if (!done) return done.error();
    args_.nodes = by_uid_ ? std::move(*by_uid_) : std::move(whole_);
    return std::move(args_);
  }

 private:
  Result<> read_member(std::string_view key) {
    if (is_go_key(key, "Pod")) return read_preemptor();
    if (is_go_key(key, "NodeNameToMetaVictims")) {
      by_uid_.reset();
      if (scan_.take_word("null")) return {};
      return read_nodes(key, Form::kUid, by_uid_.emplace());
    }
    if (!is_go_key(key, "NodeNameToVictims")) return skip();
    whole_.clear();
    return read_nodes(key, Form::kWholePod, whole_);
  }

  Result<> read_preemptor() {
    args_.pod = {};
    args_.has_pod = false;
    if (scan_.take_word("null")) return {};
    if (const Result<> read = read_pod(args_.pod); !read) return inside("Pod", read.error());
    args_.has_pod = true;
    return {};
  }

  Result<> read_pod(Pod& pod) {
    const Result<std::size_t> end = read_first_pod(scan_.text().substr(scan_.offset()), pod);
    if (!end) return end.error();
    scan_.move_to(scan_.offset() + *end);
    return {};
  }

  Result<> read_nodes(std::string_view key, Form form, Victims& into) {
    const Result<> done = scan_.members([&](std::string_view node) -> Result<> {
      GivenVictims& victims = into[NodeName{node}];
      victims = {};
      const Result<> read = read_victims(form, victims);
      return read ? read : inside("[\"" + std::string(node) + "\"]", read.error());
    });
    return done ? done : inside(key, done.error());
  }

  Result<> read_victims(Form form, GivenVictims& into) {
    return scan_.members([&](std::string_view key) -> Result<> {
      if (is_go_key(key, "NumPDBViolations")) return read_count(into.broken_budgets);
      if (!is_go_key(key, "Pods")) return skip();
      into.pods.clear();
      return read_pods(form, into.pods);
    });
  }

  Result<> read_pods(Form form, std::vector<GivenVictim>& into) {
    if (scan_.take_word("null")) return {};
    if (!scan_.take('[')) return failed("an array of pods is expected");
    if (scan_.take(']')) return {};
    do {
      const std::string place = "Pods[" + std::to_string(into.size()) + "]";
      GivenVictim victim;
      const Result<> read = form == Form::kUid ? read_uid(victim) : read_whole(victim);
      if (!read) return inside(place, read.error());
      if (victim.uid.empty()) return inside(place, missing_uid());
      into.push_back(std::move(victim));
    } while (scan_.take(','));
    return scan_.take(']') ? Result<>{} : failed("',' or ']' is expected");
  }

  Result<> read_whole(GivenVictim& into) {
    scan_.peek();
    const Result<> read = read_pod(into.pod.emplace());
    if (read) into.uid = into.pod->uid;
    return read;
  }

  Result<> read_uid(GivenVictim& into) {
    return scan_.members([&](std::string_view key) -> Result<> {
      if (!is_go_key(key, "UID")) return skip();
      const std::optional<Quoted> quoted = scan_.string();
      if (!quoted) return inside("UID", scan_.error());
      std::string buffer;
      const std::optional<std::string_view> text = scan_.decode(*quoted, buffer);
      if (!text) return inside("UID", scan_.error());
      into.uid = PodUid{*text};
      return {};
    });
  }

  Result<> read_count(std::int64_t& into) {
    into = 0;
    if (scan_.take_word("null")) return {};
    const std::optional<std::string_view> digits = scan_.number();
    if (!digits) return inside("NumPDBViolations", scan_.error());
    const char* end = digits->data() + digits->size();
    const auto [stop, failure] = std::from_chars(digits->data(), end, into);
    const bool is_whole = failure == std::errc{} && stop == end;
    if (is_whole && into >= 0 && into <= kMostViolations) return {};
    return Error{ErrorCode::kInvalid,
                 "NumPDBViolations: a number from 0 to 2147483647 is expected"};
  }

  Result<> skip() {
    if (scan_.skip_value(1)) return {};
    return scan_.error();
  }

  Result<> failed(std::string_view what) {
    scan_.fail(what);
    return scan_.error();
  }

  static Error missing_uid() { return {ErrorCode::kInvalid, "UID is missing"}; }

  Scanner scan_;
  PreemptArgs args_;
  std::optional<Victims> by_uid_;
  Victims whole_;
};

}  // namespace

Result<PreemptArgs> read_preempt_args(std::string_view body) {
  return PreemptReader(body).read();
}

}  // namespace npushare::wire
