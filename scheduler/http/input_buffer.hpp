/// Bytes read from a connection and not yet used: a header in parts, the start of a body, the next
/// request.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <span>
#include <string_view>

namespace npushare::http {

class InputBuffer {
 public:
  /// One header line has to fit.
  static constexpr std::size_t kCapacity = std::size_t{64} << 10;

  std::string_view bytes() const { return {data_.get() + begin_, end_ - begin_}; }
  bool is_full() const { return end_ - begin_ == kCapacity; }

  void consume(std::size_t count) {
    begin_ += count;
    if (begin_ == end_) begin_ = end_ = 0;
  }

  /// Moves up to `into.size()` bytes out.
  std::size_t take(std::span<char> into) {
    const std::size_t count = std::min(into.size(), end_ - begin_);
    if (count > 0) std::memcpy(into.data(), data_.get() + begin_, count);
    consume(count);
    return count;
  }

  /// Room for the next read: at most `most` bytes, at least one unless full.
  std::span<char> room(std::size_t most) {
    if (kCapacity - end_ < most && begin_ > 0) {
      std::memmove(data_.get(), data_.get() + begin_, end_ - begin_);
      end_ -= begin_;
      begin_ = 0;
    }
    return {data_.get() + end_, std::min(most, kCapacity - end_)};
  }
  void grown(std::size_t count) { end_ += count; }

 private:
  std::unique_ptr<char[]> data_ = std::make_unique_for_overwrite<char[]>(kCapacity);
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
};

}  // namespace npushare::http
