/// The file that audit lines are appended to, rotated by somebody else.
///
/// Lines are appended, many by one write(). Before each the path is looked at: once the
/// file there is another one, or none, the path is opened anew. So a rotation is renaming the file,
/// or truncating it in place; no signal is needed.
/// Errors:  kInternal names the path and what the system says.
/// Threads: one.
#pragma once

#include <string>

#include "accounting/result.hpp"

namespace npushare::history {

class AuditFile {
 public:
  /// `-` is standard error.
  explicit AuditFile(std::string path) : path_(std::move(path)) {}
  AuditFile(const AuditFile&) = delete;
  AuditFile& operator=(const AuditFile&) = delete;
  ~AuditFile() { close(); }

  /// Makes the file if there is none.
  Result<> open();
  /// Whole lines. What has been written is taken off them, so that a failure repeats nothing.
  Result<> append(std::string& lines);

 private:
  bool is_stderr() const { return path_ == "-"; }
  bool is_still_there() const;
  void close();

  const std::string path_;
  int file_ = -1;
};

}  // namespace npushare::history
