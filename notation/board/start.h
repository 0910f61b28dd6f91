#pragma once

#include <string>
#include <utility>

#include "core/base/errors.h"

/// The parts of boards and positions that games share, without rules: starts, position strings,
/// patterns and piece counts that select positions, planes, diagrams. The games' notations,
/// plug-ins and the commands that select or draw positions use it.
namespace schiri {

/// The start of a game. An empty text means the game's default.
struct StartSpec {
  std::string variant;
  std::string position;
  std::string roll;
};

/// An invalid start. The message names the problem and its place.
struct StartError : InputError {
  enum class Kind { unknown_variant, bad_position, missing_roll };
  StartError(Kind kind_of_error, Message message)
      : InputError(std::move(message)), kind(kind_of_error) {}
  Kind kind;
};

}  // namespace schiri
