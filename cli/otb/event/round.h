#pragma once

// Results of games at the board, as they are typed, stored and counted.

// A round as it was paired: boards and byes. Entrants are indices into Event::entrants().

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/pairing/swiss_history.h"

namespace schiri::otb {

/// The result of a game of an over-the-board event.
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
/// Half points of White (0) or Black (1).
int half_points(BoardResult result, int side);

/// The reason why an entrant has no opponent in a round, in FIDE's terms.
enum class ByeKind : std::uint8_t {
  pairing_allocated,  ///< left over by the pairing: a whole point
  half_point,         ///< on request
  zero_point,         ///< not entered yet, withdrawn, or on request
  free,               ///< in a round-robin with an odd number of entrants: no point
  full_point          ///< on request; only in reports of other programs
};

/// The kind in event files: `odd`, `asked`, `absent`, `free`, `full`.
std::string_view bye_kind_name(ByeKind kind);
std::optional<ByeKind> find_bye_kind(std::string_view name);

/// The result of a board for one side, White (0) or Black (1), in the form of the Swiss engine.
RoundResult round_result(BoardResult result, int side);
/// That of a bye.
RoundResult round_result(ByeKind kind);

/// A game of two entrants, `first` with White.
struct Board {
  std::size_t first = 0;
  std::size_t second = 0;
  std::optional<BoardResult> result;
  bool by_hand = false;      ///< set by the arbiter, not by the pairing
  bool is_walkover = false;  ///< of a round-robin: won because the other has withdrawn

  bool has(std::size_t entrant) const { return first == entrant || second == entrant; }
};

struct Bye {
  std::size_t entrant = 0;
  ByeKind kind = ByeKind::pairing_allocated;
  bool by_hand = false;
};

/// Boards count from 1 in messages and parameters.
struct Round {
  std::vector<Board> boards;
  std::vector<Bye> byes;

  bool is_complete() const;
  bool has_results() const;
};

/// A pairing demanded by the arbiter, the first entrant with White.
using Couple = std::pair<std::size_t, std::size_t>;

}  // namespace schiri::otb
