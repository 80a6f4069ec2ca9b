/// Is a JSON value what a schema says? As much of JSON Schema as docs/reference/openapi.yaml uses.
///
/// Knows:  $ref within the document, oneOf, type (one or several), enum, properties, required,
///         additionalProperties (false, or a schema), items. Another word of a schema is ignored.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "scheduler/wire/json.hpp"

namespace npushare::reference {

class Schema {
 public:
  /// `document` holds what is referred to, and must outlive this.
  explicit Schema(const wire::Json& document) : document_(document) {}

  /// What of the value is otherwise, each with its path; empty when nothing is.
  std::vector<std::string> complaints(const wire::Json& schema, const wire::Json& value,
                                      const std::string& path = "answer") const {
    std::vector<std::string> found;
    judge(schema, value, path, found);
    return found;
  }

  const wire::Json& resolved(const wire::Json& schema) const {
    const std::string& name = schema["$ref"].string();
    if (name.empty()) return schema;
    const wire::Json* here = &document_;
    for (std::size_t at = 2; at < name.size();) {  // behind "#/"
      const std::size_t end = std::min(name.find('/', at), name.size());
      here = &(*here)[name.substr(at, end - at)];
      at = end + 1;
    }
    return resolved(*here);
  }

 private:
  using Found = std::vector<std::string>;

  static std::string type_of(const wire::Json& value) {
    if (value.is_object()) return "object";
    if (value.is_array()) return "array";
    if (value.is_string()) return "string";
    if (value.is_boolean()) return "boolean";
    if (!value.is_number()) return "null";
    return value.number_text().find_first_of(".eE") == std::string::npos ? "integer" : "number";
  }

  static bool is_of_type(const wire::Json& types, const std::string& type) {
    if (types.is_null()) return true;
    const auto allows = [&](const wire::Json& one) {
      return one.string() == type || (one.string() == "number" && type == "integer");
    };
    return types.is_array() ? std::ranges::any_of(types.items(), allows) : allows(types);
  }

  void judge(const wire::Json& given, const wire::Json& value, const std::string& path,
             Found& found) const {
    const wire::Json& schema = resolved(given);
    if (schema["oneOf"].is_array()) return judge_choice(schema["oneOf"], value, path, found);
    if (!is_of_type(schema["type"], type_of(value))) {
      found.push_back(path + " is " + type_of(value) + ", not " + schema["type"].text());
      return;
    }
    const wire::Json& words = schema["enum"];
    if (words.is_array() && std::ranges::find(words.items(), value) == words.items().end())
      found.push_back(path + " is " + value.text());
    if (value.is_object()) judge_members(schema, value, path, found);
    for (std::size_t k = 0; k < value.items().size(); ++k)
      judge(schema["items"], value.items()[k], path + "[" + std::to_string(k) + "]", found);
  }

  void judge_choice(const wire::Json& choices, const wire::Json& value, const std::string& path,
                    Found& found) const {
    const bool is_one = std::ranges::any_of(choices.items(), [&](const wire::Json& choice) {
      return complaints(choice, value, path).empty();
    });
    if (!is_one) found.push_back(path + " is none of the choices");
  }

  void judge_members(const wire::Json& schema, const wire::Json& value, const std::string& path,
                     Found& found) const {
    const wire::Json& properties = schema["properties"];
    const wire::Json& others = schema["additionalProperties"];
    for (const wire::Json& name : schema["required"].items())
      if (std::ranges::find(value.members(), name.string(), &wire::Json::Member::first) ==
          value.members().end())
        found.push_back(path + " lacks " + name.string());
    for (const auto& [name, member] : value.members()) {
      const bool is_known =
          std::ranges::find(properties.members(), name, &wire::Json::Member::first) !=
          properties.members().end();
      if (!is_known && others.is_boolean() && !others.boolean())
        found.push_back(path + " has " + name);
      judge(is_known ? properties[name] : others, member, path + "." + name, found);
    }
  }

  const wire::Json& document_;
};

}  // namespace npushare::reference
