#include "tests/soak/service.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <vector>

#include "scheduler/app/app.hpp"

namespace npushare::soak {

class Service::Incarnation {
 public:
  virtual ~Incarnation() = default;
  virtual std::uint16_t port() const = 0;
};

namespace {

constexpr const char* kQuiet = "log: {level: error}\n";
constexpr const char* kTalkative = "log: {level: info}\n";
constexpr int kStartLimitMs = 20'000;

class AppBody final : public Service::Incarnation {
 public:
  static std::unique_ptr<AppBody> start(const ServeOptions& options) {
    Result<std::unique_ptr<App>> app = App::make(options);
    if (!app || !(*app)->start()) return nullptr;
    return std::unique_ptr<AppBody>(new AppBody(*std::move(app)));
  }
  std::uint16_t port() const override { return app_->port(); }

 private:
  explicit AppBody(std::unique_ptr<App> app) : app_(std::move(app)) {}

  std::unique_ptr<App> app_;
};

/// What the program says on its standard output, up to the line that names its port.
std::uint16_t port_said(int output) {
  const std::string mark = "npushare ready on http://127.0.0.1:";
  std::string said;
  pollfd ready{.fd = output, .events = POLLIN, .revents = 0};
  while (::poll(&ready, 1, kStartLimitMs) > 0) {
    std::array<char, 512> bytes{};
    const ssize_t size = ::read(output, bytes.data(), bytes.size());
    if (size <= 0) return 0;
    said.append(bytes.data(), static_cast<std::size_t>(size));
    const std::size_t at = said.find(mark);
    if (at == std::string::npos || said.find('\n', at) == std::string::npos) continue;
    std::uint16_t port = 0;
    std::from_chars(said.data() + at + mark.size(), said.data() + said.size(), port);
    return port;
  }
  return 0;
}

class ProgramBody final : public Service::Incarnation {
 public:
  static std::unique_ptr<ProgramBody> start(std::vector<std::string> words,
                                            const std::string& log) {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return nullptr;
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    if (!log.empty()) {
      ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, log.c_str(),
                                         O_WRONLY | O_CREAT | O_APPEND, 0644);
    }
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    int pid = -1;
    const int failure =
        ::posix_spawn(&pid, words.front().c_str(), &actions, nullptr, pointers.data(), environ);
    ::posix_spawn_file_actions_destroy(&actions);
    ::close(ends[1]);
    if (failure == 0) {
      std::unique_ptr<ProgramBody> body(new ProgramBody(pid, ends[0]));
      body->port_ = port_said(ends[0]);
      return body->port_ == 0 ? nullptr : std::move(body);
    }
    ::close(ends[0]);
    return nullptr;
  }
  ~ProgramBody() override {
    ::kill(pid_, SIGKILL);
    int status = 0;
    ::waitpid(pid_, &status, 0);
    ::close(output_);
  }
  ProgramBody(const ProgramBody&) = delete;
  ProgramBody& operator=(const ProgramBody&) = delete;
  std::uint16_t port() const override { return port_; }

 private:
  ProgramBody(int pid, int output) : pid_(pid), output_(output) {}

  int pid_;
  int output_;
  std::uint16_t port_ = 0;
};

}  // namespace

Service::Service(std::uint16_t api_port, const Options& options)
    : api_port_(api_port),
      program_(options.program),
      diary_(options.diary),
      config_path_(std::filesystem::temp_directory_path() /
                   ("npushare-soak-" + std::to_string(::getpid()) + "-" + std::to_string(api_port) +
                    ".yaml")) {
  std::ofstream(config_path_) << (diary_.empty() ? kQuiet : kTalkative);
}

Service::~Service() {
  end();
  std::filesystem::remove(config_path_);
}

bool Service::start(Body as) {
  const std::string server = "http://127.0.0.1:" + std::to_string(api_port_);
  if (as == Body::kProgram) {
    body_ = ProgramBody::start({program_, "serve", "--server", server, "--listen", "127.0.0.1:0",
                                "--config", config_path_},
                               diary_);
  } else {
    body_ = AppBody::start(
        {.config_path = config_path_, .server_url = server, .listen = "127.0.0.1:0"});
  }
  port_ = body_ ? body_->port() : std::uint16_t{0};
  return body_ != nullptr;
}

void Service::end() {
  port_ = 0;
  body_.reset();
}

}  // namespace npushare::soak
