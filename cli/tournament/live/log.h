#pragma once

#include <fstream>
#include <mutex>
#include <optional>
#include <string>

#include "cli/print/json.h"

namespace schiri::cli {

/// A file of JSON Lines that reports what happens in a tournament while it is played. Each line has
/// `v` (the version of this format, 1), `time` and `type`. Lines may come from several threads.
class TournamentLog {
 public:
  /// Adds to the file; an empty path logs nothing. Throws UnusableError.
  explicit TournamentLog(const std::string& path);

  bool is_open() const { return file_.has_value(); }
  /// Writes one line: the type of what has happened, and more about it.
  void write(const char* type, const Json& details);

 private:
  std::mutex mutex_;
  std::string path_;
  std::optional<std::ofstream> file_;
};

}  // namespace schiri::cli
