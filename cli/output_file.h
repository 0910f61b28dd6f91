#pragma once

#include <fstream>
#include <ostream>
#include <string>

namespace schiri::cli {

/// Where a command writes: standard output for `-`, or a file that appears, or is replaced, only
/// when everything is written. So a file may be converted into itself, and an interrupted command
/// leaves the old one.
class OutputFile {
 public:
  /// Throws UnusableError if the file cannot be created.
  explicit OutputFile(std::string path);
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();

  std::ostream& stream();
  /// Puts the file in place. Throws UnusableError if it cannot be written completely.
  void commit();

 private:
  std::string path_;
  std::string unfinished_path_;
  std::ofstream file_;
};

}  // namespace schiri::cli
