#pragma once

#include <string>
#include <vector>

#include "cli/line/table_options.h"
#include "core/rating/games/game_log.h"
#include "core/rating/models/bt.h"

namespace schiri::cli {

/// Prints, for each two players of a list, the difference of ratings, its error, and the likelihood
/// of superiority. The lists must have been fitted with differences.
void print_matrix(const std::vector<rating::RatingList>& lists, const TableOptions& options);
std::vector<Column> columns_of_differences();

/// Prints the expected results of a game between two players, with either colour. Throws InputError
/// if no list has both.
void print_prediction(const std::vector<rating::RatingList>& lists, const std::string& first,
                      const std::string& second, const TableOptions& options);
std::vector<Column> columns_of_predictions();

/// One player's ratings over time in one game.
struct PlayerHistory {
  std::string game;
  std::string variant;
  std::string player;
  rating::RatingHistory points;
  std::string scale = "elo";
};

void print_histories(const std::vector<PlayerHistory>& histories, const TableOptions& options);
std::vector<Column> columns_of_histories();

}  // namespace schiri::cli
