// The pure parts: request target, reply head, buffers.
#include <gtest/gtest.h>

#include "scheduler/http/body_buffer.hpp"
#include "scheduler/http/input_buffer.hpp"
#include "scheduler/http/reply_head.hpp"
#include "scheduler/http/target.hpp"

namespace npushare::http {
namespace {

using Query = std::vector<std::pair<std::string, std::string>>;

struct TargetCase {
  std::string target;
  std::string path;
  Query query;
};

class Target : public testing::TestWithParam<TargetCase> {};

TEST_P(Target, IsDecoded) {
  Request request;

  const Result<> read = read_target(GetParam().target, request);

  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(request.path, GetParam().path);
  EXPECT_EQ(request.query, GetParam().query);
}

INSTANTIATE_TEST_SUITE_P(
    Forms, Target,
    testing::Values(TargetCase{"/", "/", {}}, TargetCase{"*", "*", {}},
                    TargetCase{"/a%20b%2Fc+d", "/a b/c+d", {}},
                    TargetCase{"/p?a=1&b=x%26y+z", "/p", {{"a", "1"}, {"b", "x&y z"}}},
                    TargetCase{"/p?", "/p", {}}, TargetCase{"/p?a", "/p", {{"a", ""}}},
                    TargetCase{"/p?a=1=2&&=3", "/p", {{"a", "1=2"}, {"", "3"}}},
                    TargetCase{"/p?q=/x?y", "/p", {{"q", "/x?y"}}},
                    TargetCase{"http://host:80/p?a=1", "/p", {{"a", "1"}}},
                    TargetCase{"http://host", "/", {}}));

class BadTarget : public testing::TestWithParam<std::string> {};

TEST_P(BadTarget, IsRefused) {
  Request request;
  EXPECT_EQ(read_target(GetParam(), request).error().code, ErrorCode::kInvalid);
}

INSTANTIATE_TEST_SUITE_P(Forms, BadTarget,
                         testing::Values("", "path", "/%", "/%4", "/%4g", "/%-1", "/%00", "/p?a=%",
                                         "/p?%=1"));

TEST(ReplyHead, CountsTheSplicesOfTheBody) {
  Response response{.body = "ab", .splices = {{1, "xyz"}}};
  std::string head;

  write_reply_head(response, {}, head);

  EXPECT_NE(head.find("Content-Length: 5\r\n"), std::string::npos);
}

TEST(ReplyHead, CannotBeExtendedByAValue) {
  Response response;
  response.headers.emplace_back("X-Name", "a\r\nX-Admin: yes");
  std::string head;

  write_reply_head(response, {}, head);

  EXPECT_EQ(head,
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 0\r\n"
            "X-Name: a  X-Admin: yes\r\n\r\n");
}

TEST(ReplyHead, HasNoLengthWhereThereIsNoBody) {
  Response response;
  response.status = 204;
  std::string head;

  write_reply_head(response, {.is_http11 = false, .keep_alive = true}, head);

  EXPECT_EQ(head, "HTTP/1.1 204 No Content\r\nConnection: keep-alive\r\n\r\n");
}

TEST(ReplyHead, HasAnEmptyPhraseForAStatusWeDoNotKnow) {
  Response response;
  response.status = 299;
  std::string head;

  write_reply_head(response, {.is_http11 = true, .keep_alive = false}, head);

  EXPECT_EQ(head,
            "HTTP/1.1 299 \r\nContent-Type: application/json\r\nContent-Length: 0\r\n"
            "Connection: close\r\n\r\n");
}

TEST(BodyBuffer, KeepsItsMemoryBetweenBodies) {
  BodyBuffer buffer;
  buffer.start(1000);
  const char* first = buffer.room().data();

  buffer.start(10);

  EXPECT_EQ(buffer.room().data(), first);
  EXPECT_EQ(buffer.room().size(), 1000U);
}

TEST(BodyBuffer, GivesLargeMemoryBackAfterARunOfSmallBodies) {
  BodyBuffer buffer;
  buffer.start(2 * BodyBuffer::kKeep);
  for (int i = 1; i < BodyBuffer::kSmallRun; ++i) buffer.start(100);
  EXPECT_GT(buffer.capacity(), BodyBuffer::kKeep);

  buffer.start(100);

  EXPECT_EQ(buffer.capacity(), 101U);
}

TEST(BodyBuffer, KeepsLargeMemoryWhileLargeBodiesComeNowAndThen) {
  BodyBuffer buffer;
  for (int i = 0; i < 4 * BodyBuffer::kSmallRun; ++i)
    buffer.start(i % 3 == 0 ? 2 * BodyBuffer::kKeep : std::size_t{100});

  EXPECT_GT(buffer.capacity(), BodyBuffer::kKeep);
}

TEST(BodyBuffer, GrowsWithWhatIsAppended) {
  BodyBuffer buffer;
  buffer.start(0);
  std::string all;
  for (int i = 0; i < 500; ++i) {
    buffer.append(std::to_string(i));
    all += std::to_string(i);
  }

  const std::span<char> body = buffer.finish();

  EXPECT_EQ(std::string(body.data(), body.size()), all);
  EXPECT_EQ(body.data()[body.size()], '\0');
}

TEST(InputBuffer, MakesRoomAtItsFront) {
  InputBuffer buffer;
  buffer.grown(buffer.room(InputBuffer::kCapacity).size());
  ASSERT_TRUE(buffer.is_full());
  EXPECT_TRUE(buffer.room(100).empty());

  buffer.consume(InputBuffer::kCapacity - 3);

  EXPECT_EQ(buffer.bytes().size(), 3U);
  EXPECT_EQ(buffer.room(100).size(), 100U);
  EXPECT_EQ(buffer.bytes().size(), 3U);
}

}  // namespace
}  // namespace npushare::http
