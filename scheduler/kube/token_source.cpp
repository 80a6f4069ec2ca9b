#include "scheduler/kube/token_source.hpp"

#include <algorithm>
#include <fstream>

namespace npushare::kube {
namespace {

/// Anything else in a header would let a file's content add headers of its own.
bool is_token_character(char c) {
  return c > ' ' && c <= '~';
}

std::optional<std::string> read_token(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text;
  std::string rest;
  if (!(file >> text)) return std::nullopt;
  if (file >> rest) return std::nullopt;  // two words are no token
  if (!std::all_of(text.begin(), text.end(), is_token_character)) return std::nullopt;
  return text;
}

}  // namespace

std::string TokenSource::current(Time now) {
  const std::lock_guard lock(mutex_);
  if (!file_.empty() && (!read_at_ || now - *read_at_ >= kFresh)) read(now);
  return token_;
}

bool TokenSource::renew(const std::string& refused, Time now) {
  const std::lock_guard lock(mutex_);
  if (file_.empty()) return false;
  read(now);
  return token_ != refused;
}

void TokenSource::read(Time now) {
  read_at_ = now;
  if (std::optional<std::string> token = read_token(file_)) token_ = std::move(*token);
}

}  // namespace npushare::kube
