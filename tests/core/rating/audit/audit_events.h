#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <numbers>
#include <string>

#include "core/base/random.h"
#include "core/rating/games/game_log.h"
#include "core/rating/numerics/scale.h"

/// Simulated tournaments, sound or with a fault, for the tests of audits.
namespace schiri::audit_events {

using rating::FinishedGame;
using rating::GameLog;

/// A round-robin of pairs with one opening per round, by Elo's table.
struct Design {
  std::size_t players = 6;
  int rounds = 30;
  double spread = 80;   ///< between neighbours
  double draws = 0.3;   ///< share between equal players
  double openings = 0;  ///< standard deviation of the openings' advantage for White
  bool single = false;  ///< one game at a time, with colours by chance
  bool swiss = false;   ///< each player meets only a third of the others per round
};

/// Parameters of one game; `difference` is White's advantage included. A fault changes them before
/// the game.
struct Circumstances {
  std::size_t white, black;
  double moment;  ///< from 0 to 1
  double difference;
};
using Fault = std::function<void(Circumstances&)>;

inline const Fault none = [](Circumstances&) {};

class Event {
 public:
  Event(const Design& design, std::uint64_t seed, const Fault& fault = none)
      : design_(design), rng_(seed), fault_(fault), log_("creeper", "standard") {
    for (int round = 1; round <= design.rounds; ++round) play_round(round);
  }

  const GameLog& log() const { return log_; }

  static std::string name(std::size_t player) {
    return std::string(1, static_cast<char>('A' + player));
  }

 private:
  double uniform() { return (static_cast<double>(rng_() >> 11) + 0.5) / 9007199254740992.0; }
  double normal() {
    return std::sqrt(-2 * std::log(uniform())) * std::cos(2 * std::numbers::pi * uniform());
  }

  void play_round(int round) {
    const double opening = 40 + design_.openings * normal();
    for (std::size_t a = 0; a < design_.players; ++a) {
      for (std::size_t b = a + 1; b < design_.players; ++b) {
        if (design_.swiss && rng_() % 3 > 0) continue;
        const bool swapped = rng_() % 2 == 0;
        play(round, 1, swapped ? b : a, swapped ? a : b, opening);
        if (!design_.single) play(round, 2, swapped ? a : b, swapped ? b : a, opening);
      }
    }
  }

  void play(int round, int leg, std::size_t white, std::size_t black, double opening) {
    Circumstances game{
        white, black, static_cast<double>(round) / design_.rounds,
        design_.spread * (static_cast<double>(black) - static_cast<double>(white)) + opening};
    fault_(game);
    if (std::isnan(game.difference)) return;
    const double score = rating::expected_score(game.difference);
    const double draw = 4 * score * (1 - score) * design_.draws, lot = uniform();
    const std::string number = std::to_string(round) + '.' + std::to_string(leg);
    FinishedGame finished;
    finished.event = "E";
    finished.round = number;
    const std::string white_name = name(white), black_name = name(black);
    finished.white = white_name;
    finished.black = black_name;
    finished.result = lot < score - draw / 2   ? Outcome::white_wins
                      : lot < score + draw / 2 ? Outcome::draw
                                               : Outcome::black_wins;
    log_.add(finished);
  }

  Design design_;
  Rng rng_;
  const Fault& fault_;
  GameLog log_;
};

/// Adds to the strength of a player, in Elo.
inline void strengthen(Circumstances& game, std::size_t player, double by) {
  if (game.white == player) game.difference += by;
  if (game.black == player) game.difference -= by;
}

inline bool is_between(const Circumstances& game, std::size_t a, std::size_t b) {
  return (game.white == a && game.black == b) || (game.white == b && game.black == a);
}

}  // namespace schiri::audit_events
