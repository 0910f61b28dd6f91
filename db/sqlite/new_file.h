#pragma once

#include <string>

#include "core/base/files/temporary_name.h"

namespace schiri::db {

/// A database that is written in a folder of its own beside its place until it is complete: SQLite
/// opens files by their names, and only in a folder that nobody else can enter has nobody laid a
/// link in their way. The folder goes away in the end, also when a signal ends the program.
class NewFile {
 public:
  /// Throws StoreError if a log lies where the database is to come, or no folder can be made there.
  explicit NewFile(std::string path);
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  /// Where it is written.
  const std::string& unfinished() const { return unfinished_; }

  /// Gives it its name when it is closed, all of it in one file and on the disk, as is the name.
  /// Throws StoreError.
  void put_in_place();

 private:
  std::string path_;
  TemporaryName folder_;
  std::string unfinished_;
};

}  // namespace schiri::db
