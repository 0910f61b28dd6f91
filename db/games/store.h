#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/names.h"
#include "core/rating/games/game_log.h"
#include "db/games/correction.h"
#include "db/sqlite/errors.h"
#include "db/sqlite/open_mode.h"
#include "notation/records/check/check.h"
#include "notation/records/record.h"

namespace schiri::db {

/// How a player lost a game by a failure, for those who look for the reason.
struct FailureRow {
  Side side = Side::white;
  std::string remark;          ///< one sentence
  std::string standard_error;  ///< the last of it
  std::string protocol;        ///< the last lines of it
};

/// How games of an event begin; empty text means what the game has without it.
struct OpeningRow {
  std::uint64_t number = 0;  ///< in the event, from 1
  std::string position;
  std::string roll;
  std::vector<std::string> turns;
};

/// A complete game as it is stored.
struct FinishedRecord {
  Record record;                 ///< checked, canonical
  std::string game;              ///< as in the table of games
  std::string variant;           ///< never empty
  std::optional<Ending> ending;  ///< by the rules
  std::size_t turns = 0;
  std::optional<FailureRow> failure = {};
  std::optional<OpeningRow> opening = {};  ///< kept unless one of its number is known
};

/// A game that was spoilt by something around the referee.
struct VoidGame {
  std::uint64_t number = 0;  ///< under which it is played again
  std::string reason;        ///< one sentence
  std::string record;        ///< as far as it went
};

/// Some of an event's numbers, up to the next span: `first_number` has the id `first_game`, the
/// others follow.
struct EventSpan {
  std::uint64_t first_number = 1;
  std::int64_t first_game = 0;
};

/// An event and how much of it is there.
struct StoredEvent {
  std::int64_t id = 0;
  std::string name;
  std::string config;            ///< JSON; empty if the event only came with imported games
  std::uint64_t games = 0;       ///< planned in all shards together
  std::vector<EventSpan> spans;  ///< ascending, from number 1; none if it was not played here
  std::uint64_t shard = 1;       ///< which part is played here, from 1
  std::uint64_t shards = 1;
  std::uint64_t stored = 0;  ///< games that are there; of a played event those with numbers

  bool was_played_here() const { return !config.empty(); }
  /// The id of the game of a number.
  std::int64_t game_id(std::uint64_t number) const;
  /// How many games its shard has.
  std::uint64_t planned() const { return games < shard ? 0 : (games - shard) / shards + 1; }
};

/// A stored game of an event as far as its results go.
struct StoredResult {
  std::uint64_t number = 0;
  std::string result;  ///< as in a record
  std::optional<std::uint64_t> hash;
  bool unplayed = false;  ///< decided without being played, as a player was out
};

/// What is needed to make an event.
struct NewEvent {
  std::string name;
  std::string config;  ///< JSON
  std::uint64_t games = 0;
  std::uint64_t shard = 1;
  std::uint64_t shards = 1;
};

/// A position that a game may come through; empty text means what the game has without it.
struct PositionGoal {
  std::string game;
  std::string variant = {};
  std::string position = {};
  std::string roll = {};
};

/// Which games are meant; what is empty does not matter.
struct GameFilter {
  std::vector<std::string> players = {};  ///< all of them took part
  std::string game = {};
  std::string variant = {};
  std::string event = {};
  std::string result = {};  ///< `1-0`, `0-1`, `1/2-1/2`, `*`
  std::string since = {};   ///< `YYYY.MM.DD`, that day included; unknown dates are left out,
  std::string until = {};   ///< an unknown month or day counts as the first
  std::optional<std::int64_t> id = {};
  std::optional<std::uint64_t> limit = {};
  std::uint64_t offset = 0;  ///< this many at the beginning are left out
  std::string sort = {};     ///< a name of game_columns() instead of the order of ids
  bool descending = false;   ///< the last first
  std::optional<PositionGoal> reaches = {};  ///< games that come through a position
  /// Of the names above those that records of files know as parts of names alone; a database looks
  /// for itself: the very name, else all names that it is a part of.
  std::set<std::string, std::less<>> parts = {};

  /// Is this name of a record meant by one that was asked for?
  bool means(std::string_view asked, std::string_view name) const;

  /// Whether games are left out, besides by `limit` and `offset`.
  bool asks_for_anything() const;
};

/// One import; times are UTC.
struct ImportRow {
  std::int64_t id = 0;
  std::string time;
  std::string file;
  std::uint64_t games = 0;        ///< of it that are still there
  std::uint64_t quarantined = 0;  ///< likewise
  std::uint64_t known = 0;        ///< that were there already
  std::uint64_t corrected = 0;    ///< games of earlier imports that it has corrected
};

/// Is told after each game how many of how many are done.
using Progress = std::function<void(std::uint64_t done, std::uint64_t total)>;

/// A stored record, complete.
struct StoredRecord {
  std::int64_t id = 0;
  std::optional<std::uint64_t> number;  ///< in an event that was played here
  Record record;
};

class Connection;
class GameInserter;
class PairCounter;
struct RecordRow;

/// The database. Everything that can go wrong with it is thrown as StoreError. A store belongs to
/// one thread at a time.
class Store {
 public:
  using Mode = OpenMode;

  Store(const std::string& path, Mode mode);
  Store(Store&&) noexcept;
  ~Store();

  /// The file, for messages.
  const std::string& path() const;
  /// For the other files of this folder.
  Connection& connection() const { return *connection_; }
  GameInserter& inserter() { return *inserter_; }

  std::vector<StoredEvent> events() const;
  std::optional<StoredEvent> find_event(std::string_view name) const;
  /// Makes an event with ids for its games, so that these do not depend on which is finished
  /// first. Returns nothing if there is one of this name.
  std::optional<StoredEvent> create_event(const NewEvent& event);
  /// The numbers of the games that are stored, ascending.
  std::vector<std::uint64_t> stored_numbers(const StoredEvent& event) const;
  /// The same with their results.
  std::vector<StoredResult> stored_results(const StoredEvent& event) const;
  /// The openings that are stored.
  std::vector<OpeningRow> openings(const StoredEvent& event) const;
  /// The event has come to its end with this number; games after it go, and openings that only
  /// they have begun with: those after `last_opening`.
  void end_event(const StoredEvent& event, std::uint64_t last, std::uint64_t last_opening);
  /// The plan of the event has grown: the new configuration, as JSON, and how many games there are
  /// now. Numbers that are new get ids of their own.
  void extend_event(const StoredEvent& event, const std::string& config, std::uint64_t games);
  /// The games of the event that players have lost by a failure: number and player, ascending.
  std::vector<std::pair<std::uint64_t, std::string>> failures(const StoredEvent& event) const;
  /// See Connection.
  void sync_commits();
  void cache_at_most(int mebibytes);
  /// Stores one game in a transaction of its own; when this returns it is there, whatever happens
  /// to this process. A number that is stored already is a StoreError.
  void add_game(const StoredEvent& event, std::uint64_t number, const FinishedRecord& game);
  void add_void_game(const StoredEvent& event, const VoidGame& game);

  /// Calls the visitor for each game of the filter in the order of ids until it returns false.
  /// `sort` and `descending` do not matter here, nor below.
  void visit_records(const GameFilter& filter,
                     const std::function<bool(StoredRecord&)>& visitor) const;
  /// How many games that visits.
  std::uint64_t count_games(const GameFilter& filter) const;
  /// The games as ratings see them. The texts live as long as the call.
  void visit_results(const GameFilter& filter,
                     const std::function<void(const rating::FinishedGame&)>& visitor) const;
  /// In their order.
  void visit_imports(const std::function<bool(const ImportRow&)>& visitor) const;

 private:
  friend class Import;

  std::unique_ptr<Connection> connection_;
  std::unique_ptr<GameInserter> inserter_;  ///< of the connection
};

/// Some games coming in together: all of them are there after commit(), none without.
class Import {
 public:
  /// `file`: where the games come from, for the list of imports.
  explicit Import(Store& store, std::string file = "-",
                  Corrections corrections = Corrections::tell);
  Import(const Import&) = delete;
  Import& operator=(const Import&) = delete;
  /// Takes everything back unless it was committed.
  ~Import();

  /// Stores a game. False, and it is not stored, if the very game is there already: same event,
  /// round, date, players, start, turns and result; without turns it must have been there before
  /// this import, as often as it comes now. `place` is for `settle`.
  bool add(const FinishedRecord& game);
  /// The same for a game that has been taken apart already.
  bool add(const RecordRow& game, std::uint64_t place = 0);
  /// When all games are in: those that were stored and are corrections of games that were there
  /// before; they are no longer stored, and what they correct is corrected if that is wanted. Two
  /// games of one import are two games, however alike.
  std::vector<Correction> settle();
  /// Keeps a broken record with what was found in it.
  void quarantine(std::string_view file, const GameCheck& check, std::string_view text);
  /// A broken record that an earlier import has kept leaves the quarantine, until this import is
  /// taken back.
  void release(std::int64_t quarantined);
  void commit();

 private:
  class KnownGames;

  std::int64_t id();
  void count(const RecordRow& game);
  void note_games();
  void note_kinds();
  void mark_new_games();
  void finish_bulk();

  Connection& connection_;
  GameInserter& inserter_;
  std::string file_;
  std::int64_t id_ = 0;  ///< in the list of imports, 0 while it is not there
  std::uint64_t known_games_ = 0;
  std::uint64_t stored_games_ = 0;
  std::unique_ptr<KnownGames> known_;
  std::unique_ptr<CorrectionFinder> finder_;
  std::unique_ptr<PairCounter> counter_;  ///< of all games, if there were none before
  FirstSpellings spellings_;              ///< of the names in them
  std::map<std::pair<std::string, std::string>, std::int64_t> kinds_;  ///< games that came
  std::int64_t first_id_ = 0;
  std::int64_t next_id_ = 0;
  bool bulk_ = false;  ///< into a database without games: indexes are made when all are in
  bool open_ = true;
};

}  // namespace schiri::db
