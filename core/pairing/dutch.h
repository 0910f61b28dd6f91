#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/game.h"
#include "core/pairing/swiss_pairing.h"

namespace schiri {

/// Whether a player met, in an earlier round, a player of fewer points (`down`) or of more (`up`).
enum class Float : std::uint8_t { none, down, up };

/// A player who is to be paired, as FIDE's Dutch system sees him. Scores are in tenths of a point.
struct DutchPlayer {
  std::size_t number = 0;             ///< the pairing number, from 1
  int points = 0;                     ///< without virtual ones
  int score = 0;                      ///< with the virtual points of the round
  std::vector<Side> colours = {};     ///< of the games played, the first one first
  std::vector<std::size_t> met = {};  ///< indices of those whom he may not meet (again); C1
  std::array<Float, 2> floats = {};   ///< in the last round and in the one before
  bool may_have_bye = true;           ///< C2
  bool is_topscorer = false;          ///< in the last round, more than half of all points
};

/// The strength of a colour preference.
enum class Strength : std::uint8_t { none, mild, strong, absolute };

/// A player's wish for a colour, and what it comes from.
struct ColourWish {
  std::optional<Side> colour;
  Strength strength = Strength::none;
  int difference = 0;          ///< how much more often he has had one colour than the other
  std::optional<Side> repeat;  ///< the colour of the last two games, if it is the same
};

/// The wish of a player who has had these colours, the first one first.
ColourWish colour_wish(const std::vector<Side>& colours);

/// May two play each other by the colours they need (C3)?
bool may_meet_by_colours(const DutchPlayer& a, const DutchPlayer& b);

/// The order of a round: by score, then by pairing number. Indices of the players.
std::vector<std::size_t> dutch_order(const std::vector<DutchPlayer>& players);

/// Does `higher`, who comes first in the order, have White?
bool higher_has_white(const DutchPlayer& higher, const DutchPlayer& lower, Side initial);

/// Pairs a round by the FIDE (Dutch) system, C.04.3 of 2025/26: the one right pairing; nothing if
/// no pairing meets the absolute criteria. `initial`: the colour of the first player in round 1.
/// At most 10000 players; throws std::invalid_argument.
std::optional<SwissRound> pair_dutch(const std::vector<DutchPlayer>& players, Side initial);

}  // namespace schiri
