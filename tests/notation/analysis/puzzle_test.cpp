#include "notation/analysis/puzzle.h"

#include "core/ugi/players.h"
#include "tests/catch.h"

namespace puzzle_test {

TEST_CASE("puzzle: a position is a puzzle if exactly one turn wins") {
  const auto [name, position, solution] =
      GENERATE(table<std::string, std::string, std::vector<std::string>>({
          {"creeper",
           "7/7/2W4/1B5/7/3W3/3B3 1bb1w1/b1b1ww/bbwww1/wbb1wb/w2wwb/1w1bb1 w",
           {"D2+C3", "D1+C2", "C3+B2"}},
          // Another turn also wins.
          {"creeper", "7/B6/7/7/7/7/1W2WB1 4w1/4w1/4w1/4w1/4w1/1www2 w", {}},
          // No turn wins.
          {"creeper", "", {}},
          // The game is over.
          {"creeper", "7/B6/7/7/7/5W1/1W5 4w1/4w1/4w1/4w1/4w1/1wwww1 b", {}},
          {"springerjagd", "2p1d1/p3p1/PNnp2/1pPP2/1p1NPP/1P2P1 w c4", {"d2xc4"}},
          // Two paths lead to the winning position.
          {"more-or-less", "w/bwwwwwb1ww/b6w2/bw3bwbwb/w4wb2b/w5w3 w 6 7", {}},
      }));
  CAPTURE(name, position);
  const GameType& type = *find_game(name);
  const std::string variant(type.variant_table.standard());
  BotSpec spec = parse_bot_spec("alphabeta");
  spec.options["multipv"] = "2";
  const auto player = make_player(type, variant, spec, std::chrono::seconds(30));
  Limits limits;
  limits.nodes = 2000;
  PuzzleFinder finder(type, variant, *player, limits, 1);
  const auto game = type.start({variant, position, ""});
  const auto puzzle = finder.look(*game, {});
  REQUIRE(puzzle.has_value() == !solution.empty());
  if (!puzzle) return;
  CHECK(puzzle->position == game->position());
  CHECK(puzzle->solution == solution);
  REQUIRE(puzzle->ending);
  CHECK(puzzle->ending->outcome == win_for(game->side_to_move()));
}

}  // namespace puzzle_test
