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

/// A player to be paired, with the data that FIDE's Dutch system uses. Scores are in tenths of a
/// point.
struct DutchPlayer {
  std::size_t number = 0;             ///< the pairing number, from 1
  int points = 0;                     ///< without virtual points
  int score = 0;                      ///< with the virtual points of the round
  std::vector<Side> colours = {};     ///< of the games played, the first one first
  std::vector<std::size_t> met = {};  ///< players not to be met (again); C1
  std::array<Float, 2> floats = {};   ///< in the last round and in the one before
  bool may_have_bye = true;           ///< C2
  bool is_topscorer = false;          ///< in the last round, more than half of all points
};

/// The strength of a colour preference.
enum class Strength : std::uint8_t { none, mild, strong, absolute };

/// A player's colour preference, and its causes.
struct ColourWish {
  std::optional<Side> colour;
  Strength strength = Strength::none;
  int difference = 0;          ///< the colour difference
  std::optional<Side> repeat;  ///< the colour of the last two games, if they had the same
};

/// The colour preference after games with these colours, the first one first.
ColourWish colour_wish(const std::vector<Side>& colours);

/// May two players meet by their absolute colour preferences (C3)?
bool may_meet_by_colours(const DutchPlayer& a, const DutchPlayer& b);

/// The order of a round: by score, then by pairing number. Indices of the players.
std::vector<std::size_t> dutch_order(const std::vector<DutchPlayer>& players);

/// Does `higher`, the first in the order, have White?
bool higher_has_white(const DutchPlayer& higher, const DutchPlayer& lower, Side initial);

/// Pairs a round by the FIDE (Dutch) system, C.04.3 of 2025/26: the only correct pairing; nullopt
/// if no pairing meets the absolute criteria. `initial`: the colour of the first player in round 1.
/// At most 10000 players; throws std::invalid_argument.
std::optional<SwissRound> pair_dutch(const std::vector<DutchPlayer>& players, Side initial);

}  // namespace schiri
