#pragma once

#include <memory>
#include <string>

#include "cli/line/command_line.h"
#include "notation/game_types.h"

namespace schiri::cli {

/// `GAME [--variant V] [--position P] [--roll ABC]`: where turns, perft, position start from.
struct StartOptions {
  std::string game;
  std::string variant;
  std::string position;
  std::string roll;

  void add_to(Command& command);
  /// The game that is named. Throws InputError.
  const GameType& type() const;
  /// Where it starts, in the game's own notation. Throws InputError or StartError.
  StartSpec spec() const;
  /// The game set up. Throws InputError or StartError.
  std::unique_ptr<Game> start() const;
};

/// The name, as records have it, of a game that a person names: one that schiri knows, in whatever
/// spelling, one of `[games]` in the settings, or a program with a `/`, `./mygame.py`, which is the
/// game `mygame`. Any other text as it is. The program is not started yet. Throws InputError.
std::string game_named(const std::string& named);
/// What names a game on the command line: its program, or its name.
std::string argument_of(const GameType& type);
/// An option, or an argument, that names a game, see game_named().
Option* add_game(Command& command, const std::string& names, std::string& game,
                 const std::string& about);
/// `--game` of commands that replay stored games: those of a program are replayed by it.
void add_replayed_game(Command& command, std::string& game);
/// An option or argument that names a variant of any game.
Option* add_variant(Command& command, const std::string& names, std::string& variant,
                    const std::string& about);
}  // namespace schiri::cli
