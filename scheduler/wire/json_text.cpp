#include "scheduler/wire/json.hpp"
#include "scheduler/wire/object_writer.hpp"

namespace npushare::wire {
namespace {

enum class Layout { kCompact, kIndented };

class Printer {
 public:
  explicit Printer(Layout layout) : layout_(layout) {}

  std::string take() { return std::move(out_); }

  void print(const Json& value) {
    if (value.is_null()) {
      out_ += "null";
    } else if (value.is_boolean()) {
      out_ += value.boolean() ? "true" : "false";
    } else if (value.is_number()) {
      out_ += value.number_text();
    } else if (value.is_string()) {
      append_quoted(out_, value.string());
    } else if (value.is_array()) {
      print_items(value.items());
    } else {
      print_members(value.members());
    }
  }

 private:
  void print_items(const Json::Array& items) {
    open('[');
    for (const Json& item : items) {
      next();
      print(item);
    }
    close(']');
  }

  void print_members(const Json::Object& members) {
    open('{');
    for (const auto& [key, value] : members) {
      next();
      append_quoted(out_, key);
      out_ += layout_ == Layout::kIndented ? ": " : ":";
      print(value);
    }
    close('}');
  }

  void open(char bracket) {
    out_ += bracket;
    ++depth_;
    is_first_ = true;
  }
  void next() {
    if (!is_first_) out_ += ',';
    is_first_ = false;
    indent();
  }
  void close(char bracket) {
    --depth_;
    if (!is_first_) indent();
    is_first_ = false;
    out_ += bracket;
  }
  void indent() {
    if (layout_ == Layout::kCompact) return;
    out_ += '\n';
    out_.append(2 * depth_, ' ');
  }

  Layout layout_;
  std::string out_;
  std::size_t depth_ = 0;
  bool is_first_ = true;
};

std::string print(const Json& value, Layout layout) {
  Printer printer(layout);
  printer.print(value);
  return printer.take();
}

}  // namespace

std::string Json::text() const {
  return print(*this, Layout::kCompact);
}
std::string Json::pretty() const {
  return print(*this, Layout::kIndented) + '\n';
}

}  // namespace npushare::wire
