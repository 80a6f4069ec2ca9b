/// Random JSON values.
#pragma once

#include <rapidcheck.h>

#include <string>
#include <utility>
#include <vector>

#include "scheduler/wire/json.hpp"

namespace npushare::wire {

inline rc::Gen<std::string> any_text() {
  return rc::gen::map(rc::gen::container<std::string>(rc::gen::inRange<char>(1, 127)),
                      [](const std::string& text) { return text + "\u00e9\U0001F600"; });
}

inline rc::Gen<Json> any_scalar() {
  return rc::gen::oneOf(
      rc::gen::just(Json{}),
      rc::gen::map(rc::gen::arbitrary<bool>(), [](bool value) { return Json(value); }),
      rc::gen::map(rc::gen::arbitrary<std::int64_t>(), [](std::int64_t n) { return Json(n); }),
      rc::gen::map(rc::gen::element<std::string>("-0.50", "1e5", "0", "12E-3", "1.25e+10"),
                   [](const std::string& text) { return Json(Json::Number{text}); }),
      rc::gen::map(any_text(), [](const std::string& text) { return Json(text); }));
}

inline rc::Gen<Json> any_json(int depth) {
  if (depth == 0) return any_scalar();
  const auto inner = rc::gen::scale(0.3, rc::gen::lazy([depth] { return any_json(depth - 1); }));
  const auto list = rc::gen::map(rc::gen::scale(0.1, rc::gen::container<Json::Array>(inner)),
                                 [](Json::Array items) { return Json(std::move(items)); });
  const auto object = rc::gen::map(
      rc::gen::scale(
          0.1, rc::gen::container<std::vector<Json::Member>>(rc::gen::pair(any_text(), inner))),
      [](const std::vector<Json::Member>& members) {
        Json value = Json::object();
        for (const auto& [key, member] : members) value.set(key, member);
        return value;
      });
  return rc::gen::oneOf(any_scalar(), list, object);
}

}  // namespace npushare::wire
