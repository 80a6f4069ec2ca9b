#include "scheduler/history/audit_log.hpp"

#include <chrono>
#include <utility>

#include "scheduler/history/audit_line.hpp"

namespace npushare::history {

Result<std::unique_ptr<AuditLog>> AuditLog::open(const std::string& path,
                                                 const observe::Clock& clock) {
  std::unique_ptr<AuditLog> log(new AuditLog(path, clock));
  if (const Result<> opened = log->file_.open(); !opened) return opened.error();
  log->writer_ = std::thread([self = log.get()] { self->write_on(); });
  return log;
}

AuditLog::~AuditLog() {
  if (!writer_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    is_stopping_ = true;
  }
  has_lines_.notify_one();
  writer_.join();
}

void AuditLog::note(std::string line) {
  {
    const std::lock_guard lock(mutex_);
    if (waiting_.size() + line.size() > kMostWaiting) {
      ++lost_;
      return;
    }
    waiting_.append(line).push_back('\n');
  }
  has_lines_.notify_one();
}

std::string AuditLog::problem() const {
  const std::lock_guard lock(mutex_);
  return problem_;
}

void AuditLog::write_on() {
  constexpr std::chrono::seconds kTryAgain{1};
  std::unique_lock lock(mutex_);
  while (!is_stopping_ || !waiting_.empty()) {
    has_lines_.wait(lock, [this] { return is_stopping_ || !waiting_.empty(); });
    write(lock);
    if (problem_.empty()) continue;
    if (is_stopping_) return;
    has_lines_.wait_for(lock, kTryAgain, [this] { return is_stopping_; });
  }
}

/// What could not be written goes before what has come meanwhile.
void AuditLog::write(std::unique_lock<std::mutex>& lock) {
  std::string lines = std::exchange(waiting_, {});
  const std::uint64_t lost = std::exchange(lost_, 0);
  if (lost > 0) lines.append(lost_line(lost, clock_.wall())).push_back('\n');
  lock.unlock();
  const Result<> written = file_.append(lines);
  lock.lock();
  problem_ = written ? std::string() : written.error().message;
  if (written) return;
  waiting_.insert(0, lines);
}

}  // namespace npushare::history
