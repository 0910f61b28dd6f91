#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/errors.h"
#include "core/match/limits.h"
#include "core/match/player.h"
#include "notation/analysis/annotation.h"
#include "notation/game_types.h"

namespace schiri {

/// The minimum loss of winning chance, in shares of 1, for each mark.
struct MarkLimits {
  double inaccuracy = 0.1;
  double mistake = 0.2;
  double blunder = 0.3;

  Mark mark_of(double loss) const;
};

/// A bot did not report an evaluation of a position.
struct NoEvaluation : InputError {
  using InputError::InputError;
};

/// Analyses games with a bot.
class Analyst {
 public:
  /// The player must outlive it. With limits by nodes or depth the results are deterministic for a
  /// seed.
  Analyst(const GameType& type, Player& player, const Limits& limits, const MarkLimits& marks,
          std::uint64_t seed)
      : type_(type), player_(player), limits_(limits), marks_(marks), seed_(seed) {}

  /// Analyses each turn of a game; the turns must be legal. After a turn that loses too much, the
  /// better turn is searched as deeply as the played one. Returns nullopt if it was stopped. Throws
  /// PlayerFailure, NoEvaluation and StartError.
  std::optional<std::vector<AnalysedTurn>> analyse(const StartSpec& start,
                                                   std::span<const std::string_view> turns,
                                                   const std::stop_token& stop);

 private:
  /// The evaluation of a position for its side to move.
  struct View {
    Side side;
    Score score;
    int depth = 0;
    std::string best = {};  ///< canonical; empty if the game is over
    std::vector<std::string> line = {};
  };

  View look(const Game& game, const std::stop_token& stop);
  static Score score_for(Side mover, const View& after);
  AnalysedTurn judge(const Game& game, const View& before, const View& after, std::string_view turn,
                     const std::stop_token& stop);
  double chance(const Score& score) const { return win_chance(score, type_.evaluation_scale()); }

  const GameType& type_;
  Player& player_;
  Limits limits_;
  MarkLimits marks_;
  std::uint64_t seed_;
};

/// The legal beginning of a player's line in this game, in canonical spelling, starting with its
/// chosen turn; empty if that turn is illegal.
std::vector<std::string> legal_line(const Game& game, const Thought& thought);

/// A score from the point of view of the other side.
Score turned(const Score& score);

/// Is the evaluation of a position stable when it is searched a turn deeper? Two searches of
/// `alphabeta`, one and two turns deep, must find no forced end, and their chances to win must
/// differ by at most `margin`, in shares of 1. Nullopt for games whose rules a program knows. The
/// game must not be over.
std::optional<bool> is_quiet(const GameType& type, const Game& game, double margin);

}  // namespace schiri
