#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/base/descriptor.h"
#include "core/base/files/temporary_name.h"

namespace schiri::cli {

/// Files that can be read several times: what comes from standard input or a pipe is copied to a
/// temporary file, which has no name where the system can do that, and is gone in the end.
class RereadableInputs {
 public:
  /// Throws std::system_error if a copy cannot be made.
  explicit RereadableInputs(const std::vector<std::string>& files);
  RereadableInputs(const RereadableInputs&) = delete;
  RereadableInputs& operator=(const RereadableInputs&) = delete;

  /// What to read, in the order of the files.
  const std::vector<std::string>& paths() const { return paths_; }
  /// The name of one of them, or of a file of an archive that is one, that the user knows.
  std::string name_of(const std::string& path) const;

 private:
  /// A file without a name, or with one that goes with it.
  struct Copy {
    Descriptor file;
    TemporaryName name;
    std::string path() const;
  };
  static Copy make_copy();
  std::string copy(const std::string& file);

  std::vector<std::string> paths_;
  std::vector<Copy> copies_;
  std::map<std::string, std::string> names_;  // of the copies
};

}  // namespace schiri::cli
