#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/match/bot_spec.h"
#include "db/games/store.h"

/// Tournaments in a database: an event's plan and the ids of its games, the games that were played,
/// their openings and failures, the verdict of a sequential test, the lock that keeps two processes
/// from playing one event. Used by `db/edit` and `db/repair`; uses `db/games` and `db/sqlite`.
namespace schiri::db {

/// Some of an event's numbers, up to the next span: `first_number` has the id `first_game`, each
/// later number the next id.
struct EventSpan {
  std::uint64_t first_number = 1;
  std::int64_t first_game = 0;
};

/// An event and its stored games.
struct StoredEvent {
  std::int64_t id = 0;
  std::string name;
  std::string config;            ///< JSON; empty if the event was only imported
  std::uint64_t games = 0;       ///< planned in all shards together
  std::vector<EventSpan> spans;  ///< ascending, from number 1; none if it was not played here
  std::uint64_t shard = 1;       ///< the part that is played here, from 1
  std::uint64_t shards = 1;
  std::uint64_t stored = 0;  ///< games; of an event that was played here those with numbers

  bool was_played_here() const { return !config.empty(); }
  /// The id of the game of a number. Requires was_played_here().
  std::int64_t game_id(std::uint64_t number) const;
  /// The number of games in its shard.
  std::uint64_t planned() const { return games < shard ? 0 : (games - shard) / shards + 1; }
};

/// An event to be played here.
struct NewEvent {
  std::string name;
  std::string config;       ///< JSON
  std::uint64_t games = 0;  ///< in all shards together
  std::uint64_t shard = 1;
  std::uint64_t shards = 1;
};

/// All events, in the order of ids. These functions throw StoreError.
std::vector<StoredEvent> stored_events(const Store& store);
/// The event of a name, or of the name for which it is an alias.
std::optional<StoredEvent> find_event(const Store& store, std::string_view name);
/// Creates an event with ids for its games, so that these do not depend on the order in which games
/// end. Returns nullopt if there is an event of this name. Throws StoreError if the name is an
/// alias.
std::optional<StoredEvent> create_event(Store& store, const NewEvent& event);
/// Throws InputError if the games of one of these bots would be stored under another name: its name
/// is an alias there.
void require_current_names(const Store& store, const std::vector<BotSpec>& bots);
/// Ends the event with the game of the number `last`: removes games after it, and openings after
/// `last_opening`, which only such games have.
void end_event(Store& store, const StoredEvent& event, std::uint64_t last,
               std::uint64_t last_opening);
/// Replaces the event's plan by a larger one: the new configuration, as JSON, and its number of
/// games. New numbers get ids of their own.
void extend_event(Store& store, const StoredEvent& event, const std::string& config,
                  std::uint64_t games);

/// The state of a sequential test of an event.
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

/// Stores an event's verdict instead of an earlier one. The schema removes it when the event's
/// games change.
void keep_verdict(Store& store, const StoredEvent& event, const Verdict& verdict);
/// The stored verdict, if there is one.
std::optional<Verdict> kept_verdict(const Store& store, const StoredEvent& event);

}  // namespace schiri::db
