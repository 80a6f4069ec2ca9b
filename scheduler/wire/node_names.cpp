#include "scheduler/wire/node_names.hpp"

#include "scheduler/wire/string_end.hpp"

namespace npushare::wire {
namespace {

struct Found {
  std::uint32_t number = NodeDirectory::kNone;
  std::string_view quoted;
  bool is_plain = true;  // written as it is in the directory
};

/// A name right here, without blanks before it and without escapes; an empty view if it is not so.
std::string_view plain_name(Scanner& scan) {
  const std::string_view text = scan.text();
  const std::size_t start = scan.offset();
  if (start == text.size() || text[start] != '"') return {};
  const std::size_t end = find_stop<StopAt::kControls>(text, start + 1);
  if (end == text.size() || text[end] != '"') return {};
  scan.move_to(end + 1);
  return text.substr(start, end + 1 - start);
}

std::optional<Found> look_up(Scanner& scan, const NodeDirectory& directory) {
  const std::string_view plain = plain_name(scan);
  if (!plain.empty()) {
    const auto known = directory.find(plain.substr(1, plain.size() - 2));
    return Found{known.value_or(NodeDirectory::kNone), plain};
  }
  const std::optional<Quoted> quoted = scan.string();
  if (!quoted) return std::nullopt;
  std::string buffer;
  const std::optional<std::string_view> name = scan.decode(*quoted, buffer);
  if (!name) return std::nullopt;
  return Found{directory.find(*name).value_or(NodeDirectory::kNone), quoted->text,
               !quoted->has_escapes};
}

/// Whether to expect the usual order behind a name. Where surprise follows surprise there is none,
/// and only now and then is it worth a look.
class Expectation {
 public:
  bool is_worth_a_look() const { return in_vain_ < 2 || in_vain_ % 8 == 0; }
  void surprise() { ++in_vain_; }
  void fulfilled() { in_vain_ = 0; }

 private:
  unsigned in_vain_ = 0;  // names looked up since an expectation was last met
};

class NamesReader {
 public:
  NamesReader(Scanner& scan, const NodeDirectory& directory, Candidates& names)
      : scan_(scan), directory_(directory), order_(directory.names()), names_(names) {}

  bool read() {
    names_.start(order_);
    if (!scan_.take('[')) return scan_.fail("an array of names is expected");
    if (scan_.take(']')) return true;
    do {
      const std::optional<Found> name = look_up(scan_, directory_);
      if (!name) return false;
      add(*name);
    } while (scan_.take(','));
    return scan_.take(']') || scan_.fail("',' or ']' is expected");
  }

 private:
  /// The name, and those that follow it as usual: schedulers go round and round.
  void add(const Found& name) {
    if (name.number == NodeDirectory::kNone) return names_.add(name.number, name.quoted);
    if (previous_ != NodeDirectory::kNone) directory_.note_surprise(previous_, name.number);
    expectation_.surprise();
    const std::uint32_t followers =
        expectation_.is_worth_a_look() ? skip_expected(name.number + 1) : 0;
    if (name.is_plain) {
      add_run(name.number, 1 + followers, name.quoted.data());
    } else {
      names_.add(name.number, name.quoted);
      if (followers > 0) add_run(name.number + 1, followers, name.quoted.end() + 1);
    }
    if (followers > 0) expectation_.fulfilled();
    previous_ = name.number + followers;
    if (previous_ + 1 == order_->size()) add_round();
  }

  void add_round() {
    const std::size_t start = scan_.offset() + 1;
    const std::uint32_t count = skip_expected(0);
    if (count == 0) return;
    add_run(0, count, scan_.text().data() + start);
    previous_ = count - 1;
  }

  /// Steps over the names from number `first` on that stand next, each behind a comma.
  std::uint32_t skip_expected(std::uint32_t first) {
    const std::string_view text = scan_.text();
    const std::size_t at = scan_.offset();
    if (at == text.size() || text[at] != ',') return 0;
    const std::size_t count = order_->count_at(first, text.substr(at + 1));
    if (count > 0) scan_.move_to(at + 1 + order_->length(first, first + count));
    return static_cast<std::uint32_t>(count);
  }

  /// The text ends where the scanner stands.
  void add_run(std::uint32_t number, std::uint32_t count, const char* start) {
    const char* const end = scan_.text().data() + scan_.offset();
    names_.add_run(number, count, {start, static_cast<std::size_t>(end - start)});
  }

  Scanner& scan_;
  const NodeDirectory& directory_;
  const NodeDirectory::Order order_;
  Candidates& names_;
  Expectation expectation_;
  std::uint32_t previous_ = NodeDirectory::kNone;  // the last one known
};

}  // namespace

bool read_node_names(Scanner& scan, const NodeDirectory& directory, Candidates& names) {
  return NamesReader(scan, directory, names).read();
}

}  // namespace npushare::wire
