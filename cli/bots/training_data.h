#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/learning/training_set.h"
#include "db/games/store.h"
#include "notation/game_types.h"

namespace schiri::cli {

/// What stored games teach.
struct TrainingData {
  TrainingSet lessons;
  TrainingSet held_back;  ///< a tenth of the games, to see how well the others are learnt
  std::uint64_t games = 0;
};

struct TrainingDataOptions {
  double result_share = 0.3;  ///< of the game's result in what is learnt; the rest is the score
  std::uint64_t seed = 1;     ///< which games are held back, and how boards are turned
};

/// Takes the positions before turns that have a score, of the games of these events. Throws
/// db::StoreError.
TrainingData training_data(const db::Store& store, const std::vector<std::string>& events,
                           const GameType& type, const TrainingDataOptions& options);

}  // namespace schiri::cli
