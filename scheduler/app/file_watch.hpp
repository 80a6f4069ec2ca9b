/// Tells when a file is another one than was read last, once it stands still: who writes a file in
/// place is not read in the middle.
///
/// Threads: none; the owner guards it.
#pragma once

#include <string>

#include "scheduler/http/file_stamp.hpp"

namespace npushare {

class FileWatch {
 public:
  /// True once for each change: when the file was the same at the look before this one.
  bool has_changed(const std::string& path) {
    const http::FileStamp now = http::stamp_of(path);
    const bool stands_still = now == seen_;
    seen_ = now;
    if (!stands_still || now == read_) return false;
    read_ = now;
    return true;
  }

  /// The file was read when it had this stamp.
  void was_read(http::FileStamp stamp) { read_ = seen_ = stamp; }

 private:
  http::FileStamp read_;
  http::FileStamp seen_;
};

}  // namespace npushare
