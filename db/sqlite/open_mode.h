#pragma once

namespace schiri::db {

/// How a database is opened.
enum class OpenMode {
  read,    ///< the file must exist; nothing is written to it or beside it
  write,   ///< the file must exist
  create,  ///< the file is made if it does not exist
};

}  // namespace schiri::db
