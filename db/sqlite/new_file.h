#pragma once

#include <string>

#include "core/base/files/temporary_name.h"

namespace schiri::db {

/// Is there a log of SQLite (`-wal`, `-journal`) beside this path? It contains a part of the
/// database, from a program that has it open or was killed. Copying or replacing the file alone
/// loses or spoils that part.
bool has_log(const std::string& path);

/// Merges the log of a killed program into its database, so that the database is one file again.
/// Returns false if the log stays because another program has the database open. Does nothing if
/// there is no log or no database. Throws StoreError if the database cannot be used.
bool settle_log(const std::string& path);

/// To be called before a new file is created at this path: SQLite would read a log beside it as
/// that of the new file. Throws StoreError, with what to do, if there is a log.
void refuse_log(const std::string& path);

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
