#pragma once

#include <string>
#include <string_view>

#include "core/base/characters.h"
#include "notation/text/odd_character.h"
#include "notation/text/printable.h"
#include "notation/typed/hooks.h"
#include "notation/typed/near_miss.h"
#include "notation/typed/nearest_turns.h"
#include "notation/typed/typed_turn.h"

/// The message about a text that is not a turn, the same for records and turns typed one by one.
namespace schiri {

/// `it is written A2xA4`, if the text is a turn but for its signs; otherwise an empty text.
template <class N>
Message advise_spelling(const typename N::Position& position, std::string_view text) {
  for (std::string& near : near_misses(text)) {
    const std::size_t size = near.size();
    near.append(text_padding, '\0');
    const auto typed = scan_typed<N>(TypedTurnText(N::typed_form, near.data(), near.data() + size));
    if (typed && typed->end == near.data() + size && fits_board<N>(position, typed->turn)) {
      return message("it is written {0}", N::write_turn(typed->turn));
    }
  }
  const bool has_piece = begins_with_piece(text) && to_upper(text[0]) != N::typed_form.piece_letter;
  return has_piece ? message("a turn has no letter for the piece") : Message();
}

/// The reason why a text is not a turn, and how a turn is written. `position` is null after the end
/// of the game; `advice`, if there is any, replaces advice on turns near the text.
template <class N>
Message syntax_message(const typename N::Position* position, std::string_view text,
                       const Message& advice = {}) {
  constexpr std::size_t longest = 64;  // of a text that may be a misspelt turn
  Message reason = odd_character_in(text), near = advice;
  if (position && text.size() <= longest) {
    if constexpr (HasExplainText<N>) {
      if (reason.empty()) reason = N::explain_text(*position, text);
    }
    if (near.empty()) near = advise_spelling<N>(*position, text);
    if (near.empty()) near = advise_nearest<N>(*position, text);
  }
  const Message refused = joined(message("'{0}' is not a turn", printable(text)), reason);
  return joined(refused, joined(Message(N::turn_form), near));
}

}  // namespace schiri
