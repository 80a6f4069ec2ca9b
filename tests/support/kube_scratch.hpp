/// A folder of one test's own that goes with it.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

namespace npushare::testing_support {

class Scratch {
 public:
  Scratch() : path_(testing::TempDir() + "npushare_kube_" + name_of_test()) {
    std::filesystem::remove_all(path_);
    std::filesystem::create_directories(path_);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() { std::filesystem::remove_all(path_); }

  std::string path(const std::string& name) const { return path_ + "/" + name; }

  std::string write(const std::string& name, const std::string& content) const {
    std::ofstream(path(name)) << content;
    return path(name);
  }

  /// A shell script that can be run.
  std::string script(const std::string& name, const std::string& lines) const {
    write(name, "#!/bin/sh\n" + lines + "\n");
    std::filesystem::permissions(path(name), std::filesystem::perms::owner_all);
    return path(name);
  }

  std::string read(const std::string& name) const {
    std::ifstream file(path(name));
    return {std::istreambuf_iterator<char>(file), {}};
  }

 private:
  static std::string name_of_test() {
    const testing::TestInfo& test = *testing::UnitTest::GetInstance()->current_test_info();
    std::string name = std::string(test.test_suite_name()) + "_" + test.name();
    std::replace(name.begin(), name.end(), '/', '_');
    return name;
  }

  std::string path_;
};

}  // namespace npushare::testing_support
