#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/rating/games/counts.h"
#include "db/games/store.h"
#include "db/ratings/pair_counter.h"

namespace schiri::db {

/// The results of the filter's games added up, for each game and variant, by their names.
///
/// What the games of two players amount to, repetitions and colour-swapped pairs told apart, is
/// stored, so that the cost grows with the pairs that met. Pairs with games that came since are
/// counted anew, and all games are where the filter asks for more than game, variant and players.
std::vector<rating::GameCounts> count_results(const Store& store, const GameFilter& filter);

/// Counts the pairs with games that came, went or changed and stores what they amount to; `anew`
/// counts all. In a transaction of its own.
void add_up_results(Store& store, bool anew = false);
/// The same within the transaction that is open.
void add_up_results(Connection& connection, bool anew = false);
/// Stores what all games amount to, for those who have counted them.
void store_pair_counts(Connection& connection, const std::map<Kind, PairList>& lists);

/// Two players whose stored counts are not what their games amount to.
struct WrongCount {
  std::string game;
  std::string variant;
  std::string first;
  std::string second;
};
std::vector<WrongCount> wrong_pair_counts(const Store& store);

}  // namespace schiri::db
