#pragma once

#include <cstddef>
#include <string_view>

#include "notation/records/pgn/movetext.h"

/// Cuts a text into games without checking them. A segment is a part of the text that certainly
/// begins with a game: at a `[` and a letter after an empty line or a byte order mark, even if a
/// comment or variation before it was never closed. It may contain several games, because a game
/// also begins after the result of another.
namespace schiri {

/// The beginning of the next segment after `from` in a text that begins at `text`, or `end`. Only a
/// header extends beyond it, see MovetextReader::go_on_to_next_segment.
const char* find_next_segment(const char* text, const char* from, const char* end);

/// The last certain beginning of a game in a text, whatever follows the text: not even a header can
/// extend beyond it. 0 if there is none but the first.
std::size_t find_last_beginning(std::string_view text);

/// Skips spaces, escape lines and byte order marks between two games, from `at` on.
const char* skip_between_games(const char* text, const char* at, const char* end);

/// The end of the complete games in a text that is continued beyond its end: the place after the
/// last result with its trailer, 0 if no game is complete.
std::size_t complete_games_length(std::string_view text);
/// The same for a text that is cut off at its end, so that its last game may be complete as well.
std::size_t ended_games_length(std::string_view text);

/// Iterates over the games of a text; a reader started at span() finds the end of each game.
class GameWalk {
 public:
  explicit GameWalk(std::string_view text);
  /// Iterates over a text that is one segment, whatever its content.
  static GameWalk one_segment(std::string_view text);

  /// Advances to the next game; false at the end of the text.
  bool find_game();

  MovetextReader::GameSpan span() const { return {text_, at_, segment_end_, limit_, invalid_}; }
  const char* position() const { return at_; }

  /// Advances to the position of the reader, which has read the game.
  void leave_game(const MovetextReader& reader);

 private:
  void set_beginning(const char* beginning);
  void begin_segment();

  const char* text_;
  const char* limit_;
  const char* at_;
  const char* segment_end_;
  const char* invalid_;
  const char* beginning_;  ///< the next certain one, or the limit; in front of it, the first
  const char* invalid_before_beginning_;  ///< byte that is no UTF-8, found once for all segments
};

}  // namespace schiri
