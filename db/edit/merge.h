#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "db/games/store.h"
#include "db/import/correction.h"

namespace schiri::db {

/// What a merge has brought.
struct Merged {
  std::uint64_t games = 0;                   ///< added
  std::uint64_t known = 0;                   ///< games that were stored already
  std::uint64_t events = 0;                  ///< added
  std::uint64_t quarantined = 0;             ///< broken records added
  std::vector<Correction> corrections = {};  ///< records of a stored game, reported or applied
};

/// A game by number that is not the same in both databases.
struct Contradiction {
  std::uint64_t number = 0;
  std::string here;  ///< players, result and length, for messages
  std::string there;
};

/// Two events of one name that are not the same because games contradict each other.
struct ContradictionError : StoreError {
  ContradictionError(const std::string& message, std::vector<Contradiction> games)
      : StoreError(message), contradictions(std::move(games)) {}

  std::vector<Contradiction> contradictions;  ///< all of them, by number
};

/// Adds everything in another database to the store, in its order and in one transaction, each game
/// once however often it comes: games of an event played by schiri are known by their number,
/// others by event, round, date, players, start and turns, those without turns as often as they
/// come. The shards of one event become one.
///
/// Throws StoreError, and nothing is changed, if the other cannot be read or holds an event of the
/// same name that is another one: it was played with other settings, or has another game under a
/// number (ContradictionError), or was played in one database and imported into the other with
/// games that differ; or if an event that both hold is being played.
Merged merge(Store& store, const std::string& other, Corrections corrections = Corrections::tell);

}  // namespace schiri::db
