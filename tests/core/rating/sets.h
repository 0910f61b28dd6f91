#pragma once

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "core/rating/counts.h"

/// The sets of results in tests/data/ratings.json and the figures for them.
inline const nlohmann::json& rating_vectors() {
  static const nlohmann::json vectors =
      nlohmann::json::parse(std::ifstream(SCHIRI_TEST_DATA "/ratings.json"));
  return vectors;
}

inline schiri::rating::GameCounts rating_set(const std::string& name) {
  schiri::rating::GameCounts counts("creeper", "standard");
  for (const auto& row : rating_vectors().at("sets").at(name)) {
    const auto white = counts.player(row[0].get<std::string>());
    const auto black = counts.player(row[1].get<std::string>());
    counts.add_games(white, black, {row[2], row[3], row[4]});
  }
  counts.finish();
  return counts;
}
