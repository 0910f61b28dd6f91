#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>

#include "cli/line/command.h"
#include "cli/line/interrupt.h"
#include "cli/play/game_file.h"
#include "cli/play/input_lines.h"
#include "cli/play/line_editor.h"
#include "cli/play/turn_entry.h"
#include "core/match/play.h"
#include "notation/game_types.h"

/// The command `play`: a game at the terminal between people and bots, with line editing, entry of
/// turns part by part, and a record file that always holds the game. `otb/` uses its line editor;
/// uses bots/, input/, line/, print/ and tournament/.
namespace schiri::cli {

/// The player of one side: a person or a bot.
struct Seat {
  BotSpec spec;
  std::unique_ptr<Player> player;  ///< null for a person

  bool is_person() const { return !player; }
};

/// The setup of a game at the terminal.
struct TerminalGameSetup {
  const GameType* type = nullptr;
  StartSpec start;
  std::array<Seat, 2> seats;
  BotSpec adviser;  ///< gives hints, and decides for bots about draws
  std::uint64_t seed = 1;
  /// The record of a resumed game, which is kept.
  std::optional<Record> begun;
};

/// A game at the terminal between people and bots. However it ends, it is stored in the file.
class TerminalGame {
 public:
  /// Sets up the game with the turns played so far. Throws StartError.
  TerminalGame(TerminalGameSetup setup, GameFile file);

  /// Plays until the game is over or the user leaves it.
  ExitStatus run();

 private:
  static std::size_t index(Side side) { return static_cast<std::size_t>(side); }
  Seat& seat(Side side) { return setup_.seats[index(side)]; }
  Side mover() const { return game_->side_to_move(); }
  Message name(Side side) const;

  void show_start() const;
  void show_board() const;
  void show_clocks();

  void let_bot_play();
  /// Reads lines of the person to move until a turn is played or the game ends.
  void let_person_play();
  void leave(std::chrono::nanoseconds time);
  bool obey(const std::string& line, TurnEntry& entry);
  std::optional<InputLines::TimePoint> flag(std::chrono::nanoseconds begin);
  InputLines::Reading read(const std::string& prompt, const LineEditor::Completer& completer,
                           std::optional<InputLines::TimePoint> deadline);
  InputLines::Reading read_turn(const TurnEntry& entry,
                                std::optional<InputLines::TimePoint> deadline);

  void show_turns() const;
  void give_hint();
  void undo();
  void resign();
  void offer_draw();
  bool other_agrees();
  void save_as(const std::string& path);
  void tell_of_file();

  Record record();
  void add_clocks(Record& record);
  Message end_sentence();
  void keep();
  std::string program_word() const;
  ExitStatus finish();

  TerminalGameSetup setup_;
  GameFile file_;
  std::unique_ptr<Game> game_;
  PlayOptions options_;
  std::optional<Play> play_;
  std::unique_ptr<Player> adviser_;
  std::size_t kept_turns_ = 0;  // of the resumed record
  std::string date_;
  InputLines input_;
  std::optional<LineEditor> editor_;  ///< only at a terminal
  InterruptStop interrupt_;
  bool is_settled_ = false;  // the turn is over, and the person need not answer any more
  bool has_left_ = false;
};

}  // namespace schiri::cli
