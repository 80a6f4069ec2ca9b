#include "scheduler/cli/child.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <thread>
#include <utility>

#include "scheduler/cli/text.hpp"

namespace npushare::cli {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr milliseconds kStopLimit{5000};
constexpr milliseconds kStopStep{10};

Error system_error(const std::string& what) {
  return {ErrorCode::kInternal, what + ": " + std::strerror(errno)};
}

/// Runs in the child between fork and exec: only calls that are safe there.
[[noreturn]] void become(const std::vector<char*>& words, int output, int complaints, int parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  const bool is_orphan = ::getppid() != parent;
  if (!is_orphan && ::dup2(output, STDOUT_FILENO) >= 0 && ::dup2(complaints, STDERR_FILENO) >= 0)
    ::execv(words.front(), words.data());
  ::_exit(127);
}

/// The array that execv takes; it points into `words`.
std::vector<char*> pointers_to(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

bool has_ended(int pid) {
  int status = 0;
  return ::waitpid(pid, &status, WNOHANG) != 0;
}

int milliseconds_until(steady_clock::time_point deadline) {
  const auto left = std::chrono::ceil<milliseconds>(deadline - steady_clock::now());
  return static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, 3'600'000));
}

}  // namespace

Result<Child> Child::start(const std::vector<std::string>& words) {
  std::array<int, 2> pipe_ends{};
  const int complaints = ::memfd_create("standard-error", MFD_CLOEXEC);
  if (complaints < 0) return system_error("no file for the output of " + words.front());
  if (::pipe2(pipe_ends.data(), O_CLOEXEC) != 0) {
    const Error failure = system_error("no pipe to " + words.front());
    ::close(complaints);
    return failure;
  }
  std::vector<std::string> owned = words;
  const std::vector<char*> pointers = pointers_to(owned);
  const int parent = ::getpid();
  const int pid = ::fork();
  if (pid == 0) become(pointers, pipe_ends[1], complaints, parent);
  const Error failure = system_error("cannot start " + words.front());
  ::close(pipe_ends[1]);
  Child child(pid, pipe_ends[0], complaints);
  if (pid < 0) return failure;
  return child;
}

Child::Child(Child&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      output_(std::exchange(other.output_, -1)),
      complaints_(std::exchange(other.complaints_, -1)),
      pending_(std::move(other.pending_)) {}

Child::~Child() {
  if (pid_ > 0) end();
  if (output_ >= 0) ::close(output_);
  if (complaints_ >= 0) ::close(complaints_);
}

void Child::end() {
  ::kill(pid_, SIGTERM);
  const auto deadline = steady_clock::now() + kStopLimit;
  while (!has_ended(pid_)) {
    if (steady_clock::now() >= deadline) {
      ::kill(pid_, SIGKILL);
      int status = 0;
      ::waitpid(pid_, &status, 0);
      return;
    }
    std::this_thread::sleep_for(kStopStep);
  }
}

Result<std::string> Child::read_line(steady_clock::time_point deadline) {
  while (true) {
    const std::size_t end = pending_.find('\n');
    if (end != std::string::npos) {
      std::string line = pending_.substr(0, end);
      pending_.erase(0, end + 1);
      return line;
    }
    pollfd ready{.fd = output_, .events = POLLIN, .revents = 0};
    const int count = ::poll(&ready, 1, milliseconds_until(deadline));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0)
      return Error{ErrorCode::kTimeout, "the service said nothing in time" + last_complaints()};
    std::array<char, 4096> chunk{};
    const ssize_t got = ::read(output_, chunk.data(), chunk.size());
    if (got <= 0) return Error{ErrorCode::kNotFound, "the service ended early" + last_complaints()};
    pending_.append(chunk.data(), static_cast<std::size_t>(got));
  }
}

std::string Child::last_complaints() const {
  std::array<char, 2048> tail{};
  struct stat file{};
  ::fstat(complaints_, &file);
  const off_t from = std::max<off_t>(0, file.st_size - static_cast<off_t>(tail.size()));
  const ssize_t got = ::pread(complaints_, tail.data(), tail.size(), from);
  std::string out;
  for (std::size_t at = 0; got > 0 && at < static_cast<std::size_t>(got);) {
    const std::string_view rest(tail.data() + at, static_cast<std::size_t>(got) - at);
    const std::string_view line = rest.substr(0, rest.find('\n'));
    out += "\n  " + printable(line);
    at += line.size() + 1;
  }
  return out.empty() ? "" : "; it wrote:" + out;
}

}  // namespace npushare::cli
