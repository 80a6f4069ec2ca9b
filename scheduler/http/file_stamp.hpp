/// Whether a file is still the one that was read: by time of change, size and inode, where symbolic
/// links lead. Mounted Secrets and ConfigMaps change by a link that is replaced.
///
/// Take the stamp before the file is read: then a change while it is read shows at the next look.
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <string>

namespace npushare::http {

struct FileStamp {
  std::int64_t seconds = 0;
  std::int64_t nanoseconds = 0;
  std::int64_t size = -1;  // -1: there is no such file
  std::uint64_t inode = 0;

  friend bool operator==(const FileStamp&, const FileStamp&) = default;
};

inline FileStamp stamp_of(const std::string& path) {
  struct stat found{};
  if (::stat(path.c_str(), &found) != 0) return {};
  return {.seconds = found.st_mtim.tv_sec,
          .nanoseconds = found.st_mtim.tv_nsec,
          .size = found.st_size,
          .inode = found.st_ino};
}

}  // namespace npushare::http
