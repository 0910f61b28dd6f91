#pragma once

namespace schiri::db {

/// The modes of opening a database.
enum class OpenMode {
  read,    ///< the file must exist; nothing is written to it or beside it
  write,   ///< the file must exist
  create,  ///< the file is created if it does not exist
};

}  // namespace schiri::db
