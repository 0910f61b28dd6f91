#pragma once

#include <string>

namespace schiri::db {

/// A position that a game may come through; empty text means the game's own default.
struct PositionGoal {
  std::string game;
  std::string variant = {};
  std::string position = {};
  std::string roll = {};
};

}  // namespace schiri::db
