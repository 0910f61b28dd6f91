#include <array>
#include <bit>
#include <cstdint>

#include "core/games/creeper/hooks.h"

namespace schiri::creeper {

namespace {

// A logistic regression of results on these counts, over 100,000 positions of games that the
// alpha-beta bot played against itself, scaled so that a pawn is worth 100.
constexpr int pawn_value = 100;
constexpr int disc_value = 7;
constexpr int missing_disc_value = 85;
constexpr int jump_value = 12;
constexpr int attacked_pawn_value = 30;
constexpr int central_pawn_value = 69;
constexpr int inner_pawn_value = 25;
constexpr int own_pawn_on_way_value = 25;
constexpr int enemy_pawn_on_way_value = -35;
constexpr int way_value = 9;
/// Bonus for an octagon of the shortest way that can be claimed at once, if few are missing; for
/// the side to move and for the other.
constexpr int next_claim_value = 118;
constexpr int few_missing = 3;
constexpr int tempo_value = 40;

constexpr Bits square_block(int from, int to) {
  Bits block = 0;
  for (int column = from; column <= to; ++column) {
    for (int row = from; row <= to; ++row) block |= bit(place(column, row));
  }
  return block;
}
constexpr Bits centre = square_block(2, 4);
constexpr Bits inside = square_block(1, 5);

constexpr Bits grow(Bits b) { return b | b << 1 | b >> 1 | b << 8 | b >> 8; }

/// The linked places that are connected to these.
Bits joined(Bits reached, Bits linked) {
  for (Bits before = 0; before != reached;) {
    before = reached;
    reached |= grow(reached) & linked;
  }
  return reached;
}

/// The shortest ways between a side's bases: the number of missing octagons, and all octagons that
/// are missing on some way of this length.
class Ways {
 public:
  Ways(const Position& position, Side side)
      : bases_(position.bases(side)),
        linked_(position.discs(side) | bases_),
        open_(octagons & ~position.bases(opponent(side))) {
    const Bits goal = std::bit_floor(bases_);
    reached_[0] = joined(bases_ ^ goal, linked_);
    while (!(reached_[static_cast<std::size_t>(missing_)] & goal)) {
      const Bits before = reached_[static_cast<std::size_t>(missing_)];
      reached_[static_cast<std::size_t>(++missing_)] =
          joined(before | (grow(before) & open_), linked_);
    }
  }

  int missing() const { return missing_; }

  Bits missing_octagons() const {
    Bits found = 0, back = joined(std::bit_floor(bases_), linked_);
    for (int left = missing_; left > 0; --left) {
      const Bits forth = reached_[static_cast<std::size_t>(left - 1)];
      const Bits next = grow(back) & open_ & ~back;
      found |= next & grow(forth) & ~forth & ~linked_;
      back = joined(back | next, linked_);
    }
    return found;
  }

 private:
  Bits bases_, linked_, open_;
  std::array<Bits, shortest_chain + 1> reached_{};
  int missing_ = 0;
};

/// The part of Ways that evaluate() needs.
struct Way {
  int missing;
  Bits octagons;  ///< Ways::missing_octagons
};

/// The ways of the discs that were evaluated last. Most positions of a search have them in common
/// with many others, because only claims change them.
class KnownWays {
 public:
  Way of(const Position& position, Side side) {
    // The bases among them tell the variant and the side's pair of bases.
    const Bits linked = position.discs(side) | position.bases(side);
    Entry& entry = entries_[linked * 0x9e3779b97f4a7c15u >> (64 - entry_bits)];
    if (entry.linked != linked) {
      const Ways ways(position, side);
      entry = {linked, ways.missing_octagons() | static_cast<Bits>(ways.missing()) << missing_at};
    }
    return {static_cast<int>(entry.way >> missing_at), entry.way & octagons};
  }

 private:
  static constexpr int entry_bits = 11;
  static constexpr int missing_at = 56;  // above all octagons

  struct Entry {
    Bits linked = 0;  // never empty, because bases are linked
    Bits way = 0;
  };

  std::array<Entry, std::size_t{1} << entry_bits> entries_{};
};

constinit thread_local KnownWays known_ways;

/// The pawns of the other side that this side could capture if it were to move.
Bits attacked(const Position& position, Side side) {
  const Bits own = position.pawns(side), enemy = position.pawns(opponent(side));
  const Bits free = position.empty();
  return enemy & ((own << 1 & free >> 1) | (own >> 1 & free << 1) | (own << 8 & free >> 8) |
                  (own >> 8 & free << 8));
}

int count_jumps(Bits own, Bits free) {
  return std::popcount(own & free >> 9) + std::popcount(own & free >> 7) +
         std::popcount(own & free << 7) + std::popcount(own & free << 9);
}

int value_of_pawns(const Position& position, Side side) {
  const Bits own = position.pawns(side);
  return pawn_value * std::popcount(own) + central_pawn_value * std::popcount(own & centre) +
         inner_pawn_value * std::popcount(own & inside & ~centre) +
         jump_value * count_jumps(own, position.empty()) +
         attacked_pawn_value * std::popcount(attacked(position, side));
}

int value_of_way(const Position& position, Side side) {
  const auto [missing, way] = known_ways.of(position, side);
  const Bits corners = way | way << 1 | way << 8 | way << 9;
  const bool claims = missing <= few_missing && (claimable(position, side) & way);
  return disc_value * std::popcount(position.discs(side)) - missing_disc_value * missing +
         way_value * std::popcount(way) +
         own_pawn_on_way_value * std::popcount(position.pawns(side) & corners) +
         enemy_pawn_on_way_value * std::popcount(position.pawns(opponent(side)) & corners) +
         (claims ? next_claim_value : 0);
}

int one_sided(const Position& position, Side side) {
  return value_of_pawns(position, side) + value_of_way(position, side);
}

}  // namespace

int missing_discs(const Position& position, Side side) {
  return known_ways.of(position, side).missing;
}

Bits claimable(const Position& position, Side side) {
  const Bits own = position.pawns(side), free = position.empty();
  return ((own & free >> 9) | (own & free >> 7) >> 1 | (free & own >> 9) | (own & free << 7) >> 8) &
         octagons;
}

bool can_win_at_once(const Position& position) {
  const Side mover = position.side_to_move();
  const auto [missing, way] = known_ways.of(position, mover);
  return missing == 1 && (way & claimable(position, mover));
}

int evaluate(const Position& position, Side side) {
  const int tempo = side == position.side_to_move() ? tempo_value : -tempo_value;
  return one_sided(position, side) - one_sided(position, opponent(side)) + tempo;
}

namespace {

constexpr std::int32_t table[] = {
#include "core/games/creeper/network.inc"
};

}  // namespace

Networks built_in_networks(const Position&) {
  static const Networks networks = networks_of_tables({table});
  return networks;
}

}  // namespace schiri::creeper
