#include "scheduler/wire/base64.hpp"

#include <gtest/gtest.h>

namespace npushare::wire {
namespace {

// The vectors of RFC 4648 10, and bytes that use the last two letters.
TEST(Base64, WritesAndReads) {
  const std::pair<std::string, std::string> cases[] = {{"", ""},
                                                       {"f", "Zg=="},
                                                       {"fo", "Zm8="},
                                                       {"foo", "Zm9v"},
                                                       {"foob", "Zm9vYg=="},
                                                       {"fooba", "Zm9vYmE="},
                                                       {"foobar", "Zm9vYmFy"},
                                                       {"\xFB\xFF\xBF", "+/+/"}};
  for (const auto& [bytes, text] : cases) {
    EXPECT_EQ(base64(bytes), text);
    EXPECT_EQ(from_base64(text), bytes) << text;
  }
}

TEST(Base64, ReadsEveryByteItWrote) {
  std::string bytes;
  for (int byte = 0; byte < 256; ++byte) bytes += static_cast<char>(byte);
  EXPECT_EQ(from_base64(base64(bytes)), bytes);
}

TEST(Base64, ReadsNothingElse) {
  for (const char* wrong : {"Zg", "Zg=", "Zg===", "Z===", "Zh==", "Zm9=", "Zm9v\n", "Zm-_", "=Zg="})
    EXPECT_EQ(from_base64(wrong), std::nullopt) << wrong;
}

}  // namespace
}  // namespace npushare::wire
