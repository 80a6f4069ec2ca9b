#include "scheduler/wire/object_writer.hpp"

#include <gtest/gtest.h>

#include <string>

namespace npushare::wire {
namespace {

std::string quoted(std::string_view text) {
  std::string out;
  append_quoted(out, text);
  return out;
}

TEST(AppendQuoted, LeavesPlainTextAlone) {
  EXPECT_EQ(quoted(""), "\"\"");
  EXPECT_EQ(quoted("npu-node-1"), "\"npu-node-1\"");
  EXPECT_EQ(quoted("\u00e9\u4e2d\U0001F600\x7f"), "\"\u00e9\u4e2d\U0001F600\x7f\"");
}

TEST(AppendQuoted, EscapesAsGoDoes) {
  EXPECT_EQ(quoted("<x>&\"\\"), R"("\u003cx\u003e\u0026\"\\")");
  EXPECT_EQ(quoted("\b\f\n\r\t\x01\x1f"), R"("\b\f\n\r\t\u0001\u001f")");
  EXPECT_EQ(quoted("\u2028\u2029\u202a"), "\"\\u2028\\u2029\u202a\"");
  EXPECT_EQ(quoted(std::string_view("a\0b", 3)), R"("a\u0000b")");
}

TEST(AppendQuoted, ReplacesEachMalformedByte) {
  EXPECT_EQ(quoted("a\xff\xfe"), R"("a\ufffd\ufffd")");
  EXPECT_EQ(quoted("\xC3"), R"("\ufffd")");                      // cut off
  EXPECT_EQ(quoted("\xC0\xAF"), R"("\ufffd\ufffd")");            // overlong
  EXPECT_EQ(quoted("\xED\xA0\x80"), R"("\ufffd\ufffd\ufffd")");  // surrogate
  EXPECT_EQ(quoted("\xF4\x90\x80\x80"), R"("\ufffd\ufffd\ufffd\ufffd")");
  EXPECT_EQ(quoted("\xE4\xB8x"), R"("\ufffd\ufffdx")");
}

TEST(WriteBinding, CarriesUidAndAnnotations) {
  const Binding binding{.pod = {"ai", "infer-0"},
                        .uid = PodUid("6f0c3a52"),
                        .node = NodeName("npu-02"),
                        .annotations = {{"hami.io/vgpu-node", "npu-02"}, {"b", "x,\"y\""}}};

  EXPECT_EQ(write_binding(binding),
            R"({"apiVersion":"v1","kind":"Binding","metadata":{"name":"infer-0","namespace":"ai",)"
            R"("uid":"6f0c3a52","annotations":{"b":"x,\"y\"","hami.io/vgpu-node":"npu-02"}},)"
            R"("target":{"apiVersion":"v1","kind":"Node","name":"npu-02"}})");
}

TEST(WriteBinding, LeavesOutWhatIsEmpty) {
  const Binding binding{
      .pod = {"ai", "infer-0"}, .uid = {}, .node = NodeName("n"), .annotations = {}};

  EXPECT_EQ(write_binding(binding),
            R"({"apiVersion":"v1","kind":"Binding","metadata":{"name":"infer-0","namespace":"ai"},)"
            R"("target":{"apiVersion":"v1","kind":"Node","name":"n"}})");
}

TEST(WriteAnnotationPatch, SetsAndDeletes) {
  EXPECT_EQ(
      write_annotation_patch({{"k", "v"}, {"old", std::nullopt}}, "U1", "42"),
      R"({"metadata":{"uid":"U1","resourceVersion":"42","annotations":{"k":"v","old":null}}})");
  EXPECT_EQ(write_annotation_patch({}, "", ""), R"({"metadata":{"annotations":{}}})");
}

}  // namespace
}  // namespace npushare::wire
