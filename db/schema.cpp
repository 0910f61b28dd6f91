// The schema of a database: what `schiri db import` and `schiri tournament run` create, and the
// reference for every database before anything in it is used (require_schema).
//
// Tables have singular names and contain ids instead of names; the views with plural names are for
// users. The movetext has a table of its own, so that reading all games does not read it.
//
// A foreign schema runs untrusted, so ours calls no function that SQLite does not consider
// innocuous, such as json_valid(): columns are checked when they are read.
//
// No version was released yet, so a database of another version is rejected. From the first release
// on, databases of released versions are migrated.
#include "db/schema.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <algorithm>
#include <string>
#include <utility>

#include "core/base/message.h"
#include "db/sqlite/plain_sql.h"

namespace schiri::db {

namespace {

constexpr const char* table_definitions = R"sql(
-- Ids are never reused, so that a noted id keeps its meaning: AUTOINCREMENT, and gone_game for the
-- ids of games.
CREATE TABLE player (
  id   INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE
) STRICT;

-- An event that was played here has its whole configuration, from which all its games follow, and
-- reserved ids: game number n is stored as first_game + n - 1. Of a sharded event only the games of
-- one shard are played here. An event of imported games has only a name.
CREATE TABLE event (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  name       TEXT NOT NULL UNIQUE,
  config     TEXT,              -- JSON
  games      INTEGER,
  first_game INTEGER,
  shard      INTEGER NOT NULL DEFAULT 1,
  shards     INTEGER NOT NULL DEFAULT 1,
  CHECK ((config IS NULL) = (games IS NULL) AND (config IS NULL) = (first_game IS NULL)),
  CHECK (shard BETWEEN 1 AND shards)
) STRICT;

-- Other names of players and events, which renames and merges have left. Names are in composed
-- form. A target is never an alias itself; its row may be gone until its next game comes.
CREATE TABLE alias (
  kind   TEXT NOT NULL CHECK (kind IN ('player', 'event')),
  name   TEXT NOT NULL,
  target TEXT NOT NULL,
  PRIMARY KEY (kind, name)
) STRICT, WITHOUT ROWID;

-- The ids are in the order of storing. Null: not specified by the record.
CREATE TABLE game (
  id          INTEGER PRIMARY KEY,
  event_id    INTEGER NOT NULL REFERENCES event (id),
  number      INTEGER,           -- in an event that was played here, from 1
  round       TEXT NOT NULL,
  site        TEXT NOT NULL,
  date        TEXT NOT NULL,     -- YYYY.MM.DD, ?? for what is unknown
  white_id    INTEGER NOT NULL REFERENCES player (id),
  black_id    INTEGER NOT NULL REFERENCES player (id),
  result      TEXT NOT NULL CHECK (result IN ('1-0', '0-1', '1/2-1/2', '*')),
  game        TEXT NOT NULL,
  variant     TEXT NOT NULL,
  position    TEXT,
  roll        TEXT,
  termination TEXT,
  tags        TEXT,              -- all others, as JSON: [[name, value], ...]
  outcome     TEXT CHECK (outcome IN ('white', 'black', 'draw')),  -- by the rules
  reason      TEXT,              -- the rules' word for it
  turns       INTEGER NOT NULL,  -- each player's counted for itself
  hash        INTEGER,           -- of game, variant, start and turns; null without turns
  UNIQUE (event_id, number)
) STRICT;

-- Turns with one space between them, {comments}, $NAGs, ( variations ).
CREATE TABLE movetext (
  game_id  INTEGER PRIMARY KEY REFERENCES game (id) ON DELETE CASCADE,
  text     TEXT NOT NULL,
  comments TEXT                  -- behind the result
) STRICT;

-- Details of games that a player lost by a failure of its own.
CREATE TABLE failure (
  game_id        INTEGER PRIMARY KEY REFERENCES game (id) ON DELETE CASCADE,
  side           TEXT NOT NULL CHECK (side IN ('white', 'black')),
  remark         TEXT NOT NULL,  -- one sentence
  standard_error TEXT NOT NULL,  -- the last of it
  protocol       TEXT NOT NULL   -- the last lines, sent after "> ", received after "< "
) STRICT;

-- The openings of events that were played here.
CREATE TABLE opening (
  event_id INTEGER NOT NULL REFERENCES event (id),
  number   INTEGER NOT NULL,  -- from 1; of the round, where each round has one
  position TEXT,
  roll     TEXT,
  turns    TEXT NOT NULL,     -- with one space between them
  PRIMARY KEY (event_id, number)
) STRICT, WITHOUT ROWID;

-- Games that an infrastructure error spoilt; they are played again under the same number.
CREATE TABLE void_game (
  id       INTEGER PRIMARY KEY,
  event_id INTEGER NOT NULL REFERENCES event (id),
  number   INTEGER NOT NULL,
  reason   TEXT NOT NULL,     -- one sentence
  record   TEXT NOT NULL      -- as far as it went
) STRICT;

-- Numbers that were added to an event later: number n, from first_number on, is stored as
-- first_game + n - first_number.
CREATE TABLE event_span (
  event_id     INTEGER NOT NULL REFERENCES event (id),
  first_number INTEGER NOT NULL,
  first_game   INTEGER NOT NULL,
  PRIMARY KEY (event_id, first_number)
) STRICT, WITHOUT ROWID;

-- The result of a sequential test of an event, for as long as the event's games are unchanged.
CREATE TABLE verdict (
  event_id INTEGER PRIMARY KEY REFERENCES event (id) ON DELETE CASCADE,
  settings TEXT NOT NULL,
  decision TEXT CHECK (decision IN ('H0', 'H1')),  -- NULL: undecided
  llr      REAL NOT NULL,
  lower    REAL NOT NULL,
  upper    REAL NOT NULL,
  units    INTEGER NOT NULL,  -- pairs of games, or games
  games    INTEGER NOT NULL,
  elo      REAL,              -- median-unbiased, with its 95 % interval
  low      REAL,
  high     REAL
) STRICT;

-- An import of a file or a merge of a database. Its games are those of its ids that have no number or
-- belong to an event that it has added.
CREATE TABLE import (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  file       TEXT NOT NULL,
  time       TEXT NOT NULL,     -- UTC, YYYY-MM-DD HH:MM:SS
  first_game INTEGER NOT NULL,
  last_game  INTEGER NOT NULL,  -- below first_game where no game came
  known      INTEGER NOT NULL   -- games that were there already
) STRICT;

-- What a merge has added besides games and records in quarantine, and the events that were stored
-- here and got games that were played elsewhere.
CREATE TABLE merged (
  import_id INTEGER NOT NULL REFERENCES import (id),
  kind      TEXT NOT NULL CHECK (kind IN ('event', 'completed event', 'list', 'player alias',
                                          'event alias')),
  name      TEXT NOT NULL,  -- the id; of an alias its name
  PRIMARY KEY (import_id, kind, name)
) STRICT, WITHOUT ROWID;

-- Records that an import refused.
CREATE TABLE quarantine (
  id        INTEGER PRIMARY KEY AUTOINCREMENT,
  file      TEXT NOT NULL,
  line      INTEGER NOT NULL,     -- where the record begins, from 1
  number    INTEGER NOT NULL,     -- of the record in the file, from 1
  game      TEXT,
  findings  TEXT NOT NULL,        -- JSON
  text      TEXT,                 -- the record as it stood in the file, if known
  import_id INTEGER REFERENCES import (id)
) STRICT;
CREATE INDEX quarantine_import ON quarantine (import_id);

-- Records that have left the quarantine, with the import that took them out.
CREATE TABLE released (
  id          INTEGER PRIMARY KEY,  -- as in the quarantine
  file        TEXT NOT NULL,
  line        INTEGER NOT NULL,
  number      INTEGER NOT NULL,
  game        TEXT,
  findings    TEXT NOT NULL,
  text        TEXT,
  import_id   INTEGER REFERENCES import (id),
  released_by INTEGER NOT NULL REFERENCES import (id)
) STRICT;
CREATE INDEX released_import ON released (import_id);
CREATE INDEX released_by ON released (released_by);

-- Games before their corrections, so that an import can be undone.
CREATE TABLE correction (
  id        INTEGER PRIMARY KEY AUTOINCREMENT,
  game_id   INTEGER NOT NULL REFERENCES game (id) ON DELETE CASCADE,
  import_id INTEGER REFERENCES import (id),  -- null: one by one
  time      TEXT NOT NULL,                   -- UTC, YYYY-MM-DD HH:MM:SS
  record    TEXT NOT NULL                    -- of the game as it was before
) STRICT;
CREATE INDEX correction_game ON correction (game_id);
CREATE INDEX correction_import ON correction (import_id);

-- The highest id of a removed game: one row.
CREATE TABLE gone_game (last_id INTEGER NOT NULL) STRICT;
INSERT INTO gone_game VALUES (0);

CREATE TABLE kind (
  game    TEXT NOT NULL,
  variant TEXT NOT NULL,
  changes INTEGER NOT NULL,  -- grows whenever games of this kind come, go or change
  PRIMARY KEY (game, variant)
) STRICT, WITHOUT ROWID;

-- Rating lists stored under a name, and the latest one of each kind and method.
CREATE TABLE rating_list (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  name        TEXT,              -- null for the latest
  game        TEXT NOT NULL,
  variant     TEXT NOT NULL,
  method      TEXT NOT NULL,     -- bt, elo, glicko2
  scale       TEXT NOT NULL,     -- elo
  date        TEXT,              -- the last day whose games count, YYYY.MM.DD; null if unknown
  bounded     INTEGER NOT NULL,  -- no game counts whose day may be later
  changes     INTEGER,           -- of its kind when the latest was made
  description TEXT NOT NULL,     -- what the figures are
  notes       TEXT NOT NULL,     -- sentences, as JSON
  UNIQUE (name, game, variant)
) STRICT;
CREATE UNIQUE INDEX latest_list ON rating_list (game, variant, method) WHERE name IS NULL;

CREATE TABLE listed_player (
  id          INTEGER PRIMARY KEY,
  list_id     INTEGER NOT NULL REFERENCES rating_list (id) ON DELETE CASCADE,
  player_id   INTEGER NOT NULL REFERENCES player (id) ON DELETE CASCADE,
  name        TEXT,              -- as published, if a merge made the player another one of the list
  pool        INTEGER NOT NULL,  -- players of different pools cannot be compared
  rating      REAL,              -- null where no number exists
  error       REAL,              -- half of the 95 % interval, if the method tells it
  low         REAL,              -- ends of the 95 % interval; null if open
  high        REAL,
  bound       TEXT,              -- > or <: no upper or no lower end
  wins        INTEGER NOT NULL,
  draws       INTEGER NOT NULL,
  losses      INTEGER NOT NULL,
  effective   INTEGER NOT NULL,  -- games that the rating has used
  last_played TEXT,              -- date of the last game, ?? for what is unknown
  peak        REAL,              -- elo: the highest so far
  volatility  REAL,              -- glicko2
  los         REAL,              -- likelihood of superiority over the next player of the pool
  white_advantage       REAL,    -- in the pool; null if the games do not determine it
  white_advantage_error REAL,
  UNIQUE (list_id, player_id, name)
) STRICT;
CREATE UNIQUE INDEX listed_once ON listed_player (list_id, player_id) WHERE name IS NULL;
CREATE INDEX listed_player_player ON listed_player (player_id);

-- The position index, see db/position_index/position_index.h: a part lists the games that were
-- indexed together, at the positions that they reach. Other games are in `unindexed`.
CREATE TABLE index_part (
  id         INTEGER PRIMARY KEY,
  first_game INTEGER NOT NULL,
  last_game  INTEGER NOT NULL,
  games      INTEGER NOT NULL,
  positions  INTEGER NOT NULL,
  stale      INTEGER NOT NULL DEFAULT 0  -- one of its games has changed or gone
) STRICT;

-- Pairs of 32 bits of a position's key and a game, see db/position_index/position_blocks.h.
CREATE TABLE position_block (
  id       INTEGER PRIMARY KEY,
  part_id  INTEGER NOT NULL REFERENCES index_part (id) ON DELETE CASCADE,
  last_key INTEGER NOT NULL,  -- of its last pair
  pairs    BLOB NOT NULL
) STRICT;
CREATE INDEX position_block_key ON position_block (part_id, last_key);

-- The turns played in positions that many games of a part reach, unless it is stale.
CREATE TABLE indexed_turn (
  part_id      INTEGER NOT NULL REFERENCES index_part (id) ON DELETE CASCADE,
  key          INTEGER NOT NULL,  -- of the position, 64 bits
  turn         TEXT NOT NULL,     -- empty: the game ends there
  games        INTEGER NOT NULL,
  white_wins   INTEGER NOT NULL,
  black_wins   INTEGER NOT NULL,
  draws        INTEGER NOT NULL,
  longest      INTEGER NOT NULL,  -- turns to the end of the longest game, this one included
  longest_game INTEGER NOT NULL,
  PRIMARY KEY (part_id, key, turn)
) STRICT, WITHOUT ROWID;

CREATE TABLE unindexed (game_id INTEGER PRIMARY KEY) STRICT;
)sql";

constexpr const char* triggers = R"sql(
CREATE TRIGGER game_deleted AFTER DELETE ON game BEGIN
  DELETE FROM unindexed WHERE game_id = old.id;
  UPDATE index_part SET stale = 1 WHERE old.id BETWEEN first_game AND last_game AND NOT stale;
  UPDATE gone_game SET last_id = old.id WHERE last_id < old.id;
  INSERT INTO kind VALUES (old.game, old.variant, 1)
    ON CONFLICT DO UPDATE SET changes = changes + 1;
END;

CREATE TRIGGER game_changed AFTER UPDATE ON game BEGIN
  INSERT OR IGNORE INTO unindexed
    SELECT new.id WHERE new.hash IS NOT old.hash OR new.position IS NOT old.position
                     OR new.game <> old.game OR new.variant <> old.variant;
  UPDATE index_part SET stale = 1
   WHERE old.id BETWEEN first_game AND last_game AND NOT stale
     AND (new.result <> old.result OR new.turns <> old.turns
          OR EXISTS (SELECT 1 FROM unindexed WHERE game_id = new.id));
  INSERT INTO kind VALUES (old.game, old.variant, 1)
    ON CONFLICT DO UPDATE SET changes = changes + 1;
  INSERT INTO kind VALUES (new.game, new.variant, 1)
    ON CONFLICT DO UPDATE SET changes = changes + 1;
END;

CREATE TRIGGER verdict_of_more AFTER INSERT ON game WHEN new.number NOTNULL BEGIN
  DELETE FROM verdict WHERE event_id = new.event_id;
END;

CREATE TRIGGER verdict_of_fewer AFTER DELETE ON game WHEN old.number NOTNULL BEGIN
  DELETE FROM verdict WHERE event_id = old.event_id;
END;

CREATE TRIGGER verdict_of_others AFTER UPDATE ON game WHEN old.number NOTNULL BEGIN
  DELETE FROM verdict WHERE event_id = old.event_id;
END;
)sql";

constexpr const char* views = R"sql(
CREATE VIEW games AS
  SELECT game.id, event.name AS event, game.number, game.round, game.site,
         ISO(game.date) AS date,
         white.name AS white, black.name AS black, game.result, game.game, game.variant,
         game.position, game.roll, game.termination, game.outcome, game.reason, game.turns,
         movetext.text AS movetext, movetext.comments, game.tags
    FROM game
    JOIN event ON event.id = game.event_id
    JOIN player AS white ON white.id = game.white_id
    JOIN player AS black ON black.id = game.black_id
    JOIN movetext ON movetext.game_id = game.id;

CREATE VIEW players AS
  SELECT player.id, player.name,
         count(side.id) AS games,
         count(*) FILTER (WHERE side.points = 1.0) AS wins,
         count(*) FILTER (WHERE side.points = 0.5) AS draws,
         count(*) FILTER (WHERE side.points = 0.0) AS losses
    FROM player
    LEFT JOIN (SELECT id, white_id AS player_id,
                      CASE WHEN white_id = black_id THEN NULL
                           WHEN result = '1-0' THEN 1.0 WHEN result = '1/2-1/2' THEN 0.5
                           WHEN result = '0-1' THEN 0.0 END AS points
                 FROM game
               UNION ALL
               SELECT id, black_id,
                      CASE result WHEN '0-1' THEN 1.0 WHEN '1/2-1/2' THEN 0.5 WHEN '1-0' THEN 0.0 END
                 FROM game WHERE white_id <> black_id) AS side
           ON side.player_id = player.id
   WHERE player.name <> '?'
   GROUP BY player.id;

CREATE VIEW events AS
  SELECT event.id, event.name, count(game.id) AS stored, event.games AS planned, event.shard,
         event.shards, event.config
    FROM event
    LEFT JOIN game ON game.event_id = event.id
   GROUP BY event.id;

CREATE VIEW aliases AS
  SELECT kind, name AS alias, target AS name FROM alias ORDER BY kind, name;

CREATE VIEW failures AS
  SELECT game.id, event.name AS event, game.number, game.round, player.name AS player,
         failure.side, game.termination, failure.remark, failure.standard_error, failure.protocol
    FROM failure
    JOIN game ON game.id = failure.game_id
    JOIN event ON event.id = game.event_id
    JOIN player
      ON player.id = CASE failure.side WHEN 'white' THEN game.white_id ELSE game.black_id END;

CREATE VIEW openings AS
  SELECT event.name AS event, opening.number, opening.position, opening.roll, opening.turns
    FROM opening JOIN event ON event.id = opening.event_id;

CREATE VIEW void_games AS
  SELECT event.name AS event, void_game.number, void_game.reason, void_game.record
    FROM void_game JOIN event ON event.id = void_game.event_id;

CREATE VIEW verdicts AS
  SELECT event.name AS event, settings, decision, llr, lower, upper, units, verdict.games, elo,
         low, high
    FROM verdict JOIN event ON event.id = verdict.event_id;

CREATE VIEW imports AS
  SELECT import.id, import.time, import.file,
         (SELECT count(*) FROM game
           WHERE game.id BETWEEN first_game AND last_game
             AND (number IS NULL OR event_id IN (SELECT CAST(name AS INTEGER) FROM merged
                                                  WHERE import_id = import.id AND kind = 'event')))
           AS games,
         (SELECT count(*) FROM quarantine WHERE import_id = import.id) AS quarantined, import.known,
         (SELECT count(*) FROM correction WHERE import_id = import.id) AS corrected
    FROM import;

CREATE VIEW ratings AS
  SELECT list.game, list.variant, list.method, line.pool, player.name AS player,
         line.rating, line.error, line.bound,
         line.wins + line.draws + line.losses AS games, line.wins, line.draws, line.losses,
         line.wins + line.draws / 2.0 AS score, list.scale,
         list.changes IS NOT (SELECT changes FROM kind
                               WHERE kind.game = list.game AND kind.variant = list.variant)
           AS outdated,
         line.los, line.white_advantage, line.white_advantage_error, line.low, line.high
    FROM rating_list AS list
    JOIN listed_player AS line ON line.list_id = list.id
    JOIN player ON player.id = line.player_id
   WHERE list.name IS NULL
   ORDER BY list.game, list.variant, list.method, line.pool,
            CASE WHEN line.rating NOT NULL THEN 1 WHEN line.bound = '>' THEN 0 ELSE 2 END, line.rating DESC,
            player.name;

CREATE VIEW rating_lists AS
  SELECT list.name AS list, ISO(list.date) AS date, list.game, list.variant, list.method,
         list.scale, line.pool, coalesce(line.name, player.name) AS player, line.rating, line.error,
         line.bound, line.wins + line.draws + line.losses AS games, line.wins, line.draws,
         line.losses, line.wins + line.draws / 2.0 AS score, ISO(line.last_played) AS last_played,
         line.los,
         line.white_advantage, line.white_advantage_error, line.low, line.high
    FROM rating_list AS list
    JOIN listed_player AS line ON line.list_id = list.id
    JOIN player ON player.id = line.player_id
   WHERE list.name NOT NULL
   ORDER BY list.game, list.variant, list.date, list.name, line.pool,
            CASE WHEN line.rating NOT NULL THEN 1 WHEN line.bound = '>' THEN 0 ELSE 2 END, line.rating DESC,
            player.name;

CREATE VIEW positions AS
  SELECT (SELECT count(*) FROM game) - (SELECT count(*) FROM unindexed) AS indexed_games,
         (SELECT coalesce(sum(positions), 0) FROM index_part) AS positions,
         (SELECT count(*) FROM unindexed) AS unindexed_games;
)sql";

/// One side's rows of the view `player_games`. OWN, OTHER, WON, LOST and the words in capitals of
/// `player_games_view()` are replaced. The whole view is UNION ALL of two such queries, so that
/// SQLite applies a condition to each and uses the indexes of players.
constexpr const char* side_of_player_games = R"sql(
  SELECT own.name AS player, other.name AS opponent, 'OWN' AS colour,
         CASE game.result WHEN 'WON' THEN 1.0 WHEN '1/2-1/2' THEN 0.5 WHEN 'LOST' THEN 0.0 END
           AS points,
         event.name AS event,
         ROUND AS round,
         BOARD AS board,
         DATE AS date,
         OWN_RATING AS own_rating,
         OTHER_RATING AS opponent_rating,
         FIRST_TURN AS first_turn,
         game.turns, coalesce(game.reason, nullif(nullif(game.termination, ''), '?')) AS ending,
         game.game, game.variant, game.id
    FROM game
    JOIN event ON event.id = game.event_id
    JOIN player AS own ON own.id = game.OWN_id
    JOIN player AS other ON other.id = game.OTHER_id)sql";

/// Skips the comments and annotation glyphs before the first turn; null without turns.
constexpr const char* first_turn = R"sql((
           WITH RECURSIVE rest (t) AS (
             SELECT text FROM movetext WHERE game_id = game.id AND game.turns > 0
             UNION ALL
             SELECT ltrim(substr(t, nullif(CASE substr(t, 1, 1) WHEN '{' THEN instr(t, '}')
                                           WHEN ';' THEN instr(t, char(10))
                                           ELSE instr(t, ' ') END, 0) + 1))
               FROM rest WHERE substr(t, 1, 1) IN ('{', ';', '$'))
           SELECT nullif(substr(t, 1, instr(t || ' ', ' ') - 1), '')
             FROM rest WHERE substr(t, 1, 1) NOT IN ('{', ';', '$', '('))sql";

/// The rounded rating in a tag of a game; its text is a JSON array of pairs.
std::string rounded_rating(std::string_view tag) {
  const std::string rest = "substr(game.tags, instr(game.tags, '[\"" + std::string(tag) +
                           "\",\"') + " + std::to_string(tag.size() + 5) + ")";
  return "(SELECT CAST(round(" + sql_of_rating("t") + ") AS INTEGER) FROM (SELECT substr(rest, 1," +
         " instr(rest, '\"') - 1) AS t FROM (SELECT " + rest + " AS rest)" +
         " WHERE instr(game.tags, '[\"" + std::string(tag) + "\",\"') > 0))";
}

std::string player_games_view() {
  const auto side = [](std::string_view own, std::string_view other, std::string_view own_tag,
                       std::string_view other_tag, std::string_view won, std::string_view lost) {
    std::string sql = side_of_player_games;
    const std::pair<std::string_view, std::string> words[] = {
        {"ROUND", sql_of_round("game.round")},
        {"BOARD", sql_of_board("game.round")},
        {"DATE", sql_of_iso_date("game.date")},
        {"FIRST_TURN", std::string(first_turn) + ")"},
        {"OWN_RATING", rounded_rating(own_tag)},
        {"OTHER_RATING", rounded_rating(other_tag)},
        {"OWN", std::string(own)},
        {"OTHER", std::string(other)},
        {"WON", std::string(won)},
        {"LOST", std::string(lost)}};
    for (const auto& [word, text] : words) sql = with_replaced(sql, word, text);
    return sql;
  };
  return "CREATE VIEW player_games AS" +
         side("white", "black", "WhiteElo", "BlackElo", "1-0", "0-1") + "\n  UNION ALL" +
         side("black", "white", "BlackElo", "WhiteElo", "0-1", "1-0");
}

/// The views, with `ISO(column)` written out.
std::string plain_views() {
  std::string sql = views;
  for (const char* date : {"game.date", "list.date", "line.last_played"}) {
    sql = with_replaced(sql, "ISO(" + std::string(date) + ")", sql_of_iso_date(date));
  }
  return sql;
}

std::string schema_version_view() {
  return "CREATE VIEW schema_version AS SELECT " + std::to_string(schema_version) +
         " AS schema_version";
}

/// Each object begins at a line start and ends with a semicolon at a line end.
const std::string& schema_text() {
  static const std::string text = [] {
    std::string all = table_definitions;
    for (const auto& [name, definition] : game_indexes)
      all += '\n' + std::string(definition) + ";\n";
    return all + triggers + '\n' + game_stored_trigger + ";\n" + plain_views() + '\n' +
           player_games_view() + ";\n\n" + schema_version_view() + ";\n";
  }();
  return text;
}

std::size_t count_of_objects() {
  std::size_t count = 0;
  for (auto at = schema_text().find("\nCREATE "); at != std::string::npos;
       at = schema_text().find("\nCREATE ", at + 1)) {
    ++count;
  }
  return count;
}

/// SQLite keeps definitions as they were written, so the check needs no second database: every
/// command does it.
bool is_ours(const SchemaObjects& found) {
  if (found.size() != count_of_objects() + 1) return false;  // plus sqlite_sequence
  return std::all_of(found.begin(), found.end(), [](const auto& object) {
    return object.first == "table sqlite_sequence" ||
           schema_text().find('\n' + object.second + ";\n") != std::string::npos;
  });
}

const SchemaObjects& own_schema_objects() {
  static const SchemaObjects objects = [] {
    SQLite::Database database(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    create_schema(database);
    return schema_objects(database);
  }();
  return objects;
}

}  // namespace

void create_schema(SQLite::Database& database) {
  database.exec("BEGIN IMMEDIATE");
  // Another process may have created it meanwhile.
  if (database.execAndGet("PRAGMA user_version").getInt() != schema_version) {
    database.exec(schema_text());
    database.exec("PRAGMA application_id = " + std::to_string(application_id));
    database.exec("PRAGMA user_version = " + std::to_string(schema_version));
  }
  database.exec("COMMIT");
}

SchemaObjects schema_objects(SQLite::Database& database) {
  SchemaObjects objects;
  SQLite::Statement select(database, "SELECT type, name, sql FROM sqlite_schema WHERE sql NOTNULL");
  while (select.executeStep()) {
    const auto text = [&](int column) { return select.getColumn(column).getString(); };
    objects.emplace(text(0) + ' ' + text(1), text(2));
  }
  return objects;
}

std::vector<Message> schema_differences(const SchemaObjects& found) {
  if (is_ours(found)) return {};
  const SchemaObjects& own = own_schema_objects();
  std::vector<Message> differences;
  for (const auto& [object, definition] : found) {
    const auto ours = own.find(object);
    if (ours == own.end()) {
      differences.push_back(message("the {0} is not part of a schiri database", object));
    } else if (ours->second != definition) {
      differences.push_back(message("the {0} is not defined as in a schiri database", object));
    }
  }
  for (const auto& [object, definition] : own) {
    if (!found.contains(object)) differences.push_back(message("the {0} is missing", object));
  }
  return differences;
}

namespace {

void require_application_id(SQLite::Database& database, const std::string& path) {
  if (single_value(database, "PRAGMA application_id").getInt64() == application_id) return;
  if (!is_new(database)) throw StoreError(message("{0}: this is not a schiri database", path));
  throw StoreEmpty(message(
      "{0}: this file is empty, not yet a schiri database; 'schiri db import' turns it into one",
      path));
}

void require_version(SQLite::Database& database, const std::string& path) {
  const std::int64_t version = single_value(database, "PRAGMA user_version").getInt64();
  if (version == schema_version) return;
  throw StoreError(message(
      "{0}: another version of schiri has written this database (its schema {1}, known here {2}); "
      "use 'schiri db export' of that version and 'schiri db import' of this one",
      path, version, schema_version));
}

}  // namespace

void require_schema(SQLite::Database& database, const std::string& path) {
  require_application_id(database, path);
  require_version(database, path);
  std::vector<Message> differences = schema_differences(schema_objects(database));
  if (!differences.empty()) throw StoreUntrusted(path, std::move(differences));
}

}  // namespace schiri::db
