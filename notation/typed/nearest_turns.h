#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "core/base/edit_distance.h"
#include "core/base/message.h"

namespace schiri {

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

}  // namespace schiri
