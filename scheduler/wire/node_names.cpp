#include "scheduler/wire/node_names.hpp"

#include <cstring>

namespace npushare::wire {
namespace {

std::uint64_t word_at(const char* bytes) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, sizeof(word));
  return word;
}

/// Compares from the end on, where the names of a cluster differ.
bool same_bytes(const char* a, const char* b, std::size_t size) {
  constexpr std::size_t kWord = sizeof(std::uint64_t);
  if (size < kWord) return std::memcmp(a, b, size) == 0;
  for (; size > kWord; size -= kWord)
    if (word_at(a + size - kWord) != word_at(b + size - kWord)) return false;
  return word_at(a) == word_at(b);
}

bool stands_at(const char* at, const char* end, const std::string& quoted) {
  return static_cast<std::size_t>(end - at) >= quoted.size() &&
         same_bytes(at, quoted.data(), quoted.size());
}

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

/// Reads names for as long as the guesses are right and nothing but a comma stands between them.
/// `previous` becomes the last name read. Stops at what is not a guessed name.
void read_guessed(Scanner& scan, const NodeDirectory& directory, std::uint32_t& previous,
                  std::vector<Candidate>& names) {
  const char* const begin = scan.text().data();
  const char* const end = begin + scan.text().size();
  const char* at = begin + scan.offset();
  while (at != end && *at == ',') {
    const std::uint32_t guess = directory.guess_after(previous);
    const std::string& quoted = directory.at(guess).quoted;
    if (!stands_at(at + 1, end, quoted)) break;
    names.push_back({guess, {at + 1, quoted.size()}});
    at += 1 + quoted.size();
    previous = guess;
  }
  scan.move_to(static_cast<std::size_t>(at - begin));
}

}  // namespace

bool read_node_names(Scanner& scan, const NodeDirectory& directory, std::vector<Candidate>& names) {
  if (!scan.take('[')) return scan.fail("an array of names is expected");
  if (scan.take(']')) return true;
  std::uint32_t previous = NodeDirectory::kNone;
  do {
    const std::optional<Candidate> name = look_up(scan, directory);
    if (!name) return false;
    names.push_back(*name);
    if (name->number != NodeDirectory::kNone) {
      if (previous != NodeDirectory::kNone) directory.remember_after(previous, name->number);
      previous = name->number;
    }
    if (previous != NodeDirectory::kNone) read_guessed(scan, directory, previous, names);
  } while (scan.take(','));
  return scan.take(']') || scan.fail("',' or ']' is expected");
}

}  // namespace npushare::wire
