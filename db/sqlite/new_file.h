#pragma once

#include <string>

#include "core/base/files/temporary_name.h"

namespace schiri::db {

/// A database that is written in a folder of its own beside its place until it is complete: SQLite
/// opens files by their names, and only in a folder that no other user can enter no link can lie in
/// their way. The folder is removed in the end, also when a signal ends the program.
class NewFile {
 public:
  /// Throws StoreError if a log lies where the database is to come, or no folder can be made there.
  explicit NewFile(std::string path);
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  /// The path under which the database is written.
  const std::string& unfinished() const { return unfinished_; }

  /// Gives the closed database its name, when all of it is in one file and on the disk; then the
  /// name is on the disk as well. Throws StoreError.
  void put_in_place();

 private:
  std::string path_;
  TemporaryName folder_;
  std::string unfinished_;
};

}  // namespace schiri::db
