/// An answer of which long pieces are still where the request has them.
///
/// A scheduler is mostly given back what it asked about: the names, or the whole nodes. They are
/// sent from the request's own buffer.
/// Views point into the request and must live until the answer is sent.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace npushare::wire {

struct ReplyText {
  /// A piece, and how much of `text` stands before it.
  using Splice = std::pair<std::size_t, std::string_view>;

  std::string text;
  std::vector<Splice> splices;  // in order

  /// In one text, as its receiver sees it.
  std::string whole() const {
    std::string all;
    std::size_t done = 0;
    for (const auto& [before, piece] : splices) {
      all.append(text, done, before - done).append(piece);
      done = before;
    }
    return all.append(text, done);
  }
};

}  // namespace npushare::wire
