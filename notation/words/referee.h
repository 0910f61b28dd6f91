#pragma once

#include <chrono>
#include <initializer_list>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/match/bot_spec.h"
#include "core/ugi/player.h"
#include "notation/game_types.h"

namespace schiri {

/// The last lines of a program's conversation and of its standard error, each indented; empty
/// without any.
std::string last_lines(const OutputTail& tail);

/// A UGI program that knows the rules of a game: it decides which turns of one game at a time are
/// legal, and how the game ends. It is started when it is first needed and after each failure.
/// Its failures, missing and contradictory answers are thrown as InfrastructureError.
class Referee {
 public:
  Referee(const BotSpec& spec, const GameType& type, const std::string& variant,
          std::chrono::milliseconds watchdog, std::optional<int> processor = {});

  /// The game after an opening, under this referee, which is first asked for its ending. Must not
  /// outlive the referee.
  std::unique_ptr<Game> attend(const Game& opening, const std::stop_token& stop);

  /// What the program says about a position.
  struct Ruling {
    Message refusal = {};        ///< of the last turn, in the program's words; usually empty
    Side to_move = Side::white;  ///< meaningless after the end
    std::optional<Outcome> outcome = {};  ///< nullopt during the game
  };
  /// Begins a game: what the program says about its start. Nullopt if stopped.
  std::optional<Ruling> begin(const Game& game, const std::stop_token& stop);
  /// What it says after one more turn. Nullopt if stopped.
  std::optional<Ruling> ask(const Game& game, std::string_view turn, const std::stop_token& stop);

  /// Throws InfrastructureError with a text that follows the referee's name, and ends the program.
  [[noreturn]] void fail(const Message& what);
  /// The end of the program's output at its last failure since the last call, if there was one.
  std::optional<OutputTail> take_failure() { return std::exchange(failure_, std::nullopt); }
  /// Requests the end of the program, for which only the destructor waits.
  void retire() { player_.retire(); }

 private:
  std::optional<std::vector<std::string>> query(std::initializer_list<std::string_view> lines,
                                                std::size_t expected, Message& refusal,
                                                const std::stop_token& stop);

  std::string name_;
  UgiPlayer player_;
  std::optional<OutputTail> failure_;
};

}  // namespace schiri
