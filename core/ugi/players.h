#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/errors.h"
#include "core/match/bot_spec.h"
#include "core/match/game_type.h"
#include "core/ugi/player.h"

namespace schiri {

/// The names and positions of a game for UGI programs.
UgiGame ugi_game(const GameType& type, const std::string& variant);

/// Throws BotSpecError for a built-in bot that ponders without a time limit.
void require_ponderable(const BotSpec& spec);

/// A bot as a player: a built-in one, or a program, which is not started yet and may be bound to
/// one processor. Throws BotSpecError.
std::unique_ptr<Player> make_player(const GameType& type, const std::string& variant,
                                    const BotSpec& spec, std::chrono::milliseconds watchdog,
                                    std::optional<int> processor = {});

/// Sets options of a program from its next game on.
void change_options(Player& program, BotOptions options);

/// A program that cannot be started, or not for this game. The message may end with lines of
/// the program's output.
struct BotStartError : UnusableError {
  using UnusableError::UnusableError;
};

/// Starts a program and returns the options that it announces; none for a built-in bot. Throws
/// BotStartError if it does not exist or does not complete the handshake in time.
std::vector<ugi::UgiOption> announced_options(const BotSpec& spec,
                                              std::chrono::milliseconds watchdog,
                                              const std::stop_token& stop);

/// Throws BotSpecError if a program that has announced these options does not accept the value of
/// one of them.
void require_accepted(const BotSpec& spec, const std::vector<ugi::UgiOption>& announced,
                      std::string_view option, std::string_view value);

/// A program that was started for a trial.
struct TriedProgram {
  std::string name;                     ///< as announced; empty if it announced none
  std::vector<ugi::UgiOption> options;  ///< as announced
  /// Warnings in sentences: options that it has not announced, a late answer, network access.
  std::vector<std::string> notes;
};

/// Starts a program as for a game and ends it again, to find unusable programs before a tournament.
/// Throws BotStartError if it does not exist, does not complete the handshake in time, or announces
/// only other games, and BotSpecError if it does not accept the value of an option.
TriedProgram try_program(const GameType& type, const std::string& variant, const BotSpec& spec,
                         std::chrono::milliseconds watchdog, const std::stop_token& stop);

/// The value of an option, by its name; nullopt if it is unknown.
using OptionValues = std::function<std::optional<std::string>(const std::string& name)>;

/// The values that the options of a bot have before a game: those of its description, otherwise the
/// defaults of a built-in bot or those that the program announces. It is started once, for the
/// first value that needs it; then a call may throw BotStartError.
OptionValues option_values(const BotSpec& spec, std::chrono::milliseconds watchdog);

/// The longest name that a program can give itself, in bytes.
inline constexpr std::size_t longest_announced_name = 100;

/// Names the bots that take the name that their program announces: `announced` has one for each
/// bot, empty if unknown. Bots whose names would be equal get the name of their program's file as
/// well, `mine (new)`, then that of its folder, `mine (build/new)`, then the text that describes
/// them. An announced name that no record can contain, or that is too long, is not taken. Names
/// may still be equal: of bots with the same description, or with the same key `name`.
void settle_names(std::vector<BotSpec>& bots, const std::vector<std::string>& announced);

}  // namespace schiri
