#pragma once

namespace SQLite {
class Database;
}

namespace schiri::db {

/// Marks a database as ours: `PRAGMA application_id`, the letters "schi".
inline constexpr int application_id = 0x73636869;

/// The schema's version that this program reads and writes: `PRAGMA user_version`.
int newest_schema_version();

/// The indexes of the table `game`: a large import makes them anew when all games are in.
struct IndexDefinition {
  const char* name;
  const char* definition;
};
inline constexpr IndexDefinition game_indexes[] = {
    {"game_players", "CREATE INDEX game_players ON game (white_id, black_id, event_id, round)"},
    {"game_black", "CREATE INDEX game_black ON game (black_id)"},
    {"game_identity", "CREATE INDEX game_identity ON game (hash, event_id)"},
};
/// What marks new games for the index of positions and the counts of results; an import marks its
/// games when all are in.
inline constexpr const char* game_stored_trigger =
    "CREATE TRIGGER game_stored AFTER INSERT ON game BEGIN\n"
    "  INSERT OR IGNORE INTO unindexed VALUES (new.id);\n"
    "  INSERT OR IGNORE INTO uncounted\n"
    "    VALUES (min(new.white_id, new.black_id), max(new.white_id, new.black_id));\n"
    "  INSERT INTO kind VALUES (new.game, new.variant, 1)\n"
    "    ON CONFLICT DO UPDATE SET changes = changes + 1;\n"
    "END";

/// The version that a database has; 0 for an empty one.
int schema_version(SQLite::Database& database);

/// Brings a database that is ours, or empty, to a version, step by step in one transaction, so that
/// another process sees it wholly done or not at all. References must not be enforced meanwhile, as
/// tables are put in the place of others.
void migrate(SQLite::Database& database, int to = newest_schema_version());

}  // namespace schiri::db
