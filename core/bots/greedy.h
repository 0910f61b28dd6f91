#pragma once

#include "core/bots/candidates.h"
#include "core/bots/options.h"
#include "core/bots/random_bot.h"
#include "core/bots/situation.h"
#include "core/bots/value.h"

namespace schiri {

struct GreedyOptions {
  int random = 0;    ///< the percentage of turns drawn at random
  int blunders = 0;  ///< the percentage of the other turns that are the worst
};

/// Searches one turn ahead and plays the best turn by the game's `evaluate(position, side)`; a win
/// is best, a draw has value 0, and equal turns are equally likely. As a weaker opponent it draws
/// some of its turns at random, or plays the worst instead of the best.
template <GamePosition P>
class GreedyBot {
 public:
  explicit GreedyBot(const GreedyOptions& options = {}) : options_(options) {}

  void new_game() {}

  Choice<P> choose(const Situation<P>& situation) const {
    if (happens(options_.random, situation)) return RandomBot<P>().choose(situation);
    const bool blunders = happens(options_.blunders, situation);
    const P& position = situation.position();
    Choice<P> best{{}, std::nullopt, 1};
    std::uint64_t equals = 0;
    visit_candidates(position, [&](const typename P::Turn& turn) {
      const Score score = look_at(position, turn);
      if (best.score && preferred(*best.score, score, blunders)) return true;
      if (!best.score || preferred(score, *best.score, blunders)) equals = 0;
      if (situation.rng.below(++equals) == 0) best.turn = turn;
      best.score = score;
      return true;
    });
    best.lines = {{{best.turn}, best.score, best.depth}};
    return best;
  }

 private:
  static bool happens(int percentage, const Situation<P>& situation) {
    return percentage > 0 && situation.rng.below(100) < static_cast<std::uint64_t>(percentage);
  }

  static Score look_at(const P& position, const typename P::Turn& turn) {
    const Side mover = position.side_to_move();
    P next = position;
    next.play(turn);
    const std::optional<Ending> ending = next.ending_after(turn);
    if (!ending) return {Score::Kind::value, evaluate(next, mover)};
    if (ending->outcome == Outcome::draw) return {Score::Kind::value, 0};
    return {ending->outcome == win_for(mover) ? Score::Kind::win : Score::Kind::loss, 1};
  }

  static bool better(const Score& a, const Score& b) {
    const auto rank = [](const Score& s) {
      return s.kind == Score::Kind::win ? 1 : s.kind == Score::Kind::loss ? -1 : 0;
    };
    if (rank(a) != rank(b)) return rank(a) > rank(b);
    return a.kind == Score::Kind::value && a.amount > b.amount;
  }

  static bool preferred(const Score& a, const Score& b, bool blunders) {
    return blunders ? better(b, a) : better(a, b);
  }

  GreedyOptions options_;
};

/// The entry of GreedyBot in the list of built-in bots.
struct GreedyEntry {
  static constexpr std::string_view name = "greedy";
  static constexpr BotOption options[] = {
      {"random", 0, 0, 100, "percentage of turns chosen at random"},
      {"blunders", 0, 0, 100, "percentage of the other turns that are the worst"},
      book_option,
  };

  template <GamePosition P>
  static GreedyBot<P> make(const BotOptionValues& values, const Networks&) {
    return GreedyBot<P>({values["random"], values["blunders"]});
  }
};

}  // namespace schiri
