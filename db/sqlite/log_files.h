#pragma once

#include <string>

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

}  // namespace schiri::db
