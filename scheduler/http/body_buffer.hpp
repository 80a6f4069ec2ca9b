/// The memory of one connection's request bodies, reused from one to the next and never
/// zero-filled.
///
/// One byte past the body is always there and is zero, so that a parser may work in place.
/// Memory above kKeep is given back once a run of bodies has needed far less.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <span>
#include <string_view>

namespace npushare::http {

class BodyBuffer {
 public:
  static constexpr std::size_t kKeep = std::size_t{4} << 20;
  static constexpr int kSmallRun = 16;

  /// Begins a body that is expected to have `size` bytes; what was held is lost.
  void start(std::size_t size) {
    const bool is_oversized = capacity_ > kKeep && size < capacity_ / 8;
    small_run_ = is_oversized ? small_run_ + 1 : 0;
    if (small_run_ >= kSmallRun) release();
    size_ = 0;
    if (capacity_ < size + 1) replace(size + 1);
  }

  /// Where the next bytes go; `grown` is how many were put there.
  std::span<char> room() { return {data_.get() + size_, capacity_ - size_ - 1}; }
  void grown(std::size_t bytes) { size_ += bytes; }

  /// For bodies of unknown length.
  void append(std::string_view bytes) {
    if (capacity_ < size_ + bytes.size() + 1)
      replace(std::max(2 * capacity_, size_ + bytes.size() + 1));
    std::memcpy(data_.get() + size_, bytes.data(), bytes.size());
    size_ += bytes.size();
  }

  std::span<char> finish() {
    data_[size_] = '\0';
    return {data_.get(), size_};
  }

  std::size_t size() const { return size_; }
  std::size_t capacity() const { return capacity_; }

 private:
  void release() {
    data_.reset();
    capacity_ = 0;
    small_run_ = 0;
  }

  void replace(std::size_t capacity) {
    auto wider = std::make_unique_for_overwrite<char[]>(capacity);
    if (size_ > 0) std::memcpy(wider.get(), data_.get(), size_);
    data_ = std::move(wider);
    capacity_ = capacity;
  }

  std::unique_ptr<char[]> data_;
  std::size_t capacity_ = 0;
  std::size_t size_ = 0;
  int small_run_ = 0;
};

}  // namespace npushare::http
