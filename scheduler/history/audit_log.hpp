/// The audit log: lines from any thread to a file, written by a thread of its own.
///
/// note() never waits for the disk. While a write fails the lines are kept, up to kMostWaiting;
/// what comes then is lost, and a `lost` line says how many once writing works again.
/// Threads: any. The destructor writes what is waiting, if it can be written.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "scheduler/history/audit_file.hpp"
#include "scheduler/observe/clock.hpp"

namespace npushare::history {

class AuditLog {
 public:
  static constexpr std::size_t kMostWaiting = std::size_t{8} << 20;  // bytes

  /// kInternal: the file cannot be opened. The clock must outlive the log.
  static Result<std::unique_ptr<AuditLog>> open(const std::string& path,
                                                const observe::Clock& clock);
  ~AuditLog();
  AuditLog(const AuditLog&) = delete;
  AuditLog& operator=(const AuditLog&) = delete;

  /// A line without its newline.
  void note(std::string line);

  /// Why the last write failed; empty when it did not.
  std::string problem() const;

 private:
  AuditLog(std::string path, const observe::Clock& clock) : file_(std::move(path)), clock_(clock) {}

  void write_on();
  void write(std::unique_lock<std::mutex>& lock);

  AuditFile file_;  // the writer's own
  const observe::Clock& clock_;
  mutable std::mutex mutex_;
  std::condition_variable has_lines_;
  std::string waiting_;
  std::string problem_;
  std::uint64_t lost_ = 0;
  bool is_stopping_ = false;
  std::thread writer_;
};

}  // namespace npushare::history
