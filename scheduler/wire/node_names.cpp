#include "scheduler/wire/node_names.hpp"

namespace npushare::wire {
namespace {

std::optional<Candidate> look_up_decoded(Scanner& scan, const Quoted& quoted,
                                         const NodeDirectory& directory) {
  std::string buffer;
  const std::optional<std::string_view> name = scan.decode(quoted, buffer);
  if (!name) return std::nullopt;
  return Candidate{directory.find(*name).value_or(NodeDirectory::kNone), quoted.text};
}

std::optional<Candidate> look_up(Scanner& scan, const NodeDirectory& directory) {
  const std::optional<Quoted> quoted = scan.string();
  if (!quoted) return std::nullopt;
  if (quoted->has_escapes) return look_up_decoded(scan, *quoted, directory);
  return Candidate{directory.find(quoted->inside()).value_or(NodeDirectory::kNone), quoted->text};
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

/// Appends `count` names of the order from `place` on, which stand at `at` in the text.
/// Returns where the last one ends.
const char* append_expected(const NameOrder& order, std::size_t place, std::size_t count,
                            const char* at, Candidates& names) {
  for (Candidate& name : names.extend(count)) {
    const std::size_t size = order.length(place);
    name = {order.number(place++), {at, size}};
    at += size + 1;
  }
  return at - 1;
}

/// Reads names that come in the usual order, from `place` on, with nothing but a comma before each.
/// Stops at what is not expected.
void read_expected(Scanner& scan, const NameOrder& order, std::size_t place, Candidates& names) {
  const std::string_view text = scan.text();
  while (scan.offset() < text.size() && text[scan.offset()] == ',') {
    if (place == order.size()) place = 0;
    const std::string_view rest = text.substr(scan.offset() + 1);
    const std::size_t count = order.count_at(place, rest);
    if (count == 0) return;
    const char* behind = append_expected(order, place, count, rest.data(), names);
    scan.move_to(static_cast<std::size_t>(behind - text.data()));
    place += count;
  }
}

}  // namespace

bool read_node_names(Scanner& scan, const NodeDirectory& directory, Candidates& names) {
  if (!scan.take('[')) return scan.fail("an array of names is expected");
  if (scan.take(']')) return true;
  const NodeDirectory::Order order = directory.usual_order();
  std::uint32_t previous = NodeDirectory::kNone;
  Expectation expectation;
  do {
    const std::optional<Candidate> name = look_up(scan, directory);
    if (!name) return false;
    names.push_back(*name);
    if (name->number == NodeDirectory::kNone) continue;
    if (previous != NodeDirectory::kNone) directory.note_surprise(previous, name->number);
    expectation.surprise();
    if (expectation.is_worth_a_look()) {
      const std::size_t before = names.size();
      read_expected(scan, *order, order->place_of(name->number) + 1, names);
      if (names.size() > before) expectation.fulfilled();
    }
    previous = names[names.size() - 1].number;
  } while (scan.take(','));
  return scan.take(']') || scan.fail("',' or ']' is expected");
}

}  // namespace npushare::wire
