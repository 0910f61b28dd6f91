#pragma once

#include <SQLiteCpp/SQLiteCpp.h>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "db/games/record_row.h"
#include "db/games/store.h"
#include "db/import/correction.h"
#include "notation/records/check/check.h"

/// Importing records into a database: imports, which can be undone, corrections of stored games,
/// the quarantine of broken records. This room uses `db/games`.
namespace schiri::db {

/// One import; times are UTC.
struct ImportRow {
  std::int64_t id = 0;
  std::string time;
  std::string file;
  std::uint64_t games = 0;        ///< games of the import that are still stored
  std::uint64_t quarantined = 0;  ///< records of the import that are still in quarantine
  std::uint64_t known = 0;        ///< games that had been stored before
  std::uint64_t corrected = 0;    ///< games of earlier imports that it has corrected
};

/// Visits the imports in order, until the visitor returns false.
void visit_imports(const Store& store, const std::function<bool(const ImportRow&)>& visitor);

/// No program reads a database without games, so its file may be written without a log.
bool is_without_games(SQLite::Database& database);

/// An import: commit() stores all its games; without it none is stored.
/// A game whose two names are those of one player.
struct NamesCollide : StoreError {
  using StoreError::StoreError;
};

class Import {
 public:
  /// The number of games that an import into a database without games recognises by memory alone,
  /// without indexes.
  static constexpr std::uint64_t usual_most_in_memory = std::uint64_t{1} << 21;

  /// `file`: the origin of the games, for the list of imports.
  explicit Import(Store& store, std::string file = "-",
                  Corrections corrections = Corrections::report,
                  std::uint64_t most_in_memory = usual_most_in_memory);
  Import(const Import&) = delete;
  Import& operator=(const Import&) = delete;
  /// Rolls back unless the import was committed.
  ~Import();

  /// Stores a game. Returns false if the same game is stored already: same event, round, date,
  /// players, start, turns and result. Equal games without turns count as stored only as often as
  /// they were stored before this import. `place` is for `settle`. Throws StoreError if two players
  /// meet whom an alias makes one. A copy with other comments or tags is a correction.
  bool add(const RecordRow& game, std::uint64_t place = 0);
  /// To be called after the last game: removes games that correct earlier games, applies the
  /// corrections if that is the policy, and returns them, with those by copies for which add()
  /// returned false; `known` of the others were there already, which add() could not know. Two
  /// games of one import are different games, even if they are equal.
  Settled settle();
  /// Keeps a broken record with its findings, unless an earlier import has kept the same text.
  void quarantine(std::string_view file, const GameCheck& check, std::string_view text);
  /// Takes a broken record of an earlier import out of quarantine, until this import is undone.
  /// Returns whether it was there.
  bool release(std::int64_t quarantined);
  void commit();

 private:
  class KnownGames;
  class KnownBroken;
  struct Writing;

  std::int64_t id();
  void take_copy(std::int64_t game, const RecordRow& copy, std::uint64_t place);
  void require_one_player(const RecordRow& game) const;
  void note_games();
  void note_kinds();
  void mark_new_games();
  void leave_bulk();

  Connection& connection_;
  GameInserter& inserter_;
  std::string file_;
  Corrections corrections_;
  std::vector<Correction> by_copies_;
  std::int64_t id_ = 0;  ///< id in the list of imports, 0 while it is not listed
  std::uint64_t known_games_ = 0;
  std::uint64_t stored_games_ = 0;
  std::unique_ptr<Writing> writing_;  ///< until it is committed; destroyed after all below
  std::unique_ptr<KnownGames> known_;
  std::unique_ptr<KnownBroken> broken_;
  std::unique_ptr<CorrectionFinder> finder_;
  std::map<std::pair<std::string, std::string>, std::int64_t> kinds_;  ///< number of new games
  std::int64_t first_id_ = 0;
  std::int64_t next_id_ = 0;
  bool bulk_ = false;  ///< into a database without games: indexes are created later
  std::uint64_t most_in_memory_;
};

/// A record that an import refused.
struct QuarantinedRecord {
  std::int64_t id = 0;
  std::string file;
  std::uint64_t line = 0;    ///< its first line, from 1
  std::uint64_t number = 0;  ///< in the file, from 1
  std::string game;          ///< empty if unknown
  std::string code;          ///< of the first finding
  std::string message;       ///< of the first finding
  std::string findings;      ///< all findings, JSON
  /// The record as it was in the file; nullopt if it was too large to be kept.
  std::optional<std::string> text;
};

/// Visits the records with these ids, or all if there are none, in the order of ids, until the
/// visitor returns false. Returns the ids that do not exist.
std::vector<std::int64_t> visit_quarantine(
    const Store& store, const std::vector<std::int64_t>& ids,
    const std::function<bool(const QuarantinedRecord&)>& visitor);

/// The same for the records with ids above this one.
void visit_quarantine_after(const Store& store, std::int64_t id,
                            const std::function<bool(const QuarantinedRecord&)>& visitor);

/// Removes records.
void drop_quarantine(Store& store, const std::vector<std::int64_t>& ids);

}  // namespace schiri::db
