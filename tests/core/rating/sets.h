#pragma once

#include <string>

#include "core/rating/games/counts.h"
#include "tests/data.h"

/// The result sets of tests/data/ratings.json and their expected figures.
inline const Json& rating_vectors() {
  static const Json vectors = read_json_data("ratings.json");
  return vectors;
}

inline schiri::rating::GameCounts rating_set(const std::string& name) {
  schiri::rating::GameCounts counts("creeper", "standard");
  for (const auto& row : rating_vectors().at("sets").at(name)) {
    const auto white = counts.player(row[0].get<std::string>());
    const auto black = counts.player(row[1].get<std::string>());
    counts.add_games(
        white, black,
        {row[2].get<unsigned long>(), row[3].get<unsigned long>(), row[4].get<unsigned long>()});
  }
  counts.finish();
  return counts;
}
