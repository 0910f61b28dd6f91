#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "core/pairing/dutch.h"

namespace schiri {

/// A bracket of a field, by places: the moved-down players, then its own scoregroup; after it the
/// next scoregroup, and all lower players.
struct DutchBracket {
  std::vector<std::size_t> moved_down;  ///< ascending
  std::size_t begin = 0;                ///< of the residents
  std::size_t end = 0;                  ///< of the residents; the next scoregroup begins
  std::size_t next_end = 0;
};

/// The bracket whose residents start at a place of the field.
DutchBracket bracket_at(const DutchField& field, std::vector<std::size_t> moved_down,
                        std::size_t begin);

/// The players left when a bracket is paired, and, of an odd field, the bye.
std::vector<std::size_t> players_left(const DutchField& field, const DutchBracket& bracket);

/// The pairs of a bracket, the higher player first, by C6 to C21 and the sequence of candidates.
/// `mates`: couples of all players not yet paired; on return, of all players left, as proof that
/// these can be paired (C4). Players in no pair float down. Nullopt if not all players can be
/// paired.
std::optional<std::vector<std::pair<std::size_t, std::size_t>>> pair_bracket(
    const DutchField& field, const DutchBracket& bracket, std::vector<std::size_t>& mates);

}  // namespace schiri
