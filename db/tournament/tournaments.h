#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/game.h"
#include "core/match/bot_spec.h"
#include "db/games/record_row.h"
#include "db/games/store.h"

/// Tournaments in a database: an event's plan and the ids of its games, the games that were played,
/// their openings and failures, the verdict of a sequential test, the lock that keeps two processes
/// from playing one event. Used by `db/edit` and `db/repair`; uses `db/games` and `db/sqlite`.
namespace schiri::db {

/// Some of a tournament's numbers, up to the next span: `first_number` has the id `first_game`,
/// each later number the next id.
struct NumberSpan {
  std::uint64_t first_number = 1;
  std::int64_t first_game = 0;
};

/// An event that was planned here, with its plan and its stored games.
struct StoredTournament {
  std::int64_t id = 0;  ///< of the event
  std::string name;
  std::string config;             ///< JSON
  std::uint64_t games = 0;        ///< planned in all shards together
  std::vector<NumberSpan> spans;  ///< ascending, from number 1
  std::uint64_t shard = 1;        ///< the part that is played here, from 1
  std::uint64_t shards = 1;
  std::uint64_t stored = 0;  ///< games with numbers

  /// The id of the game of a number.
  std::int64_t game_id(std::uint64_t number) const;
  /// The number of games in its shard.
  std::uint64_t planned() const { return games < shard ? 0 : (games - shard) / shards + 1; }
};

/// A tournament to be played here.
struct NewTournament {
  std::string name;
  std::string config;       ///< JSON
  std::uint64_t games = 0;  ///< in all shards together
  std::uint64_t shard = 1;
  std::uint64_t shards = 1;
};

/// All events, those with imported games alone as well, by id and name, in the order of ids. These
/// functions throw StoreError.
std::vector<std::pair<std::int64_t, std::string>> stored_events(const Store& store);
/// Whether there is an event of a name, or for which it is an alias.
bool has_event(const Store& store, std::string_view name);
/// All tournaments, in the order of ids.
std::vector<StoredTournament> stored_tournaments(const Store& store);
/// The tournament of a name, or of the name for which it is an alias.
std::optional<StoredTournament> find_tournament(const Store& store, std::string_view name);
/// Creates a tournament with ids for its games, so that these do not depend on the order in which
/// games end. Returns nullopt if there is an event of this name. Throws StoreError if the name is
/// an alias.
std::optional<StoredTournament> create_tournament(Store& store, const NewTournament& event);
/// Throws InputError if the games of one of these bots would be stored under another name: its name
/// is an alias there.
void require_current_names(const Store& store, const std::vector<BotSpec>& bots);
/// Ends the tournament with the game of the number `last`: removes games after it, and openings
/// after `last_opening`, which only such games have.
void end_tournament(Store& store, const StoredTournament& event, std::uint64_t last,
                    std::uint64_t last_opening);
/// Replaces the tournament's plan by a larger one: the new configuration, as JSON, and its number
/// of games. New numbers get ids of their own.
void extend_tournament(Store& store, const StoredTournament& event, const std::string& config,
                       std::uint64_t games);

/// The state of a sequential test of a tournament.
struct Verdict {
  std::string settings;
  std::string decision;  ///< `H0`, `H1`, or empty: undecided
  double llr = 0;
  double lower = 0;  ///< the bounds of `llr`
  double upper = 0;
  std::uint64_t units = 0;  ///< pairs of games, or games
  std::uint64_t games = 0;
  std::optional<double> elo = {};  ///< median-unbiased, with its 95 % interval
  std::optional<double> low = {};
  std::optional<double> high = {};

  friend bool operator==(const Verdict&, const Verdict&) = default;
};

/// Stores a tournament's verdict instead of an earlier one. The schema removes it when the
/// tournament's games change.
void keep_verdict(Store& store, const StoredTournament& event, const Verdict& verdict);
/// The stored verdict, if there is one.
std::optional<Verdict> kept_verdict(const Store& store, const StoredTournament& event);

/// The result of a stored game of an event.
struct StoredResult {
  std::uint64_t number = 0;
  std::string result;  ///< as in a record
  std::optional<std::uint64_t> hash;
  bool unplayed = false;            ///< decided without being played because a player was out
  std::optional<Side> failed = {};  ///< lost the game by a failure of its own
};

/// A failure by which a player lost a game, with data to find its cause.
struct FailureRow {
  Side side = Side::white;
  std::string remark;          ///< one sentence
  std::string standard_error;  ///< the end of its output
  std::string protocol;        ///< its last lines
};

/// An opening of an event; empty text means the game's default.
struct OpeningRow {
  std::uint64_t number = 0;  ///< in the event, from 1
  std::string position;
  std::string roll;
  std::vector<std::string> turns;
};

/// The data stored with a game that was played here.
struct GameNotes {
  std::optional<FailureRow> failure = {};
  std::optional<OpeningRow> opening = {};  ///< stored unless the event has one with its number
};

/// A game that an infrastructure error has spoilt.
struct VoidGame {
  std::uint64_t number = 0;  ///< under which it is played again
  std::string reason;        ///< one sentence
  std::string record;        ///< as far as it went
};

/// A game that a player lost by a failure of its own.
struct FailureGameRow {
  std::int64_t id = 0;
  std::uint64_t number = 0;  ///< in its event
  std::string round;
  std::string white;
  std::string black;
  std::string player;          ///< the player that lost it
  std::string termination;     ///< as in a record
  std::string remark;          ///< one sentence
  std::string standard_error;  ///< the end of its program's output

  const std::string& opponent() const { return player == white ? black : white; }
};

/// Stores one game in a transaction of its own; when this returns the game is stored, whatever
/// happens to this process. Throws StoreError, as do all functions below, also if its number is
/// stored already.
void add_game(Store& store, const StoredTournament& event, std::uint64_t number,
              const RecordRow& game, const GameNotes& notes = {});
void add_void_game(Store& store, const StoredTournament& event, const VoidGame& game);

/// The numbers of the games that are stored, ascending.
std::vector<std::uint64_t> stored_numbers(const Store& store, const StoredTournament& event);
/// The stored games, by number.
std::vector<StoredResult> stored_results(const Store& store, const StoredTournament& event);
/// The stored openings, by number.
std::vector<OpeningRow> stored_openings(const Store& store, const StoredTournament& event);
/// The numbers and players of games lost by a failure, ascending.
std::vector<std::pair<std::uint64_t, std::string>> stored_failures(const Store& store,
                                                                   const StoredTournament& event);
/// The failure by which the game with this id was lost; nullopt if it was not.
std::optional<FailureRow> failure_of(const Store& store, std::int64_t game);
/// The games lost by a failure, with their details, by number.
std::vector<FailureGameRow> failure_games(const Store& store, const StoredTournament& event);

}  // namespace schiri::db
