#include "db/edit/merge.h"

#include <filesystem>

#include "core/base/message.h"
#include "core/base/names.h"
#include "db/edit/planned_bots.h"
#include "db/games/game_inserter.h"
#include "db/games/name_ids.h"
#include "db/import/import.h"
#include "db/sqlite/connection.h"
#include "db/sqlite/transaction.h"
#include "db/tournament/tournament_lock.h"
#include "notation/text/json.h"
#include "notation/text/printable.h"

namespace schiri::db {

namespace {

/// The columns of a game that do not depend on its database.
const std::string copied_columns =
    "number, round, site, date, result, game, variant, position, roll, termination, tags, outcome,"
    " reason, turns, hash";

/// The columns of a named rating list and of its lines that do not depend on its database, and the
/// player of a line.
const std::string list_columns =
    "name, game, variant, method, scale, date, bounded, description, notes";
const std::string line_columns =
    "player_id, name, pool, rating, error, low, high, bound, wins, draws, losses, effective, "
    "last_played, peak,"
    " volatility, los, white_advantage, white_advantage_error";

/// The lines of the other database's list ?1, with the players of this one. Of several lines of one
/// player, that with its name or the first is the player's; the others keep their names.
const std::string mapped_lines =
    "SELECT *, iif(place = 1, published, coalesce(published, there)) AS name FROM (SELECT"
    " m.new AS player_id, l.name AS published, o.name AS there, l.pool, l.rating, l.error, l.low, "
    "l.high, l.bound, "
    "l.wins, l.draws,"
    " l.losses, l.effective, l.last_played, l.peak, l.volatility, l.los, l.white_advantage,"
    " l.white_advantage_error, row_number() OVER (PARTITION BY m.new"
    " ORDER BY l.name NOT NULL, o.name <> p.name, l.id) AS place FROM other.listed_player AS l"
    " JOIN other.player AS o ON o.id = l.player_id JOIN temp.player_map AS m ON m.old = l.player_id"
    " JOIN main.player AS p ON p.id = m.new WHERE l.list_id = ?1)";

// `known` is the game that is stored already, `fresh` the number among games that are not stored.
// Of equal games without turns, as many count as known as are stored; `alike` counts them.
constexpr const char* match_games = R"sql(
CREATE TEMP TABLE incoming AS
SELECT old, event, number, known, row_number() OVER (PARTITION BY known IS NULL ORDER BY old) AS fresh
  FROM (SELECT o.id AS old, o.event, o.number,
               CASE WHEN o.played AND o.number IS NOT NULL
                 THEN (SELECT id FROM main.game WHERE event_id = o.event AND number = o.number)
                 ELSE coalesce(
                   (SELECT json_group_array(m.id) ->> ('$[' || o.alike || ']')
                      FROM main.game AS m
                     WHERE m.hash IS o.hash AND m.event_id = o.event AND m.round = o.round
                       AND m.date = o.date AND m.white_id = o.white AND m.black_id = o.black
                       AND m.game = o.game AND m.variant = o.variant
                       AND m.position IS o.position AND m.roll IS o.roll AND m.result = o.result),
                   (SELECT min(m.id) FROM main.game AS m
                     WHERE o.names_one_game AND m.hash = o.hash AND m.event_id = o.event
                       AND m.round = o.round AND m.date GLOB o.date
                       AND m.white_id = o.white AND m.black_id = o.black
                       AND m.game = o.game AND m.variant = o.variant
                       AND m.position IS o.position AND m.roll IS o.roll AND m.result = o.result))
               END AS known
          FROM (SELECT g.*, e.new AS event, e.played, w.new AS white, b.new AS black,
                       g.hash NOT NULL AND g.round NOT IN ('', '?', '-')
                         AND g.date GLOB '[0-9?][0-9?][0-9?][0-9?].[0-9?][0-9?].[0-9?][0-9?]'
                         AND (SELECT name FROM main.event WHERE id = e.new) NOT IN ('', '?')
                         AND NOT EXISTS (SELECT 1 FROM main.player
                                          WHERE id IN (w.new, b.new) AND name IN ('', '?'))
                         AS names_one_game,
                       CASE WHEN g.hash IS NULL THEN row_number() OVER (
                         PARTITION BY g.hash, e.new, g.round, g.date, w.new, b.new, g.game,
                                      g.variant, g.position, g.roll, g.result
                             ORDER BY g.id) - 1 ELSE 0 END AS alike
                  FROM other.game AS g
                  JOIN temp.event_map AS e ON e.old = g.event_id
                  JOIN temp.player_map AS w ON w.old = g.white_id
                  JOIN temp.player_map AS b ON b.old = g.black_id) AS o))sql";

constexpr const char* number_games = R"sql(
CREATE TEMP TABLE arriving AS
SELECT old, event,
       CASE WHEN event.config IS NOT NULL AND incoming.number IS NOT NULL
         THEN incoming.number + coalesce(
           (SELECT s.first_game - s.first_number FROM main.event_span AS s
             WHERE s.event_id = event.id AND s.first_number <= incoming.number
             ORDER BY s.first_number DESC LIMIT 1), event.first_game - 1) ELSE fresh + ?1 - 1 END AS id
  FROM incoming JOIN main.event ON event.id = incoming.event WHERE known IS NULL)sql";

// A game by number is the same if the same players played the same turns; clocks may differ.
constexpr const char* find_different = R"sql(
SELECT event.name, o.number,
       hw.name || ' - ' || hb.name || ' ' || m.result || ' in ' || m.turns || ' turns',
       tw.name || ' - ' || tb.name || ' ' || o.result || ' in ' || o.turns || ' turns'
  FROM incoming
  JOIN other.game AS o ON o.id = incoming.old
  JOIN main.game AS m ON m.id = incoming.known
  JOIN main.event ON event.id = m.event_id
  JOIN temp.player_map AS w ON w.old = o.white_id
  JOIN temp.player_map AS b ON b.old = o.black_id
  JOIN main.player AS hw ON hw.id = m.white_id
  JOIN main.player AS hb ON hb.id = m.black_id
  JOIN main.player AS tw ON tw.id = w.new
  JOIN main.player AS tb ON tb.id = b.new
 WHERE o.number IS NOT NULL
   AND (m.hash IS NOT o.hash OR m.result <> o.result OR m.white_id <> w.new OR m.black_id <> b.new)
 ORDER BY incoming.event, o.number)sql";

constexpr const char* find_different_opening = R"sql(
SELECT event.name, o.number
  FROM other.opening AS o
  JOIN temp.event_map AS e ON e.old = o.event_id
  JOIN main.event ON event.id = e.new
  JOIN main.opening AS m ON m.event_id = e.new AND m.number = o.number
 WHERE e.played AND (m.position IS NOT o.position OR m.roll IS NOT o.roll OR m.turns <> o.turns)
 LIMIT 1)sql";

constexpr const char* find_mixed = R"sql(
SELECT event.name FROM incoming
  JOIN temp.event_map ON event_map.new = incoming.event
  JOIN main.event ON event.id = incoming.event
 WHERE event_map.mixed AND known IS NULL LIMIT 1)sql";

struct StoredSettings {
  std::string name;
  std::string config;
  std::uint64_t games = 0;
  std::uint64_t shard = 1;
  std::uint64_t shards = 1;

  bool played() const { return !config.empty(); }
};

StoredSettings settings(Statement& row) {
  return {row.text(1), row.text(2), row.count(3), row.count(4), row.count(5)};
}

bool same_contest(const StoredSettings& a, const StoredSettings& b) {
  const auto settings = [](const StoredSettings& stored) {
    auto json = Json::parse_if_valid(stored.config);
    if (!json) return std::optional<Json>();
    if (json->is_object()) json->erase("signature");  // of the user that played it, earlier
    return std::optional(json->sorted());
  };
  const auto of_a = settings(a);
  return a.games == b.games && of_a && of_a == settings(b);
}

/// Merges one database, attached as `other`, into the one of a connection.
class Merger {
 public:
  Merger(Store& store, const std::string& other, Corrections corrections)
      : connection_(store.connection()),
        inserter_(store.inserter()),
        database_(connection_.database()),
        other_(other),
        policy_(corrections) {}

  Merged run() {
    Merged merged;
    first_id_ = inserter_.next_game_id();
    merge_aliases(merged);
    map_players();
    map_events(merged);
    database_.exec(match_games);
    refuse_different();
    const std::int64_t first_new = inserter_.next_game_id();
    Statement(database_, number_games).run(first_new);
    merged.known = count("incoming WHERE known IS NOT NULL");
    merged.games = count("arriving");
    copy_games();
    Settled settled = correct(first_new);
    merged.corrections = std::move(settled.corrections);
    merged.games -= merged.corrections.size() + settled.known;
    merged.known += settled.known;
    correct_by_copies(merged);
    merged.quarantined = copy_quarantine();
    copy_lists(merged);
    note_import(merged);
    for (const char* table : {"incoming", "arriving", "player_map", "event_map"}) {
      database_.exec(std::string("DROP TABLE temp.") + table);
    }
    return merged;
  }

 private:
  std::uint64_t count(const std::string& what) {
    return single_value(database_, "SELECT count(*) FROM temp." + what).getCount();
  }

  /// Adds the aliases of the other database, before any name is looked up.
  void merge_aliases(Merged& merged) {
    std::vector<Message> conflicts;
    Statement select(database_,
                     "SELECT kind, name, target FROM other.alias WHERE kind IN ('player', 'event')"
                     " ORDER BY kind, name");
    while (select.executeStep()) {
      const std::string kind = select.text(0), alias = name_key(select.text(1));
      const std::string there = select.text(2);
      if (!is_name(alias) || !is_name(there)) continue;
      // There, a name with a row of its own is no alias.
      if (!ids_of_name(database_, "other." + kind, alias).empty()) continue;
      const std::string name = current_name(database_, kind, there);
      if (is_same_name(alias, name)) continue;
      const auto here = name_of_alias(database_, kind, alias);
      if (here && is_same_name(*here, name)) continue;
      if (here) {
        conflicts.push_back(
            message("'{0}' is an alias of '{1}' here, of '{2}' there", alias, *here, there));
      } else if (has_own_name(kind, alias)) {
        conflicts.push_back(
            kind == "event"
                ? message("'{0}' is an event here, an alias of '{1}' there", alias, there)
                : message("'{0}' is a player here, an alias of '{1}' there", alias, there));
      } else {
        add_alias(database_, kind, alias, name);
        note_added(kind + " alias", alias);
        ++merged.aliases;
      }
    }
    inserter_.forget_names();
    if (conflicts.empty()) return;
    const std::size_t more = conflicts.size() - 1;
    const Message first = conflicts.front();
    throw AliasConflictError(
        message("{0}: its aliases are not those of {1}: {2}; rename the name here, or remove the "
                "alias with 'schiri db delete-alias'; nothing is merged",
                other_, connection_.path(),
                more ? message("{0} (and {1} more)", first, more) : first),
        std::move(conflicts));
  }

  bool has_own_name(const std::string& kind, const std::string& name) {
    return !ids_of_name(database_, "main." + kind, name).empty() ||
           (kind == "player" && !planned_bots(database_, name).empty());
  }

  /// Refuses games of two players who are one here.
  void refuse_met() {
    Statement met(database_,
                  "SELECT min(pw.name, pb.name), max(pw.name, pb.name) FROM other.game AS o"
                  " JOIN temp.player_map AS w ON w.old = o.white_id"
                  " JOIN temp.player_map AS b ON b.old = o.black_id AND b.new = w.new"
                  " JOIN other.player AS pw ON pw.id = w.old"
                  " JOIN other.player AS pb ON pb.id = b.old"
                  " WHERE o.white_id <> o.black_id ORDER BY 1, 2");
    while (met.executeStep()) {
      if (is_same_name(met.text(0), met.text(1))) continue;
      throw StoreError(
          message("{0}: its players '{1}' and '{2}' have met, but are one player in {3} by an "
                  "alias; 'schiri db delete-alias' removes it; nothing is merged",
                  other_, met.text(0), met.text(1), connection_.path()));
    }
  }

  /// Converts names from another program into the form of records.
  void map_players() {
    database_.exec("CREATE TEMP TABLE player_map (old INTEGER PRIMARY KEY, new INTEGER NOT NULL)");
    Statement select(database_, "SELECT id, name FROM other.player ORDER BY id");
    Statement insert(database_, "INSERT INTO player_map VALUES (?, ?)");
    while (select.executeStep()) {
      insert.run(select.id(0), inserter_.player_id(without_controls(select.text(1))));
    }
    refuse_met();
  }

  void map_events(Merged& merged) {
    database_.exec(
        "CREATE TEMP TABLE event_map (old INTEGER PRIMARY KEY, new INTEGER NOT NULL,"
        " played INTEGER NOT NULL, mixed INTEGER NOT NULL)");
    Statement select(database_,
                     "SELECT id, name, config, games, shard, shards FROM other.event ORDER BY id");
    Statement insert(database_, "INSERT INTO event_map VALUES (?, ?, ?, ?)");
    while (select.executeStep()) {
      StoredSettings event = settings(select);
      if (!event.played()) event.name = without_controls(event.name);
      event.name = current_name(database_, "event", event.name);
      if (event.played()) {
        require_distinct_players(database_, connection_.path(), other_,
                                 names_of_bots(event.config));
        event.config = with_current_names(database_, event.config);
      }
      const auto [id, mixed] = target_of(event, merged);
      insert.run(select.id(0), id, event.played() && !mixed, mixed);
    }
  }

  /// The event of this database that receives the games of an event of the other one.
  struct TargetEvent {
    std::int64_t id;
    bool mixed;  ///< played in one database, only imported into the other
  };

  TargetEvent target_of(const StoredSettings& event, Merged& merged) {
    const auto ids = ids_of_name(database_, "main.event", event.name);
    if (ids.empty()) {
      ++merged.events;
      return {create(event), false};
    }
    Statement find(database_,
                   "SELECT id, name, config, games, shard, shards FROM main.event WHERE id = ?",
                   ids.front());
    find.executeStep();
    const std::int64_t id = find.id(0);
    const StoredSettings here = settings(find);
    if (here.played() != event.played()) return {id, true};
    if (event.played()) {
      if (!same_contest(here, event)) {
        refuse(event.name, message("it was played with other settings; rename one of the two"));
      }
      locks_.push_back(std::move(lock_events(connection_, {id}).front()));
      if (here.shards != event.shards || here.shard != event.shard) unite_shards(id);
    }
    return {id, false};
  }

  std::int64_t create(const StoredSettings& event) {
    const std::int64_t first_game = event.played() ? inserter_.next_game_id() : 0;
    Statement(database_,
              "INSERT INTO main.event (name, config, games, first_game, shard, shards)"
              " VALUES (?1, ?2, iif(?2 IS NULL, NULL, ?3), iif(?2 IS NULL, NULL, ?4), ?5, ?6)")
        .run(event.name, text_or_null(event.config), event.games, first_game, event.shard,
             event.shards);
    const std::int64_t id = database_.getLastInsertRowid();
    if (event.played()) note_added("event", std::to_string(id));
    return id;
  }

  /// Marks all games of the event as played here.
  void unite_shards(std::int64_t event) {
    Statement(database_, "UPDATE main.event SET shard = 1, shards = 1 WHERE id = ?").run(event);
  }

  void refuse_different() {
    refuse_contradictions();
    Statement opening(database_, find_different_opening);
    if (opening.executeStep()) {
      refuse(opening.text(0), message("its opening {0} differs there", opening.count(1)));
    }
    Statement mixed(database_, find_mixed);
    if (mixed.executeStep()) {
      refuse(mixed.text(0),
             message("it was played in one database and imported into the other with "
                     "different games"));
    }
  }

  /// Throws ContradictionError with all contradictions of the first event that has any.
  void refuse_contradictions() {
    Statement different(database_, find_different);
    std::string event;
    std::vector<Contradiction> found;
    while (different.executeStep()) {
      std::string name = different.text(0);
      if (found.empty())
        event = std::move(name);
      else if (name != event)
        break;
      found.push_back({different.count(1), different.text(2), different.text(3)});
    }
    if (found.empty()) return;
    const std::uint64_t number = found.front().number;
    const Message why = found.size() == 1 ? message("its game {0} differs there", number)
                                          : message("its game {0} and {1} more differ there",
                                                    number, found.size() - 1);
    throw ContradictionError(refusal(event, why), std::move(found));
  }

  Message refusal(const std::string& event, const Message& why) const {
    return message(
        "{0}: its event '{1}' is not the event of this name in {2}: {3}; nothing is merged", other_,
        event, connection_.path(), why);
  }

  [[noreturn]] void refuse(const std::string& event, const Message& why) const {
    throw StoreError(refusal(event, why));
  }

  /// The import as which this merge is listed; made when something is added.
  std::int64_t import_id() {
    if (import_ == 0) {
      Statement(database_,
                "INSERT INTO main.import (file, time, first_game, last_game, known)"
                " VALUES (?, datetime('now'), ?, ?, 0)")
          .run(other_, first_id_, first_id_ - 1);
      import_ = database_.getLastInsertRowid();
    }
    return import_;
  }

  void note_added(const std::string& kind, const std::string& name) {
    Statement(database_, "INSERT OR IGNORE INTO main.merged VALUES (?, ?, ?)")
        .run(import_id(), kind, name);
  }

  void note_import(const Merged& merged) {
    if (merged.games == 0 && merged.quarantined == 0 && import_ == 0) return;
    const std::int64_t last = inserter_.next_game_id() - 1;
    Statement(database_, "UPDATE main.import SET last_game = ?, known = ? WHERE id = ?")
        .run(last, merged.known, import_id());
  }

  void copy_games() {
    Statement completed(database_,
                        "SELECT DISTINCT arriving.event FROM temp.arriving"
                        " JOIN other.game AS o ON o.id = arriving.old"
                        " JOIN main.event AS e ON e.id = arriving.event"
                        " WHERE o.number NOT NULL AND e.config NOT NULL AND e.first_game < ?",
                        first_id_);
    while (completed.executeStep()) {
      note_added("completed event", std::to_string(completed.id(0)));
    }
    database_.exec("INSERT INTO main.game (id, event_id, white_id, black_id, " + copied_columns +
                   ") SELECT a.id, a.event, w.new, b.new, " + copied_columns +
                   " FROM temp.arriving AS a JOIN (SELECT id AS old_id, white_id AS old_white,"
                   " black_id AS old_black, " +
                   copied_columns +
                   " FROM other.game) ON old_id = a.old"
                   " JOIN temp.player_map AS w ON w.old = old_white"
                   " JOIN temp.player_map AS b ON b.old = old_black ORDER BY a.id");
    database_.exec(
        "INSERT INTO main.movetext SELECT a.id, t.text, t.comments FROM temp.arriving AS a"
        " JOIN other.movetext AS t ON t.game_id = a.old ORDER BY a.id");
    database_.exec(
        "INSERT INTO main.failure SELECT a.id, f.side, f.remark, f.standard_error, f.protocol"
        " FROM temp.arriving AS a JOIN other.failure AS f ON f.game_id = a.old ORDER BY a.id");
    database_.exec(
        "INSERT OR IGNORE INTO main.opening SELECT e.new, o.number, o.position, o.roll, o.turns"
        " FROM other.opening AS o JOIN temp.event_map AS e ON e.old = o.event_id WHERE e.played");
    database_.exec(
        "INSERT INTO main.void_game (event_id, number, reason, record)"
        " SELECT e.new, o.number, o.reason, o.record"
        " FROM other.void_game AS o JOIN temp.event_map AS e ON e.old = o.event_id WHERE e.played"
        " AND NOT EXISTS (SELECT 1 FROM main.void_game AS m WHERE m.event_id = e.new"
        " AND m.number = o.number AND m.reason = o.reason AND m.record = o.record) ORDER BY o.id");
  }

  /// The new games without a number that correct a stored game.
  Settled correct(std::int64_t first_new) {
    CorrectionFinder finder(connection_, policy_, first_new);
    Statement claimed(database_, "SELECT known FROM temp.incoming WHERE known IS NOT NULL");
    while (claimed.executeStep()) finder.claim(claimed.id(0));
    Statement select(
        database_,
        "SELECT game.id, event_id, white_id, black_id, round, game.game, event.name, white.name,"
        " black.name FROM temp.arriving JOIN main.game ON game.id = arriving.id"
        " JOIN main.event ON event.id = event_id JOIN main.player AS white ON white.id = white_id"
        " JOIN main.player AS black ON black.id = black_id WHERE number IS NULL ORDER BY game.id");
    while (select.executeStep()) {
      RecordRow row;
      row.round = select.text(4);
      row.game = select.text(5);
      row.event = select.text(6);
      row.white = select.text(7);
      row.black = select.text(8);
      if (!names_one_game(row)) continue;
      finder.add({select.id(0), 0, select.id(1), select.id(2), select.id(3), row.round, row.game});
    }
    return finder.settle([this] { return std::optional(import_id()); });
  }

  /// Stored games of which the other database has a copy with other comments or tags.
  void correct_by_copies(Merged& merged) {
    Statement copies(
        database_,
        "SELECT known, o.site, o.termination, o.tags, text.text, text.comments"
        " FROM temp.incoming JOIN other.game AS o ON o.id = old"
        " JOIN other.movetext AS text ON text.game_id = old"
        " JOIN main.game AS m ON m.id = known JOIN main.movetext AS own ON own.game_id = known"
        " WHERE m.number IS NULL AND (m.site <> o.site OR m.termination IS NOT o.termination"
        " OR m.tags IS NOT o.tags OR own.text <> text.text OR own.comments IS NOT text.comments)"
        " ORDER BY old");
    const auto by = [this] { return std::optional(import_id()); };
    while (copies.executeStep()) {
      const auto text = [&](int column) {
        return copies.is_null(column) ? std::nullopt : std::optional(copies.text(column));
      };
      const GameContent copy{copies.text(1), text(2), text(3), copies.text(4), text(5)};
      auto correction = take_copy(connection_, copies.id(0), copy, policy_, by);
      if (!correction) continue;
      --merged.known;
      merged.corrections.push_back(*std::move(correction));
    }
  }

  std::uint64_t copy_quarantine() {
    const std::int64_t last =
        single_value(database_, "SELECT coalesce(max(id), 0) FROM main.quarantine").getInt64();
    const int records = database_.exec(
        "INSERT INTO main.quarantine (file, line, number, game, findings, text)"
        " SELECT file, line, number, game, findings, text FROM other.quarantine AS o"
        " WHERE NOT EXISTS (SELECT 1 FROM main.quarantine AS m WHERE m.text IS o.text"
        " AND (o.text NOT NULL OR m.file = o.file AND m.line = o.line AND m.number = o.number"
        " AND m.findings = o.findings)) ORDER BY id");
    if (records > 0) {
      Statement(database_, "UPDATE main.quarantine SET import_id = ? WHERE id > ?")
          .run(import_id(), last);
    }
    return static_cast<std::uint64_t>(records);
  }

  /// Adds named lists.
  void copy_lists(Merged& merged) {
    Statement select(database_,
                     "SELECT o.id, o.name, o.game, o.variant, m.id FROM other.rating_list AS o"
                     " LEFT JOIN main.rating_list AS m ON m.name = o.name AND m.game = o.game"
                     " AND m.variant = o.variant WHERE o.name NOT NULL ORDER BY o.id");
    while (select.executeStep()) {
      const std::int64_t there = select.id(0);
      if (select.is_null(4)) {
        copy_list(there);
        ++merged.lists;
      } else if (!is_same_list(there, select.id(4))) {
        merged.different_lists.push_back({select.text(1), select.text(2), select.text(3)});
      }
    }
  }

  void copy_list(std::int64_t there) {
    Statement(database_, "INSERT INTO main.rating_list (" + list_columns + ") SELECT " +
                             list_columns + " FROM other.rating_list WHERE id = ?")
        .run(there);
    const std::int64_t here = database_.getLastInsertRowid();
    note_added("list", std::to_string(here));
    Statement(database_, "INSERT INTO main.listed_player (list_id, " + line_columns +
                             ") SELECT ?2, " + line_columns + " FROM (" + mapped_lines + ")")
        .run(there, here);
  }

  bool is_same_list(std::int64_t there, std::int64_t here) {
    const std::string head = "SELECT " + list_columns + " FROM ";
    const std::string theirs = "SELECT " + line_columns + " FROM (" + mapped_lines + ")",
                      ours =
                          "SELECT " + line_columns + " FROM main.listed_player WHERE list_id = ?2";
    Statement different(database_,
                        "SELECT EXISTS (" + head + "other.rating_list WHERE id = ?1 EXCEPT " +
                            head + "main.rating_list WHERE id = ?2) OR EXISTS (" + theirs +
                            " EXCEPT " + ours + ") OR EXISTS (" + ours + " EXCEPT " + theirs + ")",
                        there, here);
    return different.executeStep() && !different.flag(0);
  }

  Connection& connection_;
  GameInserter& inserter_;
  SQLite::Database& database_;
  const std::string& other_;
  std::int64_t first_id_ = 0;  ///< of the ids that new games and events get
  std::int64_t import_ = 0;
  Corrections policy_;
  std::vector<TournamentLock> locks_;  ///< of the events that get games
};

/// Attaches a database as `other`, read-only, during its lifetime.
class Attached {
 public:
  Attached(SQLite::Database& database, const std::string& path) : database_(database), file_(path) {
    Statement(database_, "ATTACH ? AS other").run(file_.uri());
  }
  Attached(const Attached&) = delete;
  Attached& operator=(const Attached&) = delete;
  ~Attached() { database_.tryExec("DETACH other"); }

 private:
  SQLite::Database& database_;
  ReadableFile file_;
};

void require_other_file(const Store& store, const std::string& other) {
  std::error_code ignored;
  if (std::filesystem::equivalent(store.path(), other, ignored)) {
    throw StoreError(message("{0}: this is the database that is merged into", other));
  }
  const Store readable(other, Store::Mode::read);  // throws if it cannot be read
}

}  // namespace

Merged merge(Store& store, const std::string& other, Corrections corrections) {
  require_other_file(store, other);
  Connection& connection = store.connection();
  return connection.run([&] {
    if (is_without_games(connection.database())) connection.write_next_directly();
    const Attached attached(connection.database(), other);
    WriteTransaction transaction(connection);
    Merger merger(store, other, corrections);
    Merged merged = merger.run();
    transaction.commit();
    return merged;
  });
}

}  // namespace schiri::db
