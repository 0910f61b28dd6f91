#pragma once

// Results of games at the board, as they are typed, stored and counted.

#include <cstdint>
#include <optional>
#include <string_view>

namespace schiri::otb {

/// The result of a game of an over-the-board event. In a match between teams White is the first
/// team.
enum class BoardResult : std::uint8_t {
  white_wins,
  black_wins,
  draw,
  both_lose,         ///< a game that both lose
  white_by_forfeit,  ///< Black did not come: a point, but no game
  black_by_forfeit,
  both_forfeit
};

/// A result as it is stored and shown: `1-0`, `0-1`, `1/2-1/2`, `0-0`, `+--`, `--+`, `---`.
std::string_view board_result_text(BoardResult result);
std::optional<BoardResult> find_board_result(std::string_view text);
/// Reads a typed result: also with colons, slashes, spaces or other dashes, `=`, `1/2`, `0.5-0.5`,
/// `draw`, `remis`, and `1-0f`, `0-1f`, `0-0f` for games that were not played.
std::optional<BoardResult> read_board_result(std::string_view typed);
/// Does a typed text mean no result: `*` or `none`?
bool is_no_result(std::string_view typed);

/// Was there a game?
constexpr bool was_played(BoardResult result) { return result <= BoardResult::both_lose; }
/// The result from Black's side.
BoardResult swapped(BoardResult result);
/// Half points of White (0) or Black (1).
int half_points(BoardResult result, int side);

}  // namespace schiri::otb
