#include "cli/game/start.h"

#include "cli/command.h"
#include "notation/nearest_name.h"
#include "notation/printable.h"

namespace schiri::cli {

const GameType& require_game(const std::string& name) {
  if (const GameType* type = find_game(name)) return *type;
  std::string known;
  std::vector<std::string_view> names;
  for (const GameType* type : game_types()) {
    known += (known.empty() ? "" : ", ") + std::string(type->name());
    names.push_back(type->name());
  }
  throw UsageError("no game '" + printable(name) + "' is known; there are: " + known +
                   nearest_advice(name, names));
}

void StartOptions::add_to(Command& command) {
  command.add_option("GAME", game, "The game, see 'schiri games'")->required();
  command.add_option("--variant", variant, "A variant of the game instead of the standard one");
  command.add_option("--position", position,
                     "A position to start from instead of the game's start");
  command.add_option("--roll", roll, "The first roll, for games with dice: tops of III, IV, V");
}

const GameType& StartOptions::type() const { return require_game(game); }

StartSpec StartOptions::spec() const {
  const GameType& known = type();
  if (!roll.empty() && !known.starts_with_roll()) {
    throw UsageError("--roll: " + std::string(known.title()) + " is played without dice");
  }
  StartSpec spec{variant, position, roll};
  if (const ForeignNotation* foreign = known.foreign_notation(); foreign && !position.empty()) {
    if (auto translated = foreign->read_position(position)) spec.position = *translated;
  }
  return spec;
}

std::unique_ptr<Game> StartOptions::start() const { return type().start(spec()); }

}  // namespace schiri::cli
