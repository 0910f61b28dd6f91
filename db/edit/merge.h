#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/base/message.h"
#include "db/games/store.h"
#include "db/import/correction.h"

namespace schiri::db {

/// A rating list that both databases have under one name, game and variant, but not alike; the one
/// of the store stays.
struct DifferentList {
  std::string name;
  std::string game;
  std::string variant;
};

/// The result of a merge.
struct Merged {
  std::uint64_t games = 0;                   ///< added
  std::uint64_t known = 0;                   ///< games that were stored already, uncorrected
  std::uint64_t events = 0;                  ///< added
  std::uint64_t quarantined = 0;             ///< broken records added
  std::uint64_t lists = 0;                   ///< named rating lists added
  std::uint64_t aliases = 0;                 ///< added
  std::vector<Correction> corrections = {};  ///< records of a stored game, reported or applied
  std::vector<DifferentList> different_lists = {};
};

/// A numbered game that differs between the two databases.
struct Contradiction {
  std::uint64_t number = 0;
  std::string here;  ///< players, result and length, for messages
  std::string there;
};

/// Two events of one name with contradictory games.
struct ContradictionError : StoreError {
  ContradictionError(Message message, std::vector<Contradiction> games)
      : StoreError(std::move(message)), contradictions(std::move(games)) {}

  std::vector<Contradiction> contradictions;  ///< all of them, by number
};

/// Two databases that disagree on whose name an alias is.
struct AliasConflictError : StoreError {
  AliasConflictError(Message message, std::vector<Message> all)
      : StoreError(std::move(message)), conflicts(std::move(all)) {}

  std::vector<Message> conflicts;  ///< all of them, one sentence each without a full stop
};

/// Adds everything in another database to the store, as one import, which can be undone, in its
/// order and in one transaction, each game once: games of an event played by schiri are identified
/// by their number, others by event, round, date, players, start and turns; equal games without
/// turns are counted. The shards of one event become one. The aliases of both hold for the games of
/// both. Named rating lists are added, unless there is one of the same name, game and variant.
///
/// Throws StoreError, and nothing is changed, if the other cannot be read or has a different event
/// of the same name: it was played with other settings, or has a different game with the same
/// number (ContradictionError), or was played in one database and imported into the other with
/// different games; or if an event in both is being played; or if an alias of the other is a name
/// of its own here or an alias of another name (AliasConflictError); or if two players who met are
/// one here.
Merged merge(Store& store, const std::string& other, Corrections corrections = Corrections::report);

}  // namespace schiri::db
