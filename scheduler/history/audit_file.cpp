#include "scheduler/history/audit_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace npushare::history {
namespace {

constexpr mode_t kForTheOwnerAndItsGroup =
    0640;  // pods' names and chips are nobody else's business

Error failed(const std::string& path) {
  return {ErrorCode::kInternal,
          "audit log " + path + ": " + std::strerror(errno) +
              "; name a file in a directory that exists and that npushare may write to"};
}

}  // namespace

Result<> AuditFile::open() {
  if (is_stderr()) {
    file_ = STDERR_FILENO;
    return {};
  }
  close();
  file_ = ::open(path_.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, kForTheOwnerAndItsGroup);
  if (file_ < 0) return failed(path_);
  return {};
}

Result<> AuditFile::append(std::string& lines) {
  if (!is_stderr() && !is_still_there())
    if (Result<> opened = open(); !opened) return opened;
  while (!lines.empty()) {
    const ssize_t written = ::write(file_, lines.data(), lines.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return failed(path_);
    lines.erase(0, static_cast<std::size_t>(written));
  }
  return {};
}

bool AuditFile::is_still_there() const {
  struct stat at_path{};
  struct stat opened{};
  if (file_ < 0 || ::stat(path_.c_str(), &at_path) != 0 || ::fstat(file_, &opened) != 0)
    return false;
  return at_path.st_ino == opened.st_ino && at_path.st_dev == opened.st_dev;
}

void AuditFile::close() {
  if (file_ >= 0 && !is_stderr()) ::close(file_);
  file_ = -1;
}

}  // namespace npushare::history
