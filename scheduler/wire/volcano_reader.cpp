#include <charconv>
#include <cstdint>
#include <utility>

#include "scheduler/wire/scan.hpp"
#include "scheduler/wire/volcano.hpp"

namespace npushare::wire {
namespace {

Error inside(std::string_view key, const Error& error) {
  return {error.code, std::string(key) + ": " + error.message};
}

TaskStatus status_of(std::int64_t number) {
  switch (number) {
    case 1: return TaskStatus::kPending;
    case 2: return TaskStatus::kAllocated;
    case 4: return TaskStatus::kPipelined;
    case 8: return TaskStatus::kBinding;
    case 16: return TaskStatus::kBound;
    case 32: return TaskStatus::kRunning;
    case 64: return TaskStatus::kReleasing;
    case 128: return TaskStatus::kSucceeded;
    case 256: return TaskStatus::kFailed;
  }
  return TaskStatus::kNotSaid;
}

class VolcanoReader {
 public:
  VolcanoReader(std::string_view body, VolcanoArgs& args) : scan_(body), args_(args) {}

  Result<> read() {
    clear_task();
    args_.nodes.clear();
    const Result<> done = scan_.members([this](std::string_view key) { return read_part(key); });
    if (!done || !args_.has_pod) return done;
    VolcanoTask& task = args_.task;
    if (task.uid.empty()) task.uid = args_.pod().uid;
    if (task.key.name.empty()) task.key = args_.pod().key;
    return {};
  }

 private:
  void clear_task() {
    args_.has_task = false;
    args_.has_pod = false;
    args_.task = {};
    args_.pods.clear();
  }

  Result<> read_part(std::string_view key) {
    if (key == "task") return inside_of(key, read_task());
    if (key == "node") return inside_of(key, read_one_node());
    if (key == "nodes") return inside_of(key, read_nodes());
    return skip();
  }

  Result<> read_task() {
    clear_task();
    args_.has_task = scan_.peek() == '{';
    return scan_.members([this](std::string_view key) { return read_task_field(key); });
  }

  Result<> read_task_field(std::string_view key) {
    VolcanoTask& task = args_.task;
    if (key == "UID") return read_name(key, task.uid);
    if (key == "Name") return read_text(key, task.key.name);
    if (key == "Namespace") return read_text(key, task.key.space);
    if (key == "Job") return read_text(key, task.job);
    if (key == "NodeName") return read_name(key, task.node);
    if (key == "Status") return read_status(task.status);
    if (key == "Pod") return inside_of(key, read_pod());
    return skip();
  }

  Result<> read_pod() {
    args_.pods.clear();
    args_.has_pod = false;
    if (scan_.take_word("null")) return {};
    const Result<std::size_t> end = args_.pods.read(scan_.text().substr(scan_.offset()));
    if (!end) return end.error();
    scan_.move_to(scan_.offset() + *end);
    args_.has_pod = true;
    return {};
  }

  Result<> read_one_node() {
    args_.nodes.clear();
    if (scan_.take_word("null")) return {};
    return read_node();
  }

  Result<> read_nodes() {
    args_.nodes.clear();
    if (scan_.take_word("null")) return {};
    if (!scan_.take('[')) return failed("an array of nodes is expected");
    if (scan_.take(']')) return {};
    do {
      const std::size_t index = args_.nodes.size();
      const Result<> read = read_node();
      if (!read) return inside("[" + std::to_string(index) + "]", read.error());
    } while (scan_.take(','));
    return scan_.take(']') ? Result<>{} : failed("',' or ']' is expected");
  }

  Result<> read_node() {
    VolcanoNode& node = args_.nodes.emplace_back();
    return scan_.members([&](std::string_view key) -> Result<> {
      if (key == "Name") return read_name(key, node.name);
      if (key == "Tasks") return inside_of(key, read_tasks(node));
      return skip();
    });
  }

  Result<> read_tasks(VolcanoNode& node) {
    node.tasks.clear();
    node.has_tasks = true;
    return scan_.members([&](std::string_view) -> Result<> {
      VolcanoPeer& peer = node.tasks.emplace_back();
      return scan_.members([&](std::string_view key) -> Result<> {
        if (key == "UID") return read_name(key, peer.uid);
        if (key == "Status") return read_status(peer.status);
        return skip();
      });
    });
  }

  Result<> read_status(TaskStatus& into) {
    into = TaskStatus::kNotSaid;
    if (scan_.take_word("null")) return {};
    const std::optional<std::string_view> digits = scan_.number();
    if (!digits) return inside("Status", scan_.error());
    std::int64_t number = 0;
    const char* const end = digits->data() + digits->size();
    const auto [stop, failure] = std::from_chars(digits->data(), end, number);
    if (failure != std::errc{} || stop != end)
      return Error{ErrorCode::kInvalid, "Status: a whole number is expected"};
    into = status_of(number);
    return {};
  }

  template <class Name>
  Result<> read_name(std::string_view key, Name& into) {
    std::string text;
    Result<> read = read_text(key, text);
    if (read) into = Name{text};
    return read;
  }

  Result<> read_text(std::string_view key, std::string& into) {
    into.clear();
    if (scan_.take_word("null")) return {};
    const std::optional<Quoted> quoted = scan_.string();
    if (!quoted) return inside(key, scan_.error());
    std::string buffer;
    const std::optional<std::string_view> text = scan_.decode(*quoted, buffer);
    if (!text) return inside(key, scan_.error());
    into = *text;
    return {};
  }

  Result<> skip() {
    if (scan_.skip_value(1)) return {};
    return scan_.error();
  }

  static Result<> inside_of(std::string_view key, const Result<>& read) {
    return read ? read : inside(key, read.error());
  }

  Result<> failed(std::string_view what) {
    scan_.fail(what);
    return scan_.error();
  }

  Scanner scan_;
  VolcanoArgs& args_;
};

}  // namespace

Result<> read_volcano_args(std::string_view body, VolcanoArgs& args) {
  return VolcanoReader(body, args).read();
}

}  // namespace npushare::wire
