#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <vector>

#include "core/base/places.h"
#include "notation/board/position_text.h"

namespace schiri {

/// A place where a letter may stand.
struct LetterPlace {
  std::size_t letter;  ///< its number in GameFacts::piece_letters
  std::uint8_t place;  ///< the bit in the letter's set
  std::size_t offset;  ///< in SpreadPosition::boards
};

/// Adds these places for some letters; `offset_of(place)` is in SpreadPosition::boards.
template <class Set, class OffsetOf>
void add_letter_places(Set set, std::initializer_list<std::size_t> letters,
                       const OffsetOf& offset_of, std::vector<LetterPlace>& to) {
  for (const std::uint8_t place : places(set)) {
    for (const std::size_t letter : letters) to.push_back({letter, place, offset_of(place)});
  }
}

/// A position of a game as a search sees it: as sets of places, which are compared at once, and
/// place by place on demand.
class SearchedPosition {
 public:
  virtual ~SearchedPosition() = default;

  /// For each letter of GameFacts::piece_letters the places where it stands; empty if the game has
  /// no such sets, and then the shape of its positions may change.
  std::span<const PlaceSet> pieces() const { return pieces_; }
  /// The places of these sets, the same ones for all positions of a game.
  virtual std::vector<LetterPlace> letter_places() const = 0;
  /// Valid until the next position is visited.
  virtual const SpreadPosition& spread() const = 0;

 protected:
  void show(std::span<const PlaceSet> pieces) { pieces_ = pieces; }

 private:
  std::span<const PlaceSet> pieces_;
};

}  // namespace schiri
