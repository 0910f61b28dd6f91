#include "notation/game_types.h"
#include "notation/text/text_style.h"
#include "tests/catch.h"

namespace colour_test {

using namespace schiri;

std::string without_styles(std::string text) {
  for (const std::string_view style : text_style::all) {
    for (std::size_t at = 0; (at = text.find(style, at)) != text.npos;) {
      text.erase(at, style.size());
    }
  }
  return text;
}

TEST_CASE("board: colours add only terminal styles") {
  for (const GameType* type : game_types()) {
    Rng rng(7);
    const auto game = type->start(type->draw_start("", rng));
    for (int turn = 0; turn < 12 && !game->ending(); ++turn) {
      const std::string plain = game->board({}), coloured = game->board({.colour = true});
      CAPTURE(type->name(), turn);
      CHECK(coloured != plain);
      CHECK(without_styles(coloured) == plain);
      REQUIRE_FALSE(game->play(game->random_turn(rng)));
    }
  }
}

}  // namespace colour_test
