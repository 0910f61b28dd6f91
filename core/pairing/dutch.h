#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "core/game.h"

/// Pairings: Swiss rounds (swiss_history.h), by FIDE's Dutch system (here) with its check, knockout
/// brackets, round-robin tables, and the graph matchings that they use. Used by
/// core/tournament and cli/otb; uses core/base. Players are indices, scores are integers.
namespace schiri {

/// Two players of a round by their indices, White first.
struct SwissPair {
  std::size_t white = 0;
  std::size_t black = 0;

  friend bool operator==(const SwissPair&, const SwissPair&) = default;
};

/// A round: the first board first, and the player with the pairing-allocated bye.
struct SwissRound {
  std::vector<SwissPair> pairs;
  std::optional<std::size_t> bye;

  friend bool operator==(const SwissRound&, const SwissRound&) = default;
};

/// Whether a player met, in an earlier round, a player of fewer points (`down`) or of more (`up`).
enum class Float : std::uint8_t { none, down, up };

/// A player to be paired, with the data that FIDE's Dutch system uses. Scores are in tenths of a
/// point.
struct DutchPlayer {
  std::size_t number = 0;  ///< the pairing number, from 1
  int score = 0;
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

/// The players of a round in its order, from 0: permitted pairs and permitted byes.
class DutchField {
 public:
  explicit DutchField(const std::vector<DutchPlayer>& players);

  std::size_t size() const { return order_.size(); }
  bool is_odd() const { return size() % 2 == 1; }
  /// A player by place in the order.
  const DutchPlayer& player(std::size_t place) const { return (*players_)[order_[place]]; }
  const ColourWish& wish(std::size_t place) const { return wishes_[place]; }
  /// The player's index in the list.
  std::size_t index(std::size_t place) const { return order_[place]; }
  /// C1 and C3.
  bool may_meet(std::size_t a, std::size_t b) const { return may_meet_[a * size() + b] != 0; }
  /// C2 and C5.
  bool may_have_bye(std::size_t place) const {
    return player(place).may_have_bye && player(place).score == bye_score_;
  }
  /// The score of the player with the bye (C5). Requires an odd field.
  int bye_score() const { return bye_score_; }

  /// C4 and C5 for all: finds the score of the bye, and couples by place that pair all players (the
  /// place after the last is the bye); nullopt if that is impossible.
  std::optional<std::vector<std::size_t>> complete();

 private:
  std::optional<std::vector<std::size_t>> couples() const;

  const std::vector<DutchPlayer>* players_;
  std::vector<std::size_t> order_;
  std::vector<ColourWish> wishes_;
  std::vector<std::uint8_t> may_meet_;
  int bye_score_ = std::numeric_limits<int>::min();
};

}  // namespace schiri
