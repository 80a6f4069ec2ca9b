/// Pods that read the same but for what tells one pod from another.
///
/// Pods of one Deployment differ in a few strings: in their identity, and in what nobody here
/// reads. Such a pod is known by comparing its bytes with those of one that was read before: it
/// takes that one's place, with its own identity. Where anything else differs it is another kind of
/// pod. Shape:  the text of the pod read first, and in it the insides of strings that may be
/// others:
///         those skipped by the reader, and those of PodIdentity. They hold no escapes, and what
///         stands for them holds none either, so that both texts have the same tokens.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scheduler/wire/pod_reader.hpp"

namespace npushare::wire {

class PodMold {
 public:
  /// `pod` was read from `text`, as `trace` says.
  PodMold(std::string_view text, const PodTrace& trace, Pod pod);

  /// When `text` starts with such a pod: it is pod() now, and this is the offset behind it.
  std::optional<std::size_t> cast(std::string_view text);

  const Pod& pod() const { return pod_; }

 private:
  /// A string's inside in text_.
  struct Gap {
    std::size_t begin = 0;
    std::size_t end = 0;                    // of its closing quote
    std::optional<std::size_t> identifies;  // which part of PodIdentity it is
  };

  void add_gaps(std::string_view text, std::string_view skipped);
  void add_identity(std::string_view text, const PodIdentity& identity);
  const Gap* gap_at(std::size_t offset) const;
  void identify(const PodIdentity& identity);

  std::string text_;
  std::vector<Gap> gaps_;  // in order
  Pod pod_;
};

}  // namespace npushare::wire
