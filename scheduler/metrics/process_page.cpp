#include "scheduler/metrics/process_page.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <vector>

namespace npushare::metrics {
namespace {

/// Positions in /proc/self/stat, counted from behind the name in parentheses.
constexpr std::size_t kUserTicks = 11;
constexpr std::size_t kSystemTicks = 12;
constexpr std::size_t kThreads = 17;
constexpr std::size_t kStartTicks = 19;
constexpr std::size_t kVirtualBytes = 20;
constexpr std::size_t kResidentPages = 21;

std::string text_of(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

/// The numbers behind the state letter; the name may hold spaces and parentheses itself.
std::vector<double> stat_fields(const std::string& proc) {
  const std::string text = text_of(proc + "/self/stat");
  const std::size_t end = text.rfind(')');
  if (end == std::string::npos) return {};
  std::istringstream rest(text.substr(end + 1));
  std::string state;
  rest >> state;
  std::vector<double> fields{0};  // the state's place
  for (double field = 0; rest >> field;) fields.push_back(field);
  return fields;
}

/// Unix seconds; nothing when /proc/stat does not say.
std::optional<double> boot_time(const std::string& proc) {
  std::istringstream lines(text_of(proc + "/stat"));
  for (std::string line; std::getline(lines, line);) {
    double seconds = 0;
    if (line.starts_with("btime ") && std::istringstream(line.substr(6)) >> seconds) return seconds;
  }
  return std::nullopt;
}

void write_descriptors(PageWriter& page, const std::string& proc) {
  std::error_code failed;
  std::size_t count = 0;
  std::filesystem::directory_iterator file(proc + "/self/fd", failed);
  for (const std::filesystem::directory_iterator end; !failed && file != end;
       file.increment(failed))
    ++count;
  if (!failed) {
    page.one({Kind::kGauge, "process_open_fds", "Open file descriptors."},
             static_cast<double>(count));
  }
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) == 0) {
    page.one({Kind::kGauge, "process_max_fds", "File descriptors that may be open."},
             static_cast<double>(limit.rlim_cur));
  }
}

}  // namespace

void write_process(PageWriter& page, const std::string& proc) {
  write_descriptors(page, proc);
  const std::vector<double> fields = stat_fields(proc);
  const auto ticks = static_cast<double>(::sysconf(_SC_CLK_TCK));
  if (fields.size() <= kResidentPages || ticks <= 0) return;
  page.one({Kind::kCounter, "process_cpu_seconds_total", "Processor time used."},
           (fields[kUserTicks] + fields[kSystemTicks]) / ticks);
  page.one({Kind::kGauge, "process_threads", "Threads of the process."}, fields[kThreads]);
  page.one({Kind::kGauge, "process_virtual_memory_bytes", "Address space in use."},
           fields[kVirtualBytes]);
  page.one({Kind::kGauge, "process_resident_memory_bytes", "Memory in use."},
           fields[kResidentPages] * static_cast<double>(::sysconf(_SC_PAGESIZE)));
  if (const std::optional<double> boot = boot_time(proc)) {
    page.one({Kind::kGauge, "process_start_time_seconds", "When the process started."},
             *boot + fields[kStartTicks] / ticks);
  }
}

}  // namespace npushare::metrics
