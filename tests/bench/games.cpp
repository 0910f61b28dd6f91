#include "core/bots/candidates.h"
#include "core/games/creeper/position.h"
#include "core/games/more_or_less/hooks.h"
#include "core/games/sperre/position.h"
#include "core/games/springerjagd/position.h"
#include "core/perft.h"
#include "core/played_line.h"
#include "notation/games/sperre/notation.h"
#include "notation/typed/game.h"
#include "tests/bench/harness.h"
#include "tests/bench/subjects.h"

// games: every game except Creeper, on one thread.
//
// - Random games per second by the rules from the start to the end, including repetition.
//   playout_turn draws turns with equal chances, except in More or Less, where it draws them step
//   by step; `uniform` draws with equal chances there too, which requires a count of all turns. In
//   Sperre the start is also drawn.
// - Perft: sequences of two turns counted per second from the start (More or Less: after twenty
//   turns), by each game's own count of the last turn. The reference is the generic count of
//   Creeper's sequences, position by position.

namespace schiri::bench {

namespace {

constexpr double thousand = 1e3;
constexpr double million = 1e6;

template <class P>
P draw_start(Rng&) {
  return P();
}

template <>
sperre::Position draw_start<sperre::Position>(Rng& rng) {
  return starting_position<sperre::Notation>(
      {"standard", "", sperre::Notation::draw_roll({}, rng)});
}

struct DrawQuickly {
  auto operator()(const auto& position, Rng& rng) const { return playout_turn(position, rng); }
};

struct DrawEvenly {
  auto operator()(const auto& position, Rng& rng) const { return position.random_turn(rng); }
};

struct Played {
  double games = 0;
  double turns = 0;
};

template <class P, class Draw>
Played play_games(int games, Rng& rng) {
  Played played;
  PlayedLine<P> line;
  for (; played.games < games; ++played.games) {
    for (line.restart(draw_start<P>(rng)); !line.ending(); ++played.turns) {
      line.play(Draw()(line.position(), rng));
    }
  }
  return played;
}

template <class P, class Draw = DrawQuickly>
Work games_of(int games) {
  return [games, rng = Rng(1)]() mutable { return play_games<P, Draw>(games, rng).games; };
}

template <class P>
Work turns_of(int games) {
  return [games, rng = Rng(1)]() mutable { return play_games<P, DrawQuickly>(games, rng).turns; };
}

/// Sequences of two turns, by the game's own count if it has one.
template <class P>
Work sequences(const P& from) {
  return [from] { return static_cast<double>(perft(from, 2)); };
}

/// A position in which stones are moved, not placed.
more_or_less::Position middle_of_more_or_less() {
  Rng rng(1);
  more_or_less::Position position;
  for (int turns = 0; turns < 20; ++turns) position.play(position.sample_turn(rng));
  return position;
}

Work creeper_sequences() {
  return [] { return static_cast<double>(schiri::perft<creeper::Position>({}, 4)); };
}

template <class P>
void report_game(const std::string& name, int games, const P& middle) {
  report({name + ": random games", "k games/s", thousand, games_of<P>(games), "Creeper",
          games_of<creeper::Position>(100)});
  report({name + ": random turns", "M turns/s", million, turns_of<P>(games), "Creeper",
          turns_of<creeper::Position>(100)});
  report({name + ": perft 2", "M leaves/s", million, sequences(middle), "Creeper, generic",
          creeper_sequences()});
}

}  // namespace

void games() {
  report_game<springerjagd::Position>("Springerjagd", 100, {});
  report_game<more_or_less::Position>("More or Less", 100, middle_of_more_or_less());
  report({"More or Less: random games, uniform", "games/s", 1,
          games_of<more_or_less::Position, DrawEvenly>(1), "step by step",
          games_of<more_or_less::Position>(100)});
  Rng rng(1);
  report_game("Sperre", 100, draw_start<sperre::Position>(rng));
}

}  // namespace schiri::bench
