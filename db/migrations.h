#pragma once

namespace SQLite {
class Database;
}

namespace schiri::db {

/// Marks a database as ours: `PRAGMA application_id`, the letters "schi".
inline constexpr int application_id = 0x73636869;

/// The schema's version that this program reads and writes: `PRAGMA user_version`.
int newest_schema_version();

/// Brings a database that is ours, or empty, to the newest version: step by step, each step in a
/// transaction of its own, so that another process sees it wholly done or not at all.
void migrate(SQLite::Database& database);

}  // namespace schiri::db
