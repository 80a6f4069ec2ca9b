// C1: what reading a whole cluster costs, as a ratio to a bare RapidJSON SAX pass over the same
// bytes.
//
// 40,000 pods of 2.2 KB, as pages of 500 and as the lines of a watch that begins with them, decoded
// and handed over one by one. Passes of ours and of the bare parser take turns; a figure is the
// median of the rounds' ratios.

#include <rapidjson/reader.h>
#include <time.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "scheduler/kube/initial_events.hpp"
#include "scheduler/wire/object_reader.hpp"
#include "tests/bench/state.hpp"

namespace npushare::bench {
namespace {

constexpr std::size_t kPage = 500;
constexpr int kRounds = 9;

/// Texts that are parsed one by one.
using Texts = std::vector<std::string>;

std::string numbered_pod(std::size_t number) {
  constexpr std::string_view kName = "infer-0";
  std::string pod = pod_json();
  return pod.replace(pod.find(kName), kName.size(), "infer-" + std::to_string(number));
}

Texts pages(std::size_t pods) {
  Texts pages;
  for (std::size_t first = 0; first < pods; first += kPage) {
    std::string page = R"({"kind":"PodList","metadata":{"resourceVersion":"9"},"items":[)";
    for (std::size_t i = first; i < first + kPage; ++i)
      page.append(i == first ? "" : ",").append(numbered_pod(i));
    pages.push_back(page + "]}");
  }
  return pages;
}

Texts lines(std::size_t pods) {
  Texts lines;
  for (std::size_t i = 0; i < pods; ++i)
    lines.push_back(R"({"type":"ADDED","object":)" + numbered_pod(i) + "}");
  return lines;
}

/// Of this thread's own time, so that whatever else the machine does counts for little.
double processor_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

double seconds(const std::function<void()>& work) {
  const double start = processor_seconds();
  work();
  return processor_seconds() - start;
}

void scan(const Texts& texts) {
  for (const std::string& text : texts) {
    rapidjson::BaseReaderHandler<> nobody;
    rapidjson::Reader reader;
    rapidjson::StringStream stream(text.c_str());
    if (!reader.Parse(stream, nobody)) std::abort();
  }
}

/// What an informer does with its pods before its sink gets them.
std::size_t read_pages(const Texts& pages) {
  std::vector<wire::Pod> pods;
  for (const std::string& page : pages) {
    const auto meta =
        wire::read_pod_list(page, [&](wire::Pod&& pod) { pods.push_back(std::move(pod)); });
    if (!meta) std::abort();
  }
  return pods.size();
}

std::size_t read_lines(const Texts& lines) {
  kube::InitialEvents<wire::Pod> gathered;
  for (const std::string& line : lines) {
    const std::optional<std::string_view> object = kube::added_object(line);
    Result<wire::Pod> pod = wire::read_pod(object.value());
    if (!pod) std::abort();
    gathered.add(*std::move(pod));
  }
  std::vector<wire::Pod> pods;
  gathered.take([&](wire::Pod&& pod) { pods.push_back(std::move(pod)); });
  return pods.size();
}

void compare(const char* what, const Texts& texts, std::size_t (*read)(const Texts&)) {
  std::vector<double> ratios;
  double ours = 0;
  for (int round = 0; round < kRounds; ++round) {
    const double bare = seconds([&] { scan(texts); });
    ours = seconds([&] {
      if (read(texts) != kLarge.pods) std::abort();
    });
    ratios.push_back(ours / bare);
  }
  std::sort(ratios.begin(), ratios.end());
  std::printf("C1   %s: %.2f of a SAX pass (%.0f ms; target 1.4)\n", what,
              ratios[ratios.size() / 2], ours * 1e3);
}

}  // namespace
}  // namespace npushare::bench

int main() {
  using namespace npushare::bench;
  compare("40,000 pods in pages", pages(kLarge.pods), read_pages);
  compare("40,000 pods in a watch", lines(kLarge.pods), read_lines);
}
