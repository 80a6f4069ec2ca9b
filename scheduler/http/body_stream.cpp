#include "scheduler/http/body_stream.hpp"

#include <array>
#include <charconv>
#include <string_view>
#include <utility>

namespace npushare::http {

asio::awaitable<bool> BodyStream::write(std::string chunk) {
  if (!is_open()) co_return false;
  if (chunk.empty()) co_return true;  // an empty chunk would end the body

  std::array<char, 2 * sizeof(std::size_t) + 2> size_line{};
  char* end =
      std::to_chars(size_line.data(), size_line.data() + size_line.size(), chunk.size(), 16).ptr;
  *end++ = '\r';
  *end++ = '\n';
  Channel::Parts parts{
      asio::const_buffer(size_line.data(), static_cast<std::size_t>(end - size_line.data())),
      asio::buffer(chunk), asio::const_buffer("\r\n", 2)};
  if (framing_ == Framing::kUntilClose) parts = {asio::buffer(chunk)};

  auto writing = channel_.write(parts, patience_);
  const bool written = co_await std::move(writing);
  if (!written) is_broken_ = true;
  is_open_ = is_open_ && written;
  co_return is_open_;
}

void BodyStream::finish() {
  if (framing_ == Framing::kChunked && !is_broken_) channel_.write_now("0\r\n\r\n");
}

}  // namespace npushare::http
