#pragma once

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include "core/played_line.h"
#include "notation/records/pgn/movetext.h"
#include "notation/records/pgn/turn_number.h"
#include "notation/text/printable.h"
#include "notation/typed/game.h"
#include "notation/typed/turn_text.h"

/// Reading typed turns for a position: ambiguous and incomplete spellings. Used by the record
/// checker.
namespace schiri {

/// A game as far as its record has been read.
template <class N>
struct ReadLine {
  using Position = typename N::Position;
  using Turn = typename Position::Turn;

  PlayedLine<Position> line;
  TurnCount count;

  [[gnu::always_inline]] bool can_play_plain(const Turn& turn) const {
    return fits_board<N>(line.position(), turn) && !line.ending() && line.position().is_legal(turn);
  }
  [[gnu::always_inline]] void play_plain(const Turn& turn) {
    line.play(turn);
    ++count.played;
  }
  // For calls that need not be fast; not inlined, so that the compiler inlines other calls.
  [[gnu::noinline]] bool can_play(const Turn& turn) const { return can_play_plain(turn); }
  [[gnu::noinline]] void play(const Turn& turn) { play_plain(turn); }

  /// The turn that a text begins with, in any spelling; if it is ambiguous, the legal one, or the
  /// first if neither is. Missing signs are supplied only if they are unambiguous.
  std::optional<TypedTurn<N>> find_turn(const char* at, const char* end) const {
    const TypedTurnText text(N::typed_form, at, end);
    auto typed = scan_typed<N>(text);
    constexpr bool has_commas = N::typed_form.of(',').plain == ',';
    if (typed && (!has_commas || can_play(typed->turn))) return typed;
    if (typed) {
      const auto front = scan_typed<N>(text.before_comma());
      if (front && can_play(front->turn)) typed = front;
      return typed;
    }
    const auto filled = turns_without_signs(text);
    if (filled.size() == 1) typed = filled.front();
    return typed;
  }

  /// The legal turns for a text with missing signs.
  std::vector<TypedTurn<N>> turns_without_signs(const TypedTurnText& text) const {
    std::vector<TypedTurn<N>> turns;
    constexpr std::string_view signs = N::typed_form.missing_signs;
    for (std::size_t i = 0; i < signs.size(); i += 2) {
      const auto typed = scan_typed<N>(text.with_signs(signs[i], signs[i + 1]));
      const auto is_same = [&](const TypedTurn<N>& other) {
        return N::write_turn(other.turn) == N::write_turn(typed->turn);
      };
      if (!typed || !can_play(typed->turn)) continue;
      if (std::none_of(turns.begin(), turns.end(), is_same)) turns.push_back(*typed);
    }
    return turns;
  }
};

}  // namespace schiri
