#pragma once

#include <cstddef>
#include <string_view>

#include "notation/records/pgn/movetext.h"

/// Cuts a text into games without checking them. A segment is a part of the text in which a game
/// begins for sure: at a `[` and a letter after an empty line or a byte order mark, even if a
/// comment or variation before it was never closed. It may hold several games, as a game also
/// begins after the result of another.
namespace schiri {

/// The beginning of the next segment after `from` in a text that begins at `text`, or `end`.
/// Nothing but a header reaches beyond it, see MovetextReader::go_on_to_next_segment.
const char* find_next_segment(const char* text, const char* from, const char* end);

/// Where the last game of a text begins that surely begins there, whatever follows the text: not
/// even a header can reach beyond. 0 if none does but the first.
std::size_t find_last_beginning(std::string_view text);

/// Skips what can stand between two games, blanks, escape lines and byte order marks, from `at` on.
const char* skip_between_games(const char* text, const char* at, const char* end);

/// How far complete games reach from the front of a text that goes on beyond its end: up to the
/// place after the last result with its trailer, 0 if no game is complete.
std::size_t complete_games_length(std::string_view text);

/// Goes from game to game in a text; a reader started at span() finds where each game ends.
class GameWalk {
 public:
  explicit GameWalk(std::string_view text);
  /// Goes through a text that is one segment, whatever it holds.
  static GameWalk one_segment(std::string_view text);

  /// Goes on to the next game; false at the end of the text.
  bool find_game();

  MovetextReader::GameSpan span() const { return {text_, at_, segment_end_, limit_, invalid_}; }
  const char* position() const { return at_; }

  /// Goes on to the position of the reader, which has read the game.
  void leave_game(const MovetextReader& reader);

 private:
  void set_segment(const char* segment_end);

  const char* text_;
  const char* limit_;
  const char* at_;
  const char* segment_end_;
  const char* invalid_;
};

}  // namespace schiri
