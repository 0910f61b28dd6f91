#pragma once

#include <string>

namespace schiri::db {

/// Does a log of SQLite's (`-wal`, `-journal`) lie beside this path? It holds a part of the
/// database: that of a program which has it open, or which was killed. Copying or replacing the
/// file alone loses or spoils that part.
bool has_log(const std::string& path);

/// Brings the log of a killed program into its database, so that the database is one file again.
/// Returns false if the log stays because another program has the database open. Does nothing if
/// there is no log or no database. Throws StoreError if the database cannot be used.
bool settle_log(const std::string& path);

/// To be called before a new file is put at this path: SQLite would take a log beside it for that
/// of the new file. Throws StoreError, with what to do, if there is a log.
void refuse_log(const std::string& path);

}  // namespace schiri::db
