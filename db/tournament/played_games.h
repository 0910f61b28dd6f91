#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/game.h"
#include "db/games/record_row.h"
#include "db/tournament/tournaments.h"

namespace schiri::db {

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
void add_game(Store& store, const StoredEvent& event, std::uint64_t number,
              const FinishedRecord& game, const GameNotes& notes = {});
void add_void_game(Store& store, const StoredEvent& event, const VoidGame& game);

/// The numbers of the games that are stored, ascending.
std::vector<std::uint64_t> stored_numbers(const Store& store, const StoredEvent& event);
/// The stored games, by number.
std::vector<StoredResult> stored_results(const Store& store, const StoredEvent& event);
/// The stored openings, by number.
std::vector<OpeningRow> stored_openings(const Store& store, const StoredEvent& event);
/// The numbers and players of games lost by a failure, ascending.
std::vector<std::pair<std::uint64_t, std::string>> stored_failures(const Store& store,
                                                                   const StoredEvent& event);
/// The failure by which the game with this id was lost; nullopt if it was not.
std::optional<FailureRow> failure_of(const Store& store, std::int64_t game);
/// The games lost by a failure, with their details, by number.
std::vector<FailureGameRow> failure_games(const Store& store, const StoredEvent& event);

}  // namespace schiri::db
