#pragma once

#include <string>
#include <vector>

/// What a run of the program left.
struct Run {
  int status;  ///< its exit status, or 128 and the number of the signal that ended it
  std::string out;
  std::string err;
};

/// Runs the program with these arguments and this standard input.
Run run_schiri(const std::vector<std::string>& arguments, const std::string& input = "");

/// A directory that is removed with everything in it.
class TemporaryDirectory {
 public:
  TemporaryDirectory();
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
  ~TemporaryDirectory();

  std::string file(const std::string& name) const { return path_ + "/" + name; }
  /// Writes a file and returns its path.
  std::string write(const std::string& name, const std::string& text) const;

 private:
  std::string path_;
};

/// The whole of a file.
std::string read_file(const std::string& path);
