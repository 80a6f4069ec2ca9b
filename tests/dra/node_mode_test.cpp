#include "scheduler/dra/node_mode.hpp"

#include <gtest/gtest.h>

namespace npushare::dra {
namespace {

SaidMode said(const std::string& word) {
  wire::Node node;
  node.labels[std::string(kModeLabel)] = word;
  return mode_said_by(node);
}

TEST(NodeMode, IsReadFromTheLabel) {
  for (const NodeMode mode :
       {NodeMode::kConvert, NodeMode::kSplit, NodeMode::kChecked, NodeMode::kMirror}) {
    const SaidMode read = said(std::string(word_of(mode)));
    EXPECT_EQ(read.mode, mode);
    EXPECT_EQ(read.complaint, "");
  }
}

TEST(NodeMode, IsNotSaidByANodeWithoutTheLabel) {
  EXPECT_EQ(mode_said_by({}).mode, std::nullopt);
  EXPECT_EQ(mode_said_by({}).complaint, "");
}

TEST(NodeMode, OfAnUnknownWordIsTheSafestAndIsTold) {
  for (const char* word : {"", "Split", "convert ", "both"}) {
    const SaidMode read = said(word);
    EXPECT_EQ(read.mode, NodeMode::kConvert) << word;
    EXPECT_NE(read.complaint.find("npu-dra/mode: \"" + std::string(word) + "\" is no mode"),
              std::string::npos);
  }
}

}  // namespace
}  // namespace npushare::dra
