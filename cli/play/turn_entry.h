#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/match/game.h"

namespace schiri::cli {

/// A turn that somebody types whole or part by part: `B3+C4`, or `B3`, then `C4`. What cannot be is
/// explained, and what was entered before it stays.
class TurnEntry {
 public:
  /// Enters a turn for the side to move of a game that is not over; `game` is not changed.
  explicit TurnEntry(const Game& game) : game_(game) {}

  struct Answer {
    std::optional<std::string> turn;  ///< a legal one that is entered completely
    std::string message = {};         ///< else what to say, lines ended by line feeds
  };
  /// Takes a line that may be a turn, a beginning, or what follows what is begun; signs between
  /// parts may be left out. An empty one ends a turn that could go on.
  Answer take(std::string_view typed);
  /// Takes the last part back; false if there is none.
  bool take_back();

  /// What a line that was begun can go on as, each from its beginning to the end of a part; none
  /// where it can be no turn.
  std::vector<std::string> completions(std::string_view typed) const;

  /// What is entered so far.
  const std::string& begun() const { return begun_; }
  /// How it can go on, for a person.
  std::string ways_on() const;

 private:
  bool is_legal(const std::string& turn) const;
  bool extend(std::string_view part);
  void follow_only_way();
  std::string some_turn() const;
  /// Ways on of two parts whose second was typed without the first.
  std::vector<std::string> ways_over_a_part(std::string_view typed) const;
  std::string objection(const std::string& typed) const;

  const Game& game_;
  std::string begun_;
};

/// Words in lines of at most 80 characters, each indented by two blanks and ended by a line feed.
std::string in_lines(const std::vector<std::string>& words);

}  // namespace schiri::cli
