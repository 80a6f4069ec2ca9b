#include "scheduler/kube/command.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <map>
#include <optional>
#include <string_view>

extern char** environ;  // NOLINT(readability-redundant-declaration): POSIX leaves it to us

namespace npushare::kube {
namespace {

constexpr std::size_t kMostOutput = std::size_t{1} << 20;
constexpr std::size_t kMostComplaint = 400;

class File {
 public:
  explicit File(int number) : number_(number) {}
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() { close(); }

  int number() const { return number_; }
  bool is_open() const { return number_ >= 0; }
  void close() {
    if (is_open()) ::close(number_);
    number_ = -1;
  }

 private:
  int number_;
};

std::vector<std::string> environment_with(
    const std::vector<std::pair<std::string, std::string>>& more) {
  std::map<std::string, std::string> variables;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text(*entry);
    const std::size_t end = std::min(text.find('='), text.size());
    variables[std::string(text.substr(0, end))] = text.substr(std::min(end + 1, text.size()));
  }
  for (const auto& [name, value] : more) variables[name] = value;
  std::vector<std::string> lines;
  for (const auto& [name, value] : variables) lines.push_back(name + "=" + value);
  return lines;
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

/// Its standard files are these, it has no other, and it leads a group of its own. 0: none started.
pid_t spawn(const CommandLine& line, int output, int complaints) {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&files);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&files, complaints, STDERR_FILENO);
  posix_spawn_file_actions_addclosefrom_np(&files, STDERR_FILENO + 1);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);

  std::vector<std::string> words = line.words;
  std::vector<std::string> variables = environment_with(line.environment);
  pid_t pid = 0;
  errno = posix_spawnp(&pid, words.front().c_str(), &files, &attributes, pointers_to(words).data(),
                       pointers_to(variables).data());
  const bool has_started = errno == 0;
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&attributes);
  return has_started ? pid : 0;
}

/// Appends what is there now. False at the end.
bool drain(int from, std::string& into) {
  std::array<char, 4096> piece{};
  while (into.size() <= kMostOutput) {
    const ssize_t size = ::read(from, piece.data(), piece.size());
    if (size > 0) into.append(piece.data(), static_cast<std::size_t>(size));
    if (size == 0) return false;
    if (size < 0 && errno != EINTR) return errno == EAGAIN;
  }
  return false;
}

enum class Ending { kExited, kTimeout, kStopped, kTooMuch };

/// Waits until the program has ended or must be ended.
Ending follow(int program, File& output, int stopped, std::chrono::milliseconds limit,
              std::string& printed) {
  const auto due = std::chrono::steady_clock::now() + limit;
  while (true) {
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(due - std::chrono::steady_clock::now());
    if (left.count() <= 0) return Ending::kTimeout;
    std::array<pollfd, 3> waits{
        {{program, POLLIN, 0}, {stopped, POLLIN, 0}, {output.number(), POLLIN, 0}}};
    ::poll(waits.data(), waits.size(), static_cast<int>(left.count()));
    if (output.is_open() && !drain(output.number(), printed)) output.close();
    if (printed.size() > kMostOutput) return Ending::kTooMuch;
    if (waits[1].revents != 0) return Ending::kStopped;
    if (waits[0].revents != 0) return Ending::kExited;
  }
}

std::string end_of(int file) {
  std::string text(kMostComplaint, '\0');
  const off_t size = ::lseek(file, 0, SEEK_END);
  const off_t begin = std::max<off_t>(size - static_cast<off_t>(text.size()), 0);
  const ssize_t read = ::pread(file, text.data(), text.size(), begin);
  text.resize(read > 0 ? static_cast<std::size_t>(read) : 0);
  text.resize(std::min(text.find_last_not_of(" \r\n\t") + 1, text.size()));
  return text;
}

Result<> judge(Ending ending, int status) {
  switch (ending) {
    case Ending::kTimeout: return Error{ErrorCode::kTimeout, "has not ended in time"};
    case Ending::kStopped: return Error{ErrorCode::kInternal, "was stopped with us"};
    case Ending::kTooMuch: return Error{ErrorCode::kTooLarge, "prints more than 1 MiB"};
    case Ending::kExited: break;
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return {};
  if (WIFEXITED(status))
    return Error{ErrorCode::kInternal, "ended with code " + std::to_string(WEXITSTATUS(status))};
  return Error{ErrorCode::kInternal, "was ended by signal " + std::to_string(WTERMSIG(status))};
}

}  // namespace

Result<std::string> run_command(const CommandLine& line, const std::stop_token& stop) {
  std::array<int, 2> pipe{-1, -1};
  if (line.words.empty() || ::pipe2(pipe.data(), O_CLOEXEC) != 0)
    return Error{ErrorCode::kInternal, "no program can be run"};
  File output(pipe[0]);
  File input(pipe[1]);
  File complaints(::memfd_create("complaints", MFD_CLOEXEC));
  File stopped(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  ::fcntl(output.number(), F_SETFL, O_NONBLOCK);

  const pid_t pid = spawn(line, input.number(), complaints.number());
  if (pid == 0)
    return Error{ErrorCode::kNotFound,
                 line.words.front() + " cannot be run: " + std::string(std::strerror(errno))};
  input.close();
  const File program(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
  std::string printed;
  Ending ending = Ending::kStopped;
  {
    const std::stop_callback wake(stop, [&stopped] { ::eventfd_write(stopped.number(), 1); });
    ending = follow(program.number(), output, stopped.number(), line.time_limit, printed);
  }
  if (ending != Ending::kExited) ::kill(-pid, SIGKILL);
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  const Result<> done = judge(ending, status);
  if (done) return printed;
  const std::string said = end_of(complaints.number());
  return Error{done.error().code,
               line.words.front() + " " + done.error().message + (said.empty() ? "" : ": " + said)};
}

}  // namespace npushare::kube
