#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/characters.h"
#include "core/base/message.h"
#include "core/base/nearest_name.h"
#include "notation/text/odd_character.h"
#include "notation/text/printable.h"
#include "notation/typed/game_notation.h"
#include "notation/typed/turn_text.h"

namespace schiri {

/// Texts that a misspelt turn may stand for, in the signs of these games, the likeliest first: `:`
/// for `x` or `-`, `<->` for `~`, `\\` for `/`, a sign written twice, a letter for the piece. The
/// caller finds out which of them is a turn.
std::vector<std::string> near_misses(std::string_view text);

/// Does a letter for the piece precede a square, as in `Nb1`?
bool begins_with_piece(std::string_view text);

/// The legal turns nearest to an invalid text, by letters changed, inserted, deleted or transposed.
/// Ignores case.
class NearestTurns {
 public:
  /// A text that is longer than turns are has no neighbours.
  explicit NearestTurns(std::string_view text);

  void look_at(std::string_view turn);

  /// At most three of those that are equally near; none if all are further away than one letter
  /// (two for a text of at least four).
  std::span<const std::string> found() const;
  /// `legal and near it: A2-A3, A2-B2`; empty if there are none.
  Message advice() const;

 private:
  static constexpr std::size_t most_letters = 24, most_named = 3;

  EditDistance distance_;
  std::size_t limit_;  // the number of changes from which on turns are too far away
  std::size_t found_ = 0;
  std::array<std::string, most_named> nearest_;
};

/// The legal turns that a text without its signs means: those of the same letters and digits, or
/// the first that begins with them. Ignores case.
class SignlessTurns {
 public:
  explicit SignlessTurns(std::string_view text);

  /// Too short a text means nothing.
  bool is_possible() const { return letters_.size() >= least_letters; }
  void look_at(std::string_view turn);
  /// `legal and near it: A0,E5`; empty if there are none.
  Message advice() const;

 private:
  static constexpr std::size_t least_letters = 3, most_named = 3;

  std::string letters_;
  std::vector<std::string> whole_;
  std::string begun_;
};

/// SignlessTurns::advice for an invalid text, of the first turns of the position if there are many.
template <class N>
Message advise_signless(const typename N::Position& position, std::string_view text) {
  constexpr int most_turns = 8192;
  SignlessTurns turns(text);
  if (!turns.is_possible()) return {};
  int looked_at = 0;
  position.visit_turns([&](const typename N::Position::Turn& turn) {
    turns.look_at(N::write_turn(turn));
    return ++looked_at < most_turns;
  });
  return turns.advice();
}

/// NearestTurns::advice for an invalid text, if the position has at most 256 turns; otherwise an
/// empty message.
template <class N>
Message advise_nearest(const typename N::Position& position, std::string_view text) {
  constexpr int most_turns = 256;
  NearestTurns nearest(text);
  int looked_at = 0;
  const bool all = position.visit_turns([&](const typename N::Position::Turn& turn) {
    if (looked_at == most_turns) return false;
    ++looked_at;
    nearest.look_at(N::write_turn(turn));
    return true;
  });
  return all ? nearest.advice() : Message();
}

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
  return {};
}

/// Says that turns have no letter for the piece, if the text begins with one.
template <class N>
Message advise_piece(std::string_view text) {
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
    if (near.empty()) near = advise_signless<N>(*position, text);
    if (near.empty()) near = advise_piece<N>(text);
    if (near.empty()) near = advise_nearest<N>(*position, text);
  }
  const Message refused = joined(message("'{0}' is not a turn", printable(text)), reason);
  return joined(refused, joined(Message(N::turn_form), near));
}

}  // namespace schiri
