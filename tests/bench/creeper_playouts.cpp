#include <array>

#include "core/games/creeper/position.h"
#include "core/played_line.h"
#include "tests/bench/harness.h"
#include "tests/bench/subjects.h"

// creeper-playouts: random turns per second on one thread, from the start until the rules end the
// game, with and without detection of repetition. The reference draws from a list of all turns, as
// any game with listed turns could. A random game has some 240 turns.

namespace schiri::bench {

namespace {

using creeper::Position;
using creeper::Turn;

// Without detection of repetition a game need not end.
constexpr int most_turns = 400;
constexpr int games = 100;

struct DrawByNumber {
  Turn operator()(const Position& position, Rng& rng) const { return position.random_turn(rng); }
};

struct DrawFromList {
  Turn operator()(const Position& position, Rng& rng) const {
    std::array<Turn, creeper::max_turns> turns;
    std::size_t count = 0;
    position.visit_turns([&](const Turn& turn) {
      turns[count++] = turn;
      return true;
    });
    return turns[rng.below(count)];
  }
};

template <class Draw>
double play_positions(Rng& rng) {
  int turns = 0;
  for (int game = 0; game < games; ++game) {
    Position position;
    for (int i = 0; i < most_turns; ++i) {
      const Turn turn = Draw()(position, rng);
      position.play(turn);
      ++turns;
      if (position.ending_after(turn)) break;
    }
  }
  return turns;
}

template <class Draw>
double play_games(Rng& rng) {
  int turns = 0;
  PlayedLine<Position> line;
  for (int game = 0; game < games; ++game) {
    line.restart(Position());
    for (; !line.ending(); ++turns) line.play(Draw()(line.position(), rng));
  }
  return turns;
}

/// All calls use the same random numbers.
Work with_rng(double (*play)(Rng&)) {
  return [play, rng = Rng(1)]() mutable { return play(rng); };
}

constexpr double million = 1e6;

}  // namespace

void creeper_playouts() {
  report({"creeper playouts: position alone", "M turns/s", million,
          with_rng(play_positions<DrawByNumber>), "draw from a list",
          with_rng(play_positions<DrawFromList>)});
  report({"creeper playouts: with repetition", "M turns/s", million,
          with_rng(play_games<DrawByNumber>), "draw from a list",
          with_rng(play_games<DrawFromList>)});
}

}  // namespace schiri::bench
