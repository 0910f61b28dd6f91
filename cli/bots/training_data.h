#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/learning/training_set.h"
#include "db/games/store.h"
#include "notation/game_types.h"

namespace schiri::cli {

/// The training data of stored games.
struct TrainingData {
  TrainingSet examples;
  TrainingSet held_back;  ///< the validation set, a tenth of the games
  std::uint64_t games = 0;
};

struct TrainingDataOptions {
  double result_share =
      0.3;                 ///< the weight of the game's result; the rest is the weight of the score
  std::uint64_t seed = 1;  ///< determines the validation games, and the symmetries of the boards
};

/// Reads the positions before turns with a score from the games of these tournaments. Throws
/// db::StoreError.
TrainingData training_data(const db::Store& store, const std::vector<std::string>& events,
                           const GameType& type, const TrainingDataOptions& options);

}  // namespace schiri::cli
