/// Builds a Json from a walk that skips nothing, to compare it with what Json::parse reads.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "scheduler/wire/json.hpp"
#include "scheduler/wire/sax.hpp"

namespace npushare::wire {

class JsonSink final : public SaxSink {
 public:
  Json take() { return std::move(root_); }

 private:
  struct Open {
    Json value;
    std::string key;
  };

  Next key(std::string_view name) override {
    open_.back().key = name;
    return Next::kRead;
  }
  bool start_object(std::size_t) override { return open(Json::object()); }
  bool end_object(std::size_t) override { return close(); }
  bool start_array() override { return open(Json::array()); }
  bool end_array() override { return close(); }
  bool text(std::string_view value) override { return add(value); }
  bool number(std::string_view digits) override { return add(Json::Number{std::string(digits)}); }
  bool boolean(bool value) override { return add(value); }
  bool null() override { return add({}); }

  bool open(Json value) {
    open_.push_back({std::move(value), {}});
    return true;
  }
  bool close() {
    Json value = std::move(open_.back().value);
    open_.pop_back();
    return add(std::move(value));
  }
  bool add(Json value) {
    if (open_.empty()) {
      root_ = std::move(value);
    } else if (open_.back().value.is_array()) {
      open_.back().value.push_back(std::move(value));
    } else {
      open_.back().value.set(open_.back().key, std::move(value));
    }
    return true;
  }

  Json root_;
  std::vector<Open> open_;
};

}  // namespace npushare::wire
