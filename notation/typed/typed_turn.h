#pragma once

#include <cstddef>
#include <optional>

#include "notation/records/pgn/movetext.h"
#include "notation/typed/turn_text.h"

namespace schiri {

/// A typed turn.
template <class N>
struct TypedTurn {
  typename N::Position::Turn turn;
  const char* end;  ///< after it in the text
  SpellingSet spellings;
};

/// The turn at the front of the text, if it is one and is properly ended.
template <class N>
std::optional<TypedTurn<N>> scan_typed(const TypedTurnText& text) {
  // Constructed in the caller's place because copying right after writing is slow.
  std::optional<TypedTurn<N>> typed;
  if (text.size() == 0) return typed;
  typed.emplace();
  const std::size_t length = N::scan_turn(text.plain(), typed->turn);
  if (length > 0 && length <= text.size()) {
    typed->end = text.end_of(length);
    typed->spellings = text.spellings_of(length);
    // Tags may follow the last turn of a text without a space.
    const bool is_last = typed->end == text.end() && *typed->end == '[';
    if (ends_word_at(typed->end) || *typed->end == ',' || is_last) return typed;
  }
  typed.reset();
  return typed;
}

}  // namespace schiri
