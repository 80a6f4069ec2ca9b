#include "scheduler/cli/manifest.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>

#include "config/yaml_json.hpp"
#include "scheduler/cli/text.hpp"

namespace npushare::cli {
namespace {

std::string all_of(std::istream& in) {
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

}  // namespace

Result<std::string> read_file(const std::string& path) {
  if (path == "-") return all_of(std::cin);
  std::ifstream file(path, std::ios::binary);
  std::string text = file ? all_of(file) : std::string();
  if (!file || file.bad()) {
    return Error{ErrorCode::kNotFound,
                 printable(path) + " cannot be read: " + std::strerror(errno)};
  }
  return text;
}

Result<std::string> read_manifest(const std::string& path) {
  const Result<std::string> yaml = read_file(path);
  if (!yaml) return yaml.error();
  const std::string name = path == "-" ? "standard input" : path;
  Result<std::vector<std::string>> documents = config::yaml_to_json(*yaml, name);
  if (!documents) return documents.error();
  if (documents->size() != 1) {
    return Error{ErrorCode::kInvalid, printable(name) + " holds " +
                                          std::to_string(documents->size()) +
                                          " documents; give a file with one pod"};
  }
  return std::move(documents->front());
}

}  // namespace npushare::cli
