/// Fills a Build from JSON as a table of fields says.
///
/// Shape:  a stack of the containers being read, no deeper than the tables are.
/// Errors: kInvalid with the path of the field: `spec.containers[1].name: a string is expected`.
/// Source: Go's decoder: null is the zero value; objects and maps given twice merge, lists do not.
#pragma once

#include <array>
#include <cassert>
#include <charconv>
#include <string>
#include <string_view>
#include <vector>

#include "scheduler/wire/sax.hpp"
#include "scheduler/wire/shape.hpp"

namespace npushare::wire {

template <class Build>
class ShapeReader final : public SaxSink {
 public:
  /// `skipped`, when given, receives the values that were not read.
  ShapeReader(Fields<Build> root, Build& build, std::vector<std::string_view>* skipped = nullptr)
      : root_(root), build_(build), skipped_(skipped) {}

 private:
  enum class Level : std::uint8_t { kObject, kItems, kMap };

  struct Frame {
    Level level = Level::kObject;
    Fields<Build> fields = {};            // of an object
    const Field<Build>* field = nullptr;  // of an object: the member being read; else what it fills
    std::string_view key = {};            // of a map
    std::size_t index = 0;                // of items: how many are complete
  };

  static constexpr std::size_t kDeepest = 12;  // containers from the root, as the tables nest them

  Frame& top() { return frames_[size_ - 1]; }
  bool push(Frame frame) {
    assert(size_ < kDeepest);
    frames_[size_++] = frame;
    return true;
  }

  Next key(std::string_view name) override {
    Frame& here = top();
    if (here.level == Level::kMap) {
      here.key = name;
      return here.field->keep(name) ? Next::kRead : Next::kSkip;
    }
    for (const Field<Build>& field : here.fields) {
      if (field.key != name) continue;
      here.field = &field;
      return Next::kRead;
    }
    return Next::kSkip;
  }

  bool start_object(std::size_t offset) override {
    if (size_ == 0) return push({.fields = root_});
    Frame& here = top();
    if (here.level == Level::kMap) return expected();
    const Field<Build>& field = *here.field;
    if (here.level == Level::kItems) {
      if (field.item != nullptr) field.item(build_, offset);
      return push({.fields = field.inner});
    }
    const bool is_map = field.kind == FieldKind::kTexts || field.kind == FieldKind::kQuantities;
    if (!is_map && field.kind != FieldKind::kObject) return expected();
    if (field.kind == FieldKind::kObject && field.open != nullptr) field.open(build_);
    if (is_map) return push({.level = Level::kMap, .field = &field});
    return push({.fields = field.inner});
  }

  bool end_object(std::size_t offset) override {
    --size_;
    if (size_ == 0 || top().level != Level::kItems) return true;
    const Field<Build>& field = *top().field;
    if (field.item_end != nullptr) {
      const std::string_view complaint = field.item_end(build_, offset);
      if (!complaint.empty()) return refuse(path() + ": " + std::string(complaint));
    }
    ++top().index;
    return true;
  }

  bool start_array() override {
    if (size_ == 0 || top().level != Level::kObject) return expected();
    const Field<Build>& field = *top().field;
    if (field.kind != FieldKind::kItems) return expected();
    if (field.open != nullptr) field.open(build_);
    return push({.level = Level::kItems, .field = &field});
  }

  bool end_array() override {
    --size_;
    return true;
  }

  bool text(std::string_view value) override {
    if (size_ == 0 || top().level == Level::kItems) return expected();
    const Field<Build>& field = *top().field;
    if (top().level == Level::kMap) {
      field.put(build_, top().key, value);
      return true;
    }
    if (field.kind != FieldKind::kText) return expected();
    field.set_text(build_, value);
    return true;
  }

  bool number(std::string_view digits) override {
    if (size_ == 0 || top().level == Level::kItems) return expected();
    const Field<Build>& field = *top().field;
    if (field.kind == FieldKind::kQuantities && top().level == Level::kMap) {
      field.put(build_, top().key, digits);
      return true;
    }
    if (field.kind != FieldKind::kInteger) return expected();
    std::int64_t value = 0;
    const char* end = digits.data() + digits.size();
    const auto [stop, failure] = std::from_chars(digits.data(), end, value);
    if (failure != std::errc{} || stop != end) return expected();
    field.set_integer(build_, value);
    return true;
  }

  bool boolean(bool value) override {
    if (size_ == 0 || top().level != Level::kObject) return expected();
    const Field<Build>& field = *top().field;
    if (field.kind != FieldKind::kBoolean) return expected();
    field.set_boolean(build_, value);
    return true;
  }

  void skipped(std::string_view value) override {
    if (skipped_ != nullptr) skipped_->push_back(value);
  }

  bool null() override {
    if (size_ == 0 || top().level == Level::kItems) return expected();
    const Field<Build>& field = *top().field;
    if (top().level == Level::kMap) {
      field.put(build_, top().key, field.kind == FieldKind::kQuantities ? "0" : "");
      return true;
    }
    switch (field.kind) {
      case FieldKind::kText: field.set_text(build_, {}); break;
      case FieldKind::kInteger: field.set_integer(build_, 0); break;
      case FieldKind::kBoolean: field.set_boolean(build_, false); break;
      case FieldKind::kItems:
      case FieldKind::kTexts:
      case FieldKind::kQuantities:
        if (field.open != nullptr) field.open(build_);
        break;
      case FieldKind::kObject: break;
    }
    return true;
  }

  std::string_view wanted() {
    if (size_ == 0 || top().level == Level::kItems) return "an object";
    const FieldKind kind = top().field->kind;
    if (top().level == Level::kMap)
      return kind == FieldKind::kTexts ? "a string" : "a string or a number";
    switch (kind) {
      case FieldKind::kText: return "a string";
      case FieldKind::kInteger: return "a whole number";
      case FieldKind::kBoolean: return "true or false";
      case FieldKind::kItems: return "an array";
      case FieldKind::kObject:
      case FieldKind::kTexts:
      case FieldKind::kQuantities: break;
    }
    return "an object";
  }

  std::string path() const {
    std::string path;
    for (const Frame& frame : std::span(frames_).first(size_)) {
      switch (frame.level) {
        case Level::kObject:
          if (!path.empty()) path += '.';
          path += frame.field->key;
          break;
        case Level::kItems: path += '[' + std::to_string(frame.index) + ']'; break;
        case Level::kMap: path += "[\"" + std::string(frame.key) + "\"]"; break;
      }
    }
    return path;
  }

  bool expected() {
    const std::string place = path();
    return refuse((place.empty() ? "" : place + ": ") + std::string(wanted()) + " is expected");
  }

  Fields<Build> root_;
  Build& build_;
  std::vector<std::string_view>* skipped_;
  std::array<Frame, kDeepest> frames_{};
  std::size_t size_ = 0;
};

}  // namespace npushare::wire
