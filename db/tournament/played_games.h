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

/// A stored game of an event as far as its results go.
struct StoredResult {
  std::uint64_t number = 0;
  std::string result;  ///< as in a record
  std::optional<std::uint64_t> hash;
  bool unplayed = false;  ///< decided without being played, as a player was out
};

/// How a player lost a game by a failure, for the search for its reason.
struct FailureRow {
  Side side = Side::white;
  std::string remark;          ///< one sentence
  std::string standard_error;  ///< its last bytes
  std::string protocol;        ///< its last lines
};

/// How games of an event begin; empty text means the game's own default.
struct OpeningRow {
  std::uint64_t number = 0;  ///< in the event, from 1
  std::string position;
  std::string roll;
  std::vector<std::string> turns;
};

/// What is stored with a game that was played here.
struct GameNotes {
  std::optional<FailureRow> failure = {};
  std::optional<OpeningRow> opening = {};  ///< stored unless the event has one of its number
};

/// A game that was spoilt by something around the referee.
struct VoidGame {
  std::uint64_t number = 0;  ///< under which it is played again
  std::string reason;        ///< one sentence
  std::string record;        ///< as far as it went
};

/// A game that a player lost by a failure of its own.
struct FailureGameRow {
  std::uint64_t number = 0;  ///< in its event
  std::string round;
  std::string white;
  std::string black;
  std::string player;       ///< who lost it
  std::string termination;  ///< as in a record
  std::string remark;       ///< one sentence
};

/// Stores one game in a transaction of its own; when this returns the game is stored, whatever
/// happens to this process. Throws StoreError if its number is stored already, or as all below.
void add_game(Store& store, const StoredEvent& event, std::uint64_t number,
              const FinishedRecord& game, const GameNotes& notes = {});
void add_void_game(Store& store, const StoredEvent& event, const VoidGame& game);

/// The numbers of the games that are stored, ascending.
std::vector<std::uint64_t> stored_numbers(const Store& store, const StoredEvent& event);
/// The games that are stored, by number.
std::vector<StoredResult> stored_results(const Store& store, const StoredEvent& event);
/// The openings that are stored, by number.
std::vector<OpeningRow> stored_openings(const Store& store, const StoredEvent& event);
/// The games of the event that players have lost by a failure: number and player, ascending.
std::vector<std::pair<std::uint64_t, std::string>> stored_failures(const Store& store,
                                                                   const StoredEvent& event);
/// The games lost by a failure, with what is shown of them, by number.
std::vector<FailureGameRow> failure_games(const Store& store, const StoredEvent& event);

}  // namespace schiri::db
