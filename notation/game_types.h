#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/match/game_type.h"

/// The table of games: the interface of a game to the rest of the program is a GameType, found by
/// its name. notation is the text of games, turns, positions and records; it uses core, and serves
/// the database (db) and the commands (cli).
namespace schiri {

/// The settings of a game with their values, the defaults first, as plain text of at most 80
/// columns, in a language; empty if it has none.
std::string settings_text(const GameType& type, const Translation& language = {});
/// The rules of a game with every ruling and setting, as plain text.
std::string rules_of(const GameType& type);

/// All games, in the order in which they are listed.
std::span<const GameType* const> game_types();
/// The game of this name, in any case and with spaces for `-`, or null.
const GameType* find_game(std::string_view name);
/// The message about an unknown game, with a list of games.
Message unknown_game_message(std::string_view name);
/// A message that the option --game is missing, with the games there are.
Message missing_game_message();
/// The canonical string of a position that may be in another program's notation of the game; the
/// text itself if it is not, with the word that says who begins where a program's game needs it.
/// Throws StartError.
std::string canonical_position(const GameType& type, const std::string& position,
                               std::string_view variant);
/// The game of this name. Throws InputError, which lists the games.
const GameType& require_game(const std::string& name);
/// The game of this name; if there is none, a game without rules (notation/words), which is added
/// to game_types(). Thread-safe. Throws InputError for a name that is none, and if there are too
/// many games.
const GameType& game_or_words(std::string_view name);
/// The game that a record names; null if it is unknown. A record with a tag Referee may name any; a
/// record without it those alone that have rules here or were added by game_or_words(), whatever
/// records were read before.
const GameType* game_of_record(std::string_view name, bool has_referee);
/// Throws what make_bot() of the first game throws for this built-in bot if no game has it: a book
/// or a network is of one game.
void require_bot(const BotSpec& spec);
/// The canonical name of a variant of any game; the text itself if it is not one.
std::string usual_variant(const std::string& named);

}  // namespace schiri
