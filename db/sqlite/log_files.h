#pragma once

#include <string>

namespace schiri::db {

/// Does a log of SQLite's (`-wal`, `-journal`) lie beside this path? It holds a part of the
/// database: that of a program which has it open, or which was killed. Whoever copies or replaces
/// the file alone loses or spoils what is in it.
bool has_log(const std::string& path);

/// Brings what a killed program has left in a log into its database, so that this is one file
/// again. False if the log stays because another program has the database open. A database without
/// a log, or none at all, is left as it is. Throws StoreError if it cannot be used.
bool settle_log(const std::string& path);

/// For whoever is about to put a file where there is none: a log that lies there would be taken for
/// its own. Throws StoreError, with what to do, if there is one.
void refuse_log(const std::string& path);

}  // namespace schiri::db
