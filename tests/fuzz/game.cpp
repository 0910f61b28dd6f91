#include <sstream>
#include <string>

#include "notation/game_types.h"
#include "tests/fuzz/subject.h"
#include "tests/fuzz/target.h"

// The parsers of one game: the first line is a position, the second a variant, the others are
// turns. The build names the game.

using namespace schiri;

namespace {

void require_same(const Game& game, const GameType& type, const std::string& variant) {
  const std::string position = game.position();
  require(type.start({variant, position, ""})->position() == position,
          "a written position reads equal");
  require(!game.board({}).empty(), "a board is drawn");
  for (const Figure& figure : game.figures()) require(!figure.symbol.empty(), "a figure is drawn");
}

void play(Game& game, const std::string& text) {
  const std::string before = game.position();
  if (const auto error = game.play(text)) {
    require(!error->message.empty(), "an error has a message");
    require(error->message.english().find('\n') == std::string::npos, "a message is one line");
    require(game.position() == before, "an error changes nothing");
    return;
  }
  const auto again = game.clone();
  require(again->turns().back() == game.turns().back(), "a clone has the same turns");
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const GameType& type = *find_game(fuzz_subject);
  std::istringstream lines(std::string(data, data + size));
  std::string position, variant, turn;
  std::getline(lines, position);
  std::getline(lines, variant);
  std::unique_ptr<Game> game;
  try {
    game = type.start({variant, position, ""});
  } catch (const StartError& error) {
    require(*error.what() != 0, "a refused start has a message");
    return 0;
  }
  require_same(*game, type, variant);
  while (std::getline(lines, turn)) play(*game, turn);
  require_same(*game, type, variant);
  return 0;
}
