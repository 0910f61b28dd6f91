#include <sstream>
#include <string>

#include "core/base/random.h"
#include "notation/game_types.h"
#include "notation/games/creeper/notation.h"
#include "notation/games/creeper/softserve.h"
#include "tests/fuzz/reading.h"

// A position in the first line and a roll in the second, for each game and variant, and as a
// position of other programs. A valid position is written and set up again, and random turns can be
// played.

using namespace schiri;

namespace {

std::uint64_t hash_of(const GameType& type, const StartSpec& spec) {
  std::uint64_t hash = 0;
  type.visit_hashes(spec, {}, [&](std::uint64_t found) {
    hash = found;
    return true;
  });
  return hash;
}

void play_on(const GameType& type, const std::string& variant, Game& game) {
  Rng rng(1);
  for (int turns = 0; turns < 3 && !game.ending(); ++turns) {
    require(!game.play(game.random_turn(rng)), "a random turn is legal");
    const std::string after = game.position();
    require(type.start({variant, after, ""})->position() == after,
            "a reached position can be set up");
  }
}

void try_start(const GameType& type, const StartSpec& spec) {
  try {
    const auto game = type.start(spec);
    const StartSpec canonical{spec.variant, game->position(), ""};
    require(type.start(canonical)->position() == canonical.position,
            "a written position reads equal");
    require(hash_of(type, canonical) == hash_of(type, spec),
            "a written position has the same hash");
    require(!game->board({}).empty(), "a board is drawn");
    play_on(type, spec.variant, *game);
  } catch (const StartError& error) {
    require_message(error.what());
  }
}

void try_foreign(const GameType& type, const std::string& position) {
  const ForeignNotation* foreign = type.foreign_notation();
  if (!foreign) return;
  try {
    const auto translated = foreign->read_position(position, {});
    if (!translated) return;
    require(type.start({"", *translated, ""})->position() == *translated,
            "a translated position can be set up");
  } catch (const StartError& error) {
    require_message(error.what());
  }
}

/// A state in the notation of Creeper's server is read and written again.
void try_softserve(const std::string& text) {
  using namespace creeper;
  try {
    require(softserve::write_state(softserve::read_state(text)) == text,
            "a read state writes equal");
  } catch (const StartError&) {
  }
  try {
    const Position position = Notation::read_position(text);
    require(softserve::read_state(softserve::write_state(position)) == position,
            "a written state reads equal");
  } catch (const StartError&) {
  }
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::istringstream lines(std::string(data, data + size));
  std::string position, roll;
  std::getline(lines, position);
  std::getline(lines, roll);
  for (const GameType* type : game_types()) {
    for (const std::string_view variant : type->variants()) {
      try_start(*type, {std::string(variant), position, roll});
    }
    try_foreign(*type, position);
  }
  try_softserve(position);
  return 0;
}
