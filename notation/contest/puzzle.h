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
  std::optional<Ending> ending;       ///< if the solution goes on to the end
};

/// Positions with more turns than this are no puzzles.
inline constexpr std::uint64_t most_puzzle_turns = 20000;

/// Examines positions with a bot that reports its two best lines.
class PuzzleFinder {
 public:
  /// The player must outlive it; `limits` are those of the first search.
  PuzzleFinder(const GameType& type, std::string variant, Player& player, const Limits& limits,
               std::uint64_t seed)
      : type_(type), variant_(std::move(variant)), player_(player), limits_(limits), seed_(seed) {}

  /// The position of a game as a puzzle, whatever has led there. It is one if a search finds that
  /// the best turn wins by force and that the second best leaves no more than a slight advantage,
  /// and if a search of several times the work finds the same; all other turns are tried, and none
  /// may win at once or come to the same position. Nothing if it is none, or if it was stopped.
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
