#pragma once

#include <string>

namespace schiri::db {

/// A position to be searched for in games; empty text means the game's default.
struct PositionGoal {
  std::string game;
  std::string variant = {};
  std::string position = {};
  std::string roll = {};
};

}  // namespace schiri::db
