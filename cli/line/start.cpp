#include "cli/line/start.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "cli/line/argument_files.h"
#include "cli/line/command.h"
#include "cli/line/defaults.h"
#include "cli/line/usual_options.h"
#include "core/base/text.h"
#include "core/base/utf8.h"
#include "notation/programs/own_game.h"

namespace schiri::cli {

namespace {

/// The description of a game's program; a file's name may have blanks.
BotSpec program_of(const std::string& text) {
  std::error_code ignored;
  const bool is_odd = shell_word(text) != text && std::filesystem::is_regular_file(text, ignored);
  if (!is_odd) return parse_bot_spec(text);
  BotSpec program = parse_bot_spec("./program");
  program.name = text;
  program.command = shell_quoted(text);
  return program;
}

/// Throws InputError for a script that the system cannot run.
void require_program(const std::string& file) {
  std::error_code ignored;
  if (!file.ends_with(".py") || !std::filesystem::is_regular_file(file, ignored)) return;
  char first[2] = {};
  const auto read = std::ifstream(file, std::ios::binary).read(first, 2).gcount();
  if (read > 0 && std::string_view(first, 2) != "#!") {
    throw InputError(
        message("{0}: its first line must be #!/usr/bin/env python3, so that the "
                "system knows that it is Python",
                printable(file, 4096)));
  }
  if (::access(file.c_str(), X_OK) != 0) {
    throw InputError(message("{0} is not executable; make it so by: chmod +x {1}",
                             printable(file, 4096), printable(shell_word(file), 4096)));
  }
}

/// The name of a game after its program's file: my_game.py is my-game.
std::string name_of_file(const std::string& file) {
  std::string name = std::filesystem::path(file).stem().string();
  std::replace(name.begin(), name.end(), '_', '-');
  return name;
}

}  // namespace

std::string game_named(const std::string& named) {
  if (const GameType* const type = find_game(named)) return std::string(type->name());
  const auto& games = defaults().games;
  if (const auto listed = games.find(named); listed != games.end()) {
    return std::string(own_game(named, program_of(listed->second)).name());
  }
  if (named.find('/') == named.npos) {
    std::error_code ignored;
    const bool is_name = named.find('.') == named.npos;
    if (is_name || !std::filesystem::is_regular_file(named, ignored)) return named;
    throw InputError(
        message("no game '{0}' is known; the program in this folder is ./{0}", printable(named)));
  }
  const BotSpec program = program_of(named);
  if (program.command.empty()) return named;
  const std::string& command = program.command;
  const bool is_file = command == shell_quoted(named);
  const std::string file = is_file ? named : command.substr(0, command.find(' '));
  if (program.host.empty() && program.directory.empty()) require_program(file);
  return std::string(own_game(name_of_file(file), program).name());
}

std::string argument_of(const GameType& type) {
  const OwnGameType* const own = own_game_type(&type);
  const std::string name(type.name());
  if (!own || defaults().games.contains(name)) return name;
  const BotSpec& program = own->program();
  // Of a program without `name=` the name is what was typed.
  return program.is_unnamed ? program.name : bot_keys_text(given_keys(program));
}

Option* add_game(Command& command, const std::string& names, std::string& game,
                 const std::string& about) {
  const auto take = [&game](const std::string& named) { game = game_named(named); };
  return command.add_option_function(names, take, about);
}

void add_replayed_game(Command& command, std::string& game) {
  add_game(command, "--game", game,
           "Replay the games of this program by it, as in --game ./mygame.py");
}

Option* add_variant(Command& command, const std::string& names, std::string& variant,
                    const std::string& about) {
  const auto take = [&variant](const std::string& named) { variant = usual_variant(named); };
  return command.add_option_function(names, take, about);
}

void StartOptions::add_to(Command& command) {
  add_game(command, "GAME", game, "The game, see 'schiri games'")->required();
  add_variant(command, "--variant", variant, "Set the variant (standard)");
  command.add_option("--position", position, "Start from this position (the game's start)");
  command.add_option("--roll", roll, "Set the first roll of a game with dice: tops of III, IV, V");
}

const GameType& StartOptions::type() const { return require_game(game); }

StartSpec StartOptions::spec() const {
  const GameType& known = type();
  if (!roll.empty() && !known.starts_with_roll()) {
    throw InputError(message("--roll: {0} is played without dice", known.title()));
  }
  return {variant, canonical_position(known, position, variant), roll};
}

std::unique_ptr<Game> StartOptions::start() const { return type().start(spec()); }

}  // namespace schiri::cli
