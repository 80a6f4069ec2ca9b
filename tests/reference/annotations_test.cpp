// docs/reference/annotations.md: every key of backends/keys.hpp.
#include "scheduler/backends/keys.hpp"
#include "tests/support/reference_page.hpp"

namespace npushare::reference {
namespace {

std::size_t count_in(const std::string& text, const std::string& word) {
  std::size_t count = 0;
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1))
    ++count;
  return count;
}

/// MODEL stands for a chip model, as Ascend310P.
std::vector<std::string> all_keys() {
  const ModelName model{"MODEL"};
  std::vector<std::string> keys;
  for (const std::string_view key :
       {backends::kModeKey, backends::kNodePolicyKey, backends::kChipPolicyKey, backends::kNodeKey,
        backends::kTimeKey, backends::kBindTimeKey, backends::kBindPhaseKey,
        backends::kPredicateTimeKey, backends::kNudgeKey, backends::kNodeLockKey,
        backends::kCordonKey, backends::kSoftNodeKey})
    keys.emplace_back(key);
  for (const auto key_of : {backends::use_uuid_key, backends::no_use_uuid_key,
                            backends::to_allocate_key, backends::allocated_key,
                            backends::runtime_key, backends::register_key, backends::handshake_key})
    keys.push_back(key_of(model));
  return keys;
}

TEST(Reference, Annotations) {
  Page page("annotations.md");
  std::vector<Row> rows;
  for (const std::string& key : all_keys()) rows.push_back({code(key)});

  page.expect("annotations", table_of({"key", "on", "written by", "read by", "it says"}, rows,
                                      page.part("annotations")));
}

TEST(Reference, AnnotationsAreAllThereAre) {
  std::ifstream file(std::string(NPUSHARE_ROOT) + "/scheduler/backends/keys.hpp");
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};

  EXPECT_EQ(count_in(text, "Key = \"") + count_in(text, "_key(const ModelName& model)"),
            all_keys().size())
      << "a key of keys.hpp is missing in all_keys()";
}

}  // namespace
}  // namespace npushare::reference
