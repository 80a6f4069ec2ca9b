/// A program of ours, started for a while and always ended.
///
/// Its standard output comes back line by line; its standard error is kept for the sentence about a
/// failure. The destructor asks it to stop (SIGTERM), waits, and then ends it. Should this process
/// be killed, the kernel ends the child. Errors:  kInternal when it cannot be started, kTimeout
/// when a line does not come in time, kNotFound
///          when it has ended; the message carries the last lines of its standard error.
/// Threads: one.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "accounting/result.hpp"

namespace npushare::cli {

class Child {
 public:
  /// `words` begins with the program.
  static Result<Child> start(const std::vector<std::string>& words);

  ~Child();
  Child(Child&& other) noexcept;
  Child& operator=(Child&&) = delete;
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  /// The next line, without its end.
  Result<std::string> read_line(std::chrono::steady_clock::time_point deadline);

 private:
  Child(int pid, int output, int complaints)
      : pid_(pid), output_(output), complaints_(complaints) {}

  void end();
  std::string last_complaints() const;

  int pid_ = -1;
  int output_ = -1;      // read end of its standard output
  int complaints_ = -1;  // an unnamed file with its standard error
  std::string pending_;  // read and not yet handed out
};

}  // namespace npushare::cli
