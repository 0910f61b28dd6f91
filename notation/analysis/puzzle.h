#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/match/limits.h"
#include "core/match/player.h"
#include "notation/game_types.h"

namespace schiri {

/// A position in which exactly one turn wins.
struct Puzzle {
  std::string position;
  std::vector<std::string> solution;  ///< the winning turn and its continuation
  std::optional<Ending> ending;       ///< whether the solution leads to the end of the game
};

/// Positions with more turns than this are not puzzles.
inline constexpr std::uint64_t most_puzzle_turns = 20000;

/// Examines positions with a bot that reports its two best lines.
class PuzzleFinder {
 public:
  /// The player must outlive it; `limits` are those of the first search.
  PuzzleFinder(const GameType& type, std::string variant, Player& player, const Limits& limits,
               std::uint64_t seed)
      : type_(type), variant_(std::move(variant)), player_(player), limits_(limits), seed_(seed) {}

  /// Examines the current position of a game, without its history, as a puzzle. It is one if a
  /// search finds that the best turn wins by force and that the second best leaves no more than a
  /// slight advantage, and if a search of several times the work finds the same; no other turn may
  /// win at once or lead to the same position. Nullopt if it is not a puzzle, or if it was stopped.
  /// Throws PlayerFailure, NoEvaluation and StartError.
  std::optional<Puzzle> look(const Game& game, const std::stop_token& stop);

 private:
  std::vector<std::string> only_win(const Game& game, const Limits& limits,
                                    const std::stop_token& stop);

  const GameType& type_;
  std::string variant_;
  Player& player_;
  Limits limits_;
  std::uint64_t seed_;
};

}  // namespace schiri
