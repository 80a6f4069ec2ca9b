/// A directory of files that is gone when this is.
#pragma once

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

namespace npushare::testing_support {

class ScratchDirectory {
 public:
  ScratchDirectory() {
    std::string name = (std::filesystem::temp_directory_path() / "npushare-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no directory: " + name);
    path_ = name;
  }
  ScratchDirectory(const ScratchDirectory&) = delete;
  ScratchDirectory& operator=(const ScratchDirectory&) = delete;
  ~ScratchDirectory() { std::filesystem::remove_all(path_); }

  std::string path(const std::string& name) const { return (path_ / name).string(); }

  /// Puts a new file in the place of the one of that name, as an atomic update does.
  std::string write(const std::string& name, const std::string& text) const {
    const std::string fresh = path(name + ".new");
    std::ofstream(fresh, std::ios::binary) << text;
    std::filesystem::rename(fresh, path(name));
    return path(name);
  }
  void remove(const std::string& name) const { std::filesystem::remove(path(name)); }

 private:
  std::filesystem::path path_;
};

}  // namespace npushare::testing_support
