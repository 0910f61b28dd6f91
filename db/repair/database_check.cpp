#include "db/repair/database_check.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "core/base/names.h"
#include "core/base/random.h"
#include "core/match/game.h"
#include "db/games/name_ids.h"
#include "db/games/record_row.h"
#include "db/games/stored_line.h"
#include "db/import/correction.h"
#include "db/import/import.h"
#include "db/position_index/index_check.h"
#include "db/query/filtered_games.h"
#include "db/ratings/rating_lists.h"
#include "db/sqlite/connection.h"
#include "db/tournament/tournaments.h"
#include "notation/records/game_hash.h"
#include "notation/records/pgn/reader.h"
#include "notation/text/printable.h"

namespace schiri::db {

namespace {

constexpr std::size_t batch_bytes = std::size_t{4} << 20;
constexpr std::size_t largest_record = std::size_t{1} << 30;

/// The columns of a row that are derived from its game.
struct Claims {
  std::int64_t id = 0;
  std::string result;
  std::string outcome;
  std::string reason;
  std::uint64_t turns = 0;
  std::optional<std::uint64_t> hash;
  std::size_t words = 0;  ///< turns in the movetext as it is stored
  std::string game;
};

class Checker {
 public:
  Checker(const Store& store, unsigned threads,
          const std::function<bool(const Inconsistency&)>& visitor, const Progress& progress)
      : store_(store),
        database_(store.connection().database()),
        visitor_(visitor),
        progress_(progress) {
    reading_.threads = threads;
    reading_.keep = Keep::headers;
    reading_.max_game_bytes = largest_record;
    // SQLite searches each game in each index, in the order of games.
    store_.connection().cache_at_most(Connection::usual_cache);
  }

  CheckReport run() {
    check_file();
    check_references();
    check_events();
    check_names();
    check_aliases();
    check_duplicates();
    check_values();
    check_other_rows();
    if (go_on_) check_games();
    return report_;
  }

 private:
  void report(const std::string& kind, std::int64_t game, const Message& message) {
    ++report_.problems;
    if (go_on_) go_on_ = visitor_({kind, game, message});
  }

  /// Goes on after an error: a part of a damaged file may be readable while another part is not.
  template <class Work>
  void guarded(Work&& work) {
    if (!go_on_) return;
    try {
      store_.connection().run(work);
    } catch (const StoreError& error) {
      report("file", 0, error.message());
    }
  }

  void check_file() {
    guarded([&] {
      Statement check(database_, "PRAGMA integrity_check(100)");
      while (go_on_ && check.executeStep()) {
        const std::string message = check.text(0);
        if (message != "ok") report("file", 0, message);
      }
    });
  }

  void check_references() {
    guarded([&] {
      Statement check(database_, "PRAGMA foreign_key_check");
      while (go_on_ && check.executeStep()) {
        report("reference", 0,
               message("row {0} of the table {1} refers to a row that is not in {2}", check.bits(1),
                       check.text(0), check.text(2)));
      }
      report_games("reference", message("its movetext is missing"),
                   "SELECT id FROM game WHERE NOT EXISTS"
                   " (SELECT 1 FROM movetext WHERE game_id = game.id)");
    });
  }

  void check_events() {
    guarded([&] {
      for (const StoredTournament& event : stored_tournaments(store_)) check_ids(event);
      report_games("event", message("its number is not one of its event's"),
                   "SELECT game.id FROM game JOIN event ON event.id = event_id"
                   " WHERE number IS NOT NULL AND (number < 1 OR number > coalesce(games, 0))");
      check_parts_of_events();
    });
  }

  /// Reads all other rows that commands read.
  void check_other_rows() {
    guarded([&] { stored_lists(store_); });
    guarded([&] { index_size(store_); });
    guarded([&] { visit_quarantine(store_, {}, [](const QuarantinedRecord&) { return true; }); });
    guarded([&] { visit_imports(store_, [](const ImportRow&) { return true; }); });
    guarded([&] {
      for (const StoredTournament& event : stored_tournaments(store_)) {
        stored_openings(store_, event);
        stored_failures(store_, event);
        kept_verdict(store_, event);
      }
    });
    guarded([&] {
      for (const auto& [kind, changes] : kind_changes(store_)) stored_ratings(store_, kind);
    });
  }

  /// Checks the schema's constraints on single values: SQLite checks them only when it writes.
  void check_values() {
    guarded([&] {
      Statement events(database_,
                       "SELECT name FROM event WHERE (config NOTNULL AND NOT json_valid(config))"
                       " OR (config IS NULL) <> (games IS NULL)"
                       " OR (config IS NULL) <> (first_game IS NULL)"
                       " OR NOT shard BETWEEN 1 AND shards");
      while (go_on_ && events.executeStep()) {
        report("event", 0, message("the plan of the event '{0}' cannot be read", events.text(0)));
      }
      Statement broken(database_, "SELECT id FROM quarantine WHERE NOT json_valid(findings)");
      while (go_on_ && broken.executeStep()) {
        report("quarantine", 0,
               message("the findings of the record {0} cannot be read", broken.bits(0)));
      }
      report_games("game", message("the side of its failure is neither white nor black"),
                   "SELECT game_id FROM failure WHERE side NOT IN ('white', 'black')");
    });
  }

  /// Finds names that would change if they were written into a record.
  void check_names() {
    guarded([&] {
      for (const std::string table : {"player", "event"}) {
        Statement select(database_, "SELECT name FROM " + table + " ORDER BY id");
        while (go_on_ && select.executeStep()) {
          const std::string name = select.text(0);
          if (without_controls(name) == name) continue;
          report("name", 0,
                 table == "player" ? message("the name of the player '{0}' contains control "
                                             "characters, which are lost in a record",
                                             name)
                                   : message("the name of the event '{0}' contains control "
                                             "characters, which are lost in a record",
                                             name));
        }
      }
    });
  }

  /// Finds aliases that no command makes: of themselves, of another alias, or of a name that has
  /// become a player or an event of its own.
  void check_aliases() {
    guarded([&] {
      const std::vector<Alias> aliases = stored_aliases(store_);
      std::map<std::pair<std::string, std::string>, const Alias*> by_name;
      for (const Alias& alias : aliases) by_name[{alias.kind, alias.alias}] = &alias;
      std::map<std::string, std::set<std::string>> rows;
      for (const std::string kind : {"player", "event"}) {
        Statement select(database_, "SELECT name FROM " + kind);
        while (select.executeStep()) rows[kind].insert(name_key(select.text(0)));
      }
      for (const Alias& alias : aliases) {
        const auto wrong = [&](const Message& what) {
          report("alias", 0,
                 message("the alias '{0}' of '{1}' {2}", alias.alias, alias.name, what));
        };
        if (alias.kind != "player" && alias.kind != "event") {
          wrong(message("is of the unknown kind '{0}'", alias.kind));
        } else if (alias.alias != name_key(alias.alias) || !is_name(alias.alias)) {
          wrong(message("is not a name in composed form, so no game comes with it"));
        } else if (!is_name(alias.name)) {
          wrong(message("stands for a name that no record can contain"));
        } else if (by_name.contains({alias.kind, name_key(alias.name)})) {
          wrong(message("stands for another alias"));
        } else if (rows[alias.kind].contains(alias.alias)) {
          wrong(alias.kind == "event" ? message("is an event of its own")
                                      : message("is a player of its own"));
        }
        if (!go_on_) return;
      }
    });
  }

  /// The data of a game that decides whether another one is its duplicate.
  struct Candidate {
    std::int64_t id;
    bool played_here;
    std::string result;
    std::optional<std::int64_t> hash;
    std::string date;
    std::string board;
    std::ptrdiff_t import;  ///< one after whose beginning it came; 0: none
  };

  static bool is_duplicate(const Candidate& a, const Candidate& b) {
    // Any number of equal games without turns is permitted.
    const bool alike = !a.hash && !b.hash && a.result == b.result;
    // Nor are two games of one file one game.
    const bool came_together = a.import == b.import && !a.played_here && !b.played_here;
    return !alike && !came_together && !(a.played_here && b.played_here) &&
           may_be_same_date(a.date, b.date) && may_be_same_board(a.board, b.board);
  }

  static constexpr const char* duplicate_candidates =
      " FROM game WHERE round NOT IN ('?', '-')"
      " AND event_id NOT IN (SELECT id FROM event WHERE name = '?')"
      " AND white_id NOT IN (SELECT id FROM player WHERE name = '?')"
      " AND black_id NOT IN (SELECT id FROM player WHERE name = '?')";

  /// Have two candidates the same event, round and players? Hashes of a million games are sorted
  /// much faster than their rows.
  bool may_have_duplicates() {
    Statement select(database_,
                     std::string("SELECT white_id, black_id, event_id, round, game, variant") +
                         duplicate_candidates);
    std::vector<std::uint64_t> keys;
    while (select.executeStep()) {
      std::uint64_t key = 0;
      for (int i = 0; i < 3; ++i) key = mix64(key + static_cast<std::uint64_t>(select.bits(i)));
      for (int i = 3; i < 6; ++i) {
        key = mix64(key + std::hash<std::string_view>()(select.getColumn(i).view()));
      }
      keys.push_back(key);
    }
    std::sort(keys.begin(), keys.end());
    return std::adjacent_find(keys.begin(), keys.end()) != keys.end();
  }

  std::vector<std::int64_t> first_games_of_imports() {
    Statement select(database_, "SELECT first_game FROM import ORDER BY first_game");
    std::vector<std::int64_t> firsts;
    while (select.executeStep()) firsts.push_back(select.id(0));
    return firsts;
  }

  /// Finds games of the same event, round, board and players, that did not come together.
  void check_duplicates() {
    guarded([&] {
      if (!may_have_duplicates()) return;
      Statement select(
          database_,
          std::string("SELECT white_id, black_id, event_id, round, game.game, game.variant, id,"
                      " number NOT NULL, result, hash, date, tags") +
              duplicate_candidates +
              " ORDER BY white_id, black_id, event_id, round, game.game, game.variant, id");
      const auto imports = first_games_of_imports();
      std::vector<Candidate> group;
      std::string key;
      while (go_on_ && select.executeStep()) {
        std::string next;
        for (int i = 0; i < 3; ++i) next += std::to_string(select.bits(i)) + '\n';
        for (int i = 3; i < 6; ++i) next += select.text(i) + '\n';
        if (next != key) group.clear();
        key = std::move(next);
        find_duplicate(group, select, imports);
      }
    });
  }

  void find_duplicate(std::vector<Candidate>& group, Statement& row,
                      const std::vector<std::int64_t>& imports) {
    const auto import = std::upper_bound(imports.begin(), imports.end(), row.id(6));
    Candidate game{row.bits(6),
                   row.flag(7),
                   row.text(8),
                   std::nullopt,
                   row.text(10),
                   board_of(row.text(11)),
                   import - imports.begin()};
    if (!row.is_null(9)) game.hash = row.bits(9);
    const auto found = std::find_if(group.begin(), group.end(), [&](const Candidate& other) {
      return is_duplicate(game, other);
    });
    if (found != group.end()) {
      report("duplicate", game.id,
             message("game {0} is of the same event, round and players; 'schiri db delete-game' "
                     "removes one",
                     found->id));
    }
    group.push_back(std::move(game));
  }

  void check_parts_of_events() {
    for (const char* table : {"opening", "void_game", "event_span", "verdict"}) {
      Statement select(database_, std::string("SELECT DISTINCT event.name FROM ") + table +
                                      " JOIN event ON event.id = event_id"
                                      " WHERE event.config IS NULL");
      while (go_on_ && select.executeStep()) {
        report("event", 0,
               message("the event '{0}' was not played here, but has rows in the table {1}",
                       select.text(0), table));
      }
    }
  }

  void check_ids(const StoredTournament& event) {
    Statement select(database_, "SELECT id, number FROM game WHERE event_id = ? AND number > 0",
                     event.id);
    while (go_on_ && select.executeStep()) {
      const std::int64_t id = select.bits(0);
      if (id == event.game_id(select.count(1))) continue;
      report("event", id, message("its id does not match its number in the event"));
    }
  }

  void report_games(const std::string& kind, const Message& message, const char* select_ids) {
    Statement select(database_, select_ids);
    while (go_on_ && select.executeStep()) report(kind, select.bits(0), message);
  }

  void check_games() {
    guarded([&] { index_.emplace(database_); });
    guarded([&] {
      Statement claims(database_,
                       "SELECT id, result, outcome, reason, turns, hash, tags,"
                       " EXISTS (SELECT 1 FROM unindexed WHERE game_id = game.id) FROM game"
                       " ORDER BY id");
      const std::uint64_t total = progress_ ? count_games(store_, {}) : 0;
      std::uint64_t done = 0;
      Statement records(database_, select_records + " ORDER BY game.id");
      while (go_on_ && records.executeStep()) {
        if (progress_) progress_(done++, total);
        const std::int64_t id = records.bits(0);
        if (!advance(claims, id)) {
          report("file", id,
                 message("the game is not found in the order of ids; later games are not "
                         "replayed"));
          return;
        }
        take_row(id, records, claims);
        if (text_.size() > batch_bytes) check_batch();
      }
    });
    guarded([&] { check_batch(); });
    guarded([&] { check_index(); });
  }

  /// Advances to the row of a game, past games whose rows refer to missing ones and that are no
  /// records; false if there is no such row.
  static bool advance(Statement& claims, std::int64_t id) {
    while (claims.executeStep()) {
      if (claims.bits(0) >= id) return claims.bits(0) == id;
    }
    return false;
  }

  /// An unreadable row is one finding; the others are replayed.
  void take_row(std::int64_t id, Statement& record, Statement& claims) {
    const std::size_t begin = text_.size();
    try {
      const StoredRecord stored = stored_tags(record);
      read_line(record, id);
      append_text(stored.record, record);
      read_claims(claims);
    } catch (const SQLite::Exception& error) {
      if (error.getErrorCode() != SQLITE_CORRUPT) throw;
      text_.resize(begin);
      report("game", id, error.what());
      return;
    }
    const bool is_indexed = !claims.flag(7);
    if (index_ && is_indexed && !index_->matches(line_, batch_.back().result)) {
      mismatches_.push_back(id);
    }
  }

  void read_line(Statement& record, std::int64_t id) {
    line_.assign(id, record.text(9), {record.text(10), record.text(11), record.text(12)},
                 record.text(15));
  }

  void read_claims(Statement& row) {
    Claims claims{row.bits(0),  row.text(1), row.text(2),          row.text(3),
                  row.count(4), row.hash(5), line_.turns().size(), line_.game()};
    if (!row.is_null(6) && !are_tags(row.text(6))) {
      report("game", claims.id, message("its tags are not stored as a list of names and values"));
    }
    batch_.push_back(std::move(claims));
  }

  /// The movetext as it is stored, without numbers and on one line, reads like the record that
  /// would be exported.
  void append_text(const Record& tags, Statement& record) {
    write_record(tags, text_);
    text_.resize(text_.rfind(tags.result));  // the only word of the movetext
    text_ += line_.text();
    (text_ += ' ') += tags.result;
    if (const Column comments = record.getColumn(16); !comments.isNull()) {
      (text_ += ' ') += comments.view();
    }
    text_ += "\n\n";
  }

  /// Reads the games of the batch, and those that differ from their rows as they would be exported:
  /// a record that is stored as no command stores it may be read as another one.
  void check_batch() {
    std::vector<std::int64_t> unsure = unsure_games();
    for (const std::int64_t id : unsure) {
      if (go_on_) check_alone(id);
    }
    for (const Claims& claims : batch_) {
      const GameType* const type = find_game(claims.game);
      const bool is_replayed = !type || type->facts.has_rules;
      ++(is_replayed ? report_.games : report_.unknown[claims.game]);
    }
    batch_.clear();
    text_.clear();
  }

  /// All games of the batch if there are not as many records as games.
  std::vector<std::int64_t> unsure_games() {
    std::vector<std::int64_t> unsure;
    std::size_t count = 0;
    TextSource source(text_);
    read_records(source, reading_, [&](CheckedRecord& record) {
      if (count < batch_.size() && !is_as_stored(batch_[count], record)) {
        unsure.push_back(batch_[count].id);
      }
      return ++count <= batch_.size();
    });
    if (count == batch_.size()) return unsure;
    unsure.clear();
    for (const Claims& claims : batch_) unsure.push_back(claims.id);
    return unsure;
  }

  static bool is_as_stored(const Claims& claims, CheckedRecord& record) {
    std::vector<Inconsistency> problems;
    compare(claims, record, record.hash, problems);
    return problems.empty() && claims.words == claims.turns;
  }

  void check_alone(std::int64_t id) {
    const auto claims =
        std::find_if(batch_.begin(), batch_.end(), [&](const Claims& one) { return one.id == id; });
    Statement select(database_, select_records + " WHERE game.id = ?", id);
    if (!select.executeStep()) return;
    std::string text;
    write_record(stored_record(select).record, text);
    std::vector<Inconsistency> problems;
    std::size_t count = 0;
    TextSource source(text);
    ReadOptions whole = reading_;
    whole.keep = Keep::records;
    read_records(source, whole, [&](CheckedRecord& record) {
      ++count;
      compare(*claims, record, game_hash(record.check.game, record.check.variant, record.record),
              problems);
      return true;
    });
    if (count == 1) return report_all(problems);
    report("game", id, message("its text is read as {0} records, not one", count));
  }

  void check_index() {
    if (!index_) return;
    for (const std::int64_t game : mismatches_) {
      report("positions", game,
             message("the position index does not match the game; 'schiri db index --rebuild' "
                     "rebuilds it"));
    }
    if (!index_->is_whole()) {
      report("positions", 0,
             message("the position index does not have its recorded size; 'schiri db index "
                     "--rebuild' rebuilds it"));
    }
    if (mismatches_.empty() && !index_->has_right_sums()) {
      report("positions", 0,
             message("the turns that the position index has counted are not those of the games; "
                     "'schiri db index --rebuild' rebuilds it"));
    }
  }

  void report_all(const std::vector<Inconsistency>& problems) {
    for (const Inconsistency& problem : problems)
      report(problem.kind, problem.game, problem.message);
  }

  static void compare(const Claims& claims, const CheckedRecord& record,
                      std::optional<std::uint64_t> hash, std::vector<Inconsistency>& problems) {
    const GameCheck& check = record.check;
    const auto add = [&](const Message& text) { problems.push_back({"game", claims.id, text}); };
    const auto differs = [&](const Message& what, const std::string& stored,
                             const std::string& found) {
      if (stored != found) {
        add(message("{0} is stored as '{1}', replayed '{2}'", what, stored, found));
      }
    };
    if (!check.valid()) {
      add(message("{0}: {1}", code_name(check.errors[0].code), check.errors[0].message));
      return;
    }
    differs(message("the result"), claims.result, record.record.result);
    differs(message("the outcome"), claims.outcome,
            std::string(check.ending ? outcome_name(check.ending->outcome) : ""));
    differs(message("the reason"), claims.reason,
            std::string(check.ending ? check.ending->reason : ""));
    differs(message("the number of turns"), std::to_string(claims.turns),
            std::to_string(check.turns));
    if (claims.hash != hash) {
      add(message("the hash of its turns is not the one that is stored"));
    }
  }

  const Store& store_;
  SQLite::Database& database_;
  const std::function<bool(const Inconsistency&)>& visitor_;
  const Progress& progress_;
  ReadOptions reading_{.encoding = "UTF-8"};
  CheckReport report_;
  bool go_on_ = true;
  std::vector<Claims> batch_;
  std::string text_;
  StoredLine line_;
  std::optional<IndexCheck> index_;
  std::vector<std::int64_t> mismatches_;  ///< of games and the index
};

}  // namespace

CheckReport check(const Store& store, unsigned threads,
                  const std::function<bool(const Inconsistency&)>& visitor,
                  const Progress& progress) {
  return Checker(store, threads, visitor, progress).run();
}

}  // namespace schiri::db
