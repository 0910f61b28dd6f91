#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/rating/games/counts.h"
#include "db/games/store.h"
#include "db/query/game_filter.h"
#include "db/ratings/pair_counter.h"

namespace schiri::db {

/// The results of the filter's games added up, for each game and variant, by their names.
///
/// The results of each two players, repetitions and colour-swapped pairs apart, are stored, so that
/// the cost grows with the pairs that met. Pairs with games that came since are counted again; all
/// games are counted if the filter asks for more than game, variant and players.
std::vector<rating::GameCounts> count_results(const Store& store, const GameFilter& filter);

/// Counts the pairs with games that came, went or changed and stores their results, in a
/// transaction of its own; `anew` counts all pairs.
void add_up_results(Store& store, bool anew = false);
/// Counts them within the transaction that is open.
void add_up_results(Connection& connection, bool anew = false);
/// Stores the results of all games, which the caller has counted.
void store_pair_counts(Connection& connection, const std::map<Kind, PairList>& lists);

/// Two players whose stored counts differ from their games.
struct WrongCount {
  std::string game;
  std::string variant;
  std::string first;
  std::string second;
};
std::vector<WrongCount> wrong_pair_counts(const Store& store);

}  // namespace schiri::db
