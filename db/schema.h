#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/base/message.h"
#include "db/sqlite/connection.h"

/// The tables, indexes, triggers and views of a schiri database, and the check that a file has
/// exactly these. Every room of the database that reads or writes rows uses the schema, which uses
/// `db/sqlite` alone.
namespace schiri::db {

/// Marks a database as ours: `PRAGMA application_id`, the letters "schi".
inline constexpr int application_id = 0x73636869;

/// The version of the schema that this program reads and writes: `PRAGMA user_version`.
inline constexpr int schema_version = 22;

/// The indexes of the table `game`: a large import creates them after all games.
struct IndexDefinition {
  const char* name;
  const char* definition;
};
inline constexpr IndexDefinition game_indexes[] = {
    {"game_players", "CREATE INDEX game_players ON game (white_id, black_id, event_id, round)"},
    {"game_black", "CREATE INDEX game_black ON game (black_id)"},
    {"game_identity", "CREATE INDEX game_identity ON game (hash, event_id)"},
};
/// The trigger that marks new games for the position index; an import marks its games at the end.
inline constexpr const char* game_stored_trigger =
    "CREATE TRIGGER game_stored AFTER INSERT ON game BEGIN\n"
    "  INSERT OR IGNORE INTO unindexed VALUES (new.id);\n"
    "  INSERT INTO kind VALUES (new.game, new.variant, 1)\n"
    "    ON CONFLICT DO UPDATE SET changes = changes + 1;\n"
    "END";

/// Creates all tables, indexes, triggers and views in an empty database, in one transaction, unless
/// another process has just done so. Throws SQLite::Exception; then the database must be closed,
/// which rolls back the changes.
void create_schema(SQLite::Database& database);

/// The objects of a schema: `table game` and its definition.
using SchemaObjects = std::map<std::string, std::string>;

/// The objects of a database, except the automatic indexes of SQLite. Runs no trigger and no view.
/// Throws SQLite::Exception.
SchemaObjects schema_objects(SQLite::Database& database);

/// How a schema differs from ours, one sentence an object: foreign and changed objects first, then
/// missing ones; empty if it is ours.
std::vector<Message> schema_differences(const SchemaObjects& found);

/// Throws StoreError, which names the path, for a database of another program or another version,
/// and StoreUntrusted for one whose schema is not ours.
void require_schema(SQLite::Database& database, const std::string& path);

/// The format that `Store` opens.
inline constexpr DatabaseFormat database_format{create_schema, require_schema};

}  // namespace schiri::db
