#pragma once

#include <string>

#include "core/base/files/temporary_name.h"

namespace schiri::db {

/// A database that is written in a folder of its own beside its target until it is complete: SQLite
/// opens files by name, and only a folder that no other user can enter is safe from links. The
/// folder is removed in the end, also when a signal ends the program.
class NewFile {
 public:
  /// Throws StoreError if there is a log beside the target, or no folder can be created there.
  explicit NewFile(std::string path);
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  /// The path under which the database is written.
  const std::string& unfinished() const { return unfinished_; }

  /// Renames the closed database to its target, after all of it is in one file and on the disk;
  /// then the name is on the disk as well. Throws StoreError.
  void put_in_place();

 private:
  std::string path_;
  TemporaryName folder_;
  std::string unfinished_;
};

}  // namespace schiri::db
