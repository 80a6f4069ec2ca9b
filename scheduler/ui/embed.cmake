# Writes the page's files into one C++ source. usage: cmake -DOUT=files.cpp "-DFILES=a;b" -DROOT=dir -P embed.cmake
set(types html text/html css text/css js text/javascript svg image/svg+xml)
set(entries "")
list(LENGTH FILES count)
foreach(path IN LISTS FILES)
  string(REGEX MATCH "[a-z]+$" extension "${path}")
  list(FIND types "${extension}" at)
  if(at EQUAL -1)
    message(FATAL_ERROR "embed.cmake: ${path}: no media type for .${extension}; add it to `types`")
  endif()
  math(EXPR at "${at} + 1")
  list(GET types ${at} type)
  file(SHA256 "${ROOT}/${path}" digest)
  string(SUBSTRING "${digest}" 0 16 tag)
  # As numbers: no text can end the literal it stands in.
  file(READ "${ROOT}/${path}" hex HEX)
  string(REGEX REPLACE "(................................)" "\\1\n" hex "${hex}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
  string(MAKE_C_IDENTIFIER "k_${path}" name)
  string(APPEND arrays "constexpr unsigned char ${name}[] = {\n${bytes}0x00};\n")
  string(APPEND entries
    "    File{\"${path}\", \"${type}; charset=utf-8\", \"${tag}\", text_of(${name}, sizeof(${name}) - 1)},\n")
endforeach()
file(WRITE "${OUT}.new" "// Made by scheduler/ui/embed.cmake.
#include <array>

#include \"scheduler/ui/files.hpp\"

namespace npushare::ui {
namespace {

${arrays}
std::string_view text_of(const unsigned char* bytes, std::size_t size) {
  return {reinterpret_cast<const char*>(bytes), size};
}

}  // namespace

std::span<const File> files() {
  static const std::array<File, ${count}> kFiles{
${entries}  };
  return kFiles;
}

}  // namespace npushare::ui
")
file(RENAME "${OUT}.new" "${OUT}")
