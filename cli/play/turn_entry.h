#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/match/game.h"

namespace schiri::cli {

/// The entry of a turn, whole or part by part: `B3+C4`, or `B3`, then `C4`. Impossible input is
/// explained, and earlier parts stay.
class TurnEntry {
 public:
  /// Enters a turn for the side to move of a game that is not over; `game` is not changed.
  explicit TurnEntry(const Game& game) : game_(game) {}

  struct Answer {
    std::optional<std::string> turn;  ///< a complete legal turn
    std::string message = {};         ///< otherwise a message of lines ended by line feeds
  };
  /// Enters a line: a turn, its beginning, or further parts; signs between parts may be omitted. An
  /// empty line ends a turn that could go on.
  Answer take(std::string_view typed);
  /// Removes the last part; returns false if there is none.
  bool take_back();

  /// The completions of a beginning of a line, each to the end of a part; none if it cannot become
  /// a turn.
  std::vector<std::string> completions(std::string_view typed) const;

  /// The parts entered so far.
  const std::string& begun() const { return begun_; }
  /// The possible next parts, as text.
  std::string ways_on() const;

 private:
  bool is_legal(const std::string& turn) const;
  bool extend(std::string_view part);
  void follow_only_way();
  std::string some_turn() const;
  /// Continuations by two parts of which only the second was typed.
  std::vector<std::string> ways_over_a_part(std::string_view typed) const;
  std::string objection(const std::string& typed) const;

  const Game& game_;
  std::string begun_;
};

/// Words in lines of at most 80 characters, each indented by two spaces and ended by a line feed.
std::string in_lines(const std::vector<std::string>& words);

}  // namespace schiri::cli
