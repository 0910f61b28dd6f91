#pragma once

namespace SQLite {
class Database;
}

namespace schiri::db {

/// Makes SQLite distrust the content of a database, which any user may have written
/// (https://www.sqlite.org/security.html): no writable schema, no trusted functions, no extensions,
/// checked pages, limits of lengths and of programs, and only functions that compute. Triggers and
/// views stay off until `trust_schema`. For every connection, right after it is opened. Throws
/// SQLite::Exception.
void harden(SQLite::Database& database);

/// Lets triggers and views run: call it when the schema is known to be schiri's own.
void trust_schema(SQLite::Database& database);

/// The permissions of a statement.
enum class Allowed {
  anything,      ///< all that this program does with its own tables
  reading_only,  ///< no PRAGMA, ATTACH or transaction either
};
/// Sets the permissions of statements that are prepared from now on. Prepared ones are prepared
/// again.
void allow(SQLite::Database& database, Allowed what);

}  // namespace schiri::db
