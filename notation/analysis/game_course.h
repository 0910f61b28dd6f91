#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string_view>

#include "core/match/player.h"
#include "notation/game_types.h"

namespace schiri {

/// A side leads whose chance to win is at least this by the observer: some playouts by chance do
/// not make a lead.
inline constexpr double leading_chance = 2. / 3;

/// Who led in a game, by an observer's evaluations.
struct GameCourse {
  /// The part of the game, from 0 to 1, after which the later winner led to the end; nullopt of a
  /// draw.
  std::optional<double> decided = {};
  unsigned lead_changes = 0;  ///< from one side to the other, however long neither led between
  unsigned behind = 0;        ///< turns before which the later loser led
};
/// `chances`: White's chance to win before each turn.
GameCourse course_of(std::span<const double> chances, std::optional<Side> winner);

/// The turns that a game offered.
struct GameChoices {
  double turns = 0;      ///< to choose from, summed over the positions
  unsigned forced = 0;   ///< positions with a single one
  double log_lines = 0;  ///< decimal logarithm of their product
};

struct MeasuredGame {
  GameCourse course;
  /// Nullopt unless counted, or if a position has too many.
  std::optional<GameChoices> choices = {};
};

/// Replays games for measurement.
class GameMeter {
 public:
  /// The observer is a player of its own for each thread; it thinks about each position with these
  /// limits. It must outlive the object.
  GameMeter(const GameType& type, Player& observer, const Limits& limits)
      : type_(type), observer_(observer), limits_(limits) {}

  /// The turns must be legal. Nullopt if it was stopped. Throws PlayerFailure, NoEvaluation and
  /// StartError.
  std::optional<MeasuredGame> measure(const StartSpec& start,
                                      std::span<const std::string_view> turns,
                                      std::optional<Side> winner, bool counts_turns,
                                      std::uint64_t seed, const std::stop_token& stop);

 private:
  double chance_of_white(const Game& game, const std::stop_token& stop);

  const GameType& type_;
  Player& observer_;
  Limits limits_;
};

}  // namespace schiri
