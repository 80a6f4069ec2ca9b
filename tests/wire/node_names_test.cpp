#include "scheduler/wire/node_names.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/support/wire_directory.hpp"

namespace npushare::wire {
namespace {

using Numbers = std::vector<std::uint32_t>;
constexpr std::uint32_t kNone = NodeDirectory::kNone;

Result<Candidates> read(std::string_view array, const NodeDirectory& directory) {
  Candidates names;
  Scanner scan(array);
  if (!read_node_names(scan, directory, names)) return scan.error();
  return names;
}

std::vector<Candidate> each_of(const Candidates& candidates) {
  std::vector<Candidate> all;
  candidates.each([&](const Candidate& one) { all.push_back(one); });
  return all;
}

Numbers numbers_in(std::string_view array, const NodeDirectory& directory) {
  const auto names = read(array, directory);
  EXPECT_TRUE(names) << array;
  Numbers numbers;
  if (names)
    for (const Candidate& name : each_of(*names)) numbers.push_back(name.number);
  return numbers;
}

TEST(NodeNames, AreFoundInAnyOrderAndEachTimeTheSame) {
  const NodeDirectory directory = directory_of({"a", "b", "c"});

  for (int time = 0; time < 3; ++time) {
    EXPECT_EQ(numbers_in(R"(["a","b","c"])", directory), (Numbers{0, 1, 2}));
    EXPECT_EQ(numbers_in(R"(["c","a","b"])", directory), (Numbers{2, 0, 1}));
    EXPECT_EQ(numbers_in(R"(["b","a","c"])", directory), (Numbers{1, 0, 2}));
    EXPECT_EQ(numbers_in(R"(["a","a","c"])", directory), (Numbers{0, 0, 2}));
  }
}

TEST(NodeNames, PointIntoTheTextWithTheirQuotes) {
  const std::string text = R"([ "a" ,"ghost", "b"])";

  const auto names = read(text, directory_of({"a", "b"}));

  ASSERT_TRUE(names);
  const std::vector<Candidate> all = each_of(*names);
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[0].quoted, "\"a\"");
  EXPECT_EQ(all[1].quoted, "\"ghost\"");
  EXPECT_EQ(all[1].number, kNone);
  EXPECT_EQ(all[2].quoted.data(), text.data() + 16);
}

TEST(NodeNames, WithEscapesAreDecodedBeforeTheyAreLookedUp) {
  const NodeDirectory directory = directory_of({"a", "b", R"(\u0061)"});

  EXPECT_EQ(numbers_in(R"(["\u0061","b"])", directory), (Numbers{0, 1}));
  EXPECT_EQ(numbers_in(R"(["\\u0061"])", directory), (Numbers{2}));
  EXPECT_EQ(numbers_in(R"(["b\"","b"])", directory), (Numbers{kNone, 1}));
}

TEST(NodeNames, OfWhichOneBeginsLikeAnotherAreNotMixedUp) {
  const NodeDirectory directory = directory_of({"n1", "n10", "n100"});

  EXPECT_EQ(numbers_in(R"(["n1","n100","n10","n1"])", directory), (Numbers{0, 2, 1, 0}));
  EXPECT_EQ(numbers_in(R"(["n1","n10x","n1"])", directory), (Numbers{0, kNone, 0}));
}

TEST(NodeNames, MayBeNone) {
  EXPECT_TRUE(numbers_in("[]", directory_of({"a"})).empty());
  EXPECT_TRUE(numbers_in(" [ ] ", directory_of({})).empty());
  EXPECT_EQ(numbers_in(R"(["a"])", directory_of({})), (Numbers{kNone}));
}

TEST(NodeNames, InTheUsualOrderAreOneRunForEachRound) {
  const std::string text = R"(["c","d","a","b","c","ghost","b"])";
  const NodeDirectory directory = directory_of({"a", "b", "c", "d"});

  const auto names = read(text, directory);

  ASSERT_TRUE(names);
  ASSERT_EQ(names->runs().size(), 4U);
  const CandidateRun& round = names->runs()[1];
  EXPECT_EQ(names->runs()[0].text, R"("c","d")");
  EXPECT_EQ(round.text, R"("a","b","c")");
  EXPECT_EQ(names->piece(round, 1, 3), R"("b","c")");
  EXPECT_EQ(names->piece(round, 1, 2), R"("b")");
  EXPECT_EQ(names->nth(3).quoted, "\"b\"");
  EXPECT_EQ(names->nth(5).quoted, "\"ghost\"");
  EXPECT_EQ(names->nth(6).number, 1U);
}

TEST(NodeNames, ThatComeInANewOrderForLongPutTheDirectoryInOrder) {
  const NodeDirectory directory = directory_of({"a", "b", "c", "d"});

  for (int call = 0; call < 9; ++call) numbers_in(R"(["a","c","ghost","b","d"])", directory);
  EXPECT_FALSE(directory.is_out_of_order());
  for (int call = 0; call < 9; ++call) numbers_in(R"(["a","c","ghost","b","d"])", directory);

  ASSERT_TRUE(directory.is_out_of_order());
  const auto reordered = directory.reordered();
  EXPECT_EQ(numbers_in(R"(["a","c","b","d"])", *reordered), (Numbers{0, 1, 2, 3}));
  EXPECT_EQ(read(R"(["c","b","d","a"])", *reordered)->runs().size(), 2U);
}

TEST(NodeNames, ThatAreNoArrayOfStringsAreRefusedWithTheOffset) {
  const NodeDirectory directory = directory_of({"a", "b"});
  const auto complaint = [&](std::string_view text) {
    const auto names = read(text, directory);
    return names ? std::string() : names.error().message;
  };

  EXPECT_EQ(complaint(R"("a")"), "an array of names is expected at offset 0");
  EXPECT_EQ(complaint(R"(["a","b")"), "',' or ']' is expected at offset 8");
  EXPECT_EQ(complaint(R"(["a" "b"])"), "',' or ']' is expected at offset 5");
  EXPECT_EQ(complaint(R"(["a",])"), "a string is expected at offset 5");
  EXPECT_EQ(complaint(R"(["a",null])"), "a string is expected at offset 5");
  EXPECT_EQ(complaint(R"(["a",5])"), "a string is expected at offset 5");
  EXPECT_EQ(complaint(R"(["a","b)"), "a string without an end at offset 5");
  EXPECT_EQ(complaint(R"(["a","b\")"), "a string without an end at offset 5");
  EXPECT_NE(complaint("[\"a\",\"\n\"]"), "");
  EXPECT_NE(complaint(R"(["\x"])"), "");
  EXPECT_NE(complaint(""), "");
}

/// A name as a client may write it: plain, or with its first letter escaped.
std::string written(const std::string& name) {
  if (*rc::gen::inRange(0, 8) != 0) return '"' + name + '"';
  return "\"\\u006" + std::string(1, "0123456789abcdef"[name[0] & 0xF]) + name.substr(1) + '"';
}

/// The array's inside.
std::string without_blanks(std::string text) {
  std::erase(text, ' ');
  return text.substr(1, text.size() - 2);
}

RC_GTEST_PROP(NodeNamesProperty, TheUsualOrderNeverChangesTheOutcome, ()) {
  const std::vector<std::string> nodes = numbered_names(*rc::gen::inRange(1, 30));
  const NodeDirectory expecting = directory_of(nodes);
  for (int call = 0; call < 20; ++call) {
    std::vector<std::string> asked = nodes;
    const auto swaps = *rc::gen::container<std::vector<std::size_t>>(
        rc::gen::inRange<std::size_t>(0, nodes.size()));
    for (const std::size_t at : swaps) std::swap(asked[0], asked[at]);
    const auto rotation = *rc::gen::inRange<std::ptrdiff_t>(0, std::ssize(nodes));
    std::ranges::rotate(asked, asked.begin() + rotation);
    if (*rc::gen::arbitrary<bool>()) asked[asked.size() / 2] = "ghost";
    std::string body;
    for (const std::string& name : asked)
      body += (body.empty() ? "[" : *rc::gen::element<std::string>(",", ",", ", ")) + written(name);
    body += "]";

    const auto names = read(body, expecting);

    RC_ASSERT(names && names->size() == asked.size());
    std::string pieces;
    for (const CandidateRun& run : names->runs())
      pieces.append(pieces.empty() ? "" : ",").append(names->piece(run, 0, run.count));
    RC_ASSERT(pieces == without_blanks(body));
    for (std::size_t at = 0; at < asked.size(); ++at) {
      const Candidate one = names->nth(at);
      RC_ASSERT(one.number == expecting.find(asked[at]).value_or(kNone));
      const std::string_view quoted = one.quoted;
      std::string decoded;
      RC_ASSERT(append_unescaped(decoded, quoted.substr(1, quoted.size() - 2)));
      RC_ASSERT(decoded == asked[at]);
    }
  }
}

}  // namespace
}  // namespace npushare::wire
