#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/base/files/temporary_file.h"

namespace schiri::cli {

/// Inputs that can be read several times: standard input and pipes are copied to temporary files,
/// without a name if the system supports that, which are removed at the end.
class RereadableInputs {
 public:
  /// Throws std::system_error if a copy cannot be made.
  explicit RereadableInputs(const std::vector<std::string>& files);
  RereadableInputs(const RereadableInputs&) = delete;
  RereadableInputs& operator=(const RereadableInputs&) = delete;

  /// The paths to read, in the order of the files.
  const std::vector<std::string>& paths() const { return paths_; }
  /// The user's name of a path, or of a file in an archive at that path.
  std::string name_of(const std::string& path) const;

 private:
  std::string copy(const std::string& file);

  std::vector<std::string> paths_;
  std::vector<TemporaryFile> copies_;
  std::map<std::string, std::string> names_;  // of the copies
};

}  // namespace schiri::cli
