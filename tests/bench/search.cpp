#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/bots/alphabeta.h"
#include "core/bots/candidates.h"
#include "core/games/creeper/hooks.h"
#include "core/games/more_or_less/hooks.h"
#include "core/games/sperre/hooks.h"
#include "core/games/springerjagd/hooks.h"
#include "tests/bench/harness.h"
#include "tests/bench/subjects.h"

// search: positions per second of alphabeta in each game, with a network and without. All weights
// of the network are zero, so that both search the same tree; the cost does not depend on them. The
// ratio should equal the game's network_speed().

namespace schiri::bench {

namespace {

template <class P>
std::vector<PlayedLine<P>> lines() {
  std::vector<PlayedLine<P>> lines;
  for (std::uint64_t seed = 1; lines.size() < 6; ++seed) {
    Rng rng(seed);
    PlayedLine<P> line;
    for (std::uint64_t i = 0; i < 4 * seed && !line.ending(); ++i) {
      line.play(playout_turn(line.position(), rng));
    }
    if (!line.ending()) lines.push_back(line);
  }
  return lines;
}

template <class P>
Networks empty_network() {
  Network network;
  network.inputs.resize(feature_count_of<P>());
  return std::make_shared<const std::vector<Network>>(1, network);
}

template <class P>
Work search_rate(const Networks& networks) {
  const auto bot =
      std::make_shared<AlphaBetaBot<P>>(AlphaBetaOptions{}, StaticEvaluation<P>(networks));
  return [bot, lines = lines<P>(), turn = std::size_t{0}]() mutable {
    const auto& line = lines[turn++ % lines.size()];
    bot->new_game();
    Rng rng(1);
    SearchBudget budget({5'000, {}, {}, {}}, line.position().side_to_move(), {});
    bot->choose({line, budget, rng});
    return static_cast<double>(budget.nodes());
  };
}

template <class P>
void compare(const std::string& game) {
  report({game + " with a network", "M positions/s", 1e6, search_rate<P>(empty_network<P>()),
          "without", search_rate<P>(nullptr)});
}

}  // namespace

void search() {
  compare<creeper::Position>("Creeper");
  compare<springerjagd::Position>("Springerjagd");
  compare<more_or_less::Position>("More or Less");
  compare<sperre::Position>("Sperre");
}

}  // namespace schiri::bench
