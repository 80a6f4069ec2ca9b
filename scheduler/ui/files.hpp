/// The page's files, as they were when the program was built.
///
/// Shape:  made by embed.cmake from the files beside this one, in the order of CMakeLists.txt.
#pragma once

#include <span>
#include <string_view>

namespace npushare::ui {

struct File {
  std::string_view path;  // below /ui/, "index.html"
  std::string_view type;  // media type
  std::string_view tag;   // changes with the content
  std::string_view text;
};

std::span<const File> files();

}  // namespace npushare::ui
