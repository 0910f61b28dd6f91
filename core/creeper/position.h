#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>

#include "core/game.h"

/// Creeper (Graham Lipscomb, 1984-1995): pawns jump over octagons and claim them with discs; a
/// chain of discs between one's two home bases wins.
namespace schiri::creeper {

/// Squares and octagons share one numbering of a board eight wide: 8 * row + column, row 0 at the
/// bottom. Squares use columns and rows 0-6 (A-G, 1-7) without the corners; column 7 stays empty
/// so that a shift by one cannot wrap. The octagon between the columns c, c+1 and the rows r, r+1
/// has the number of the square at its lower left, 0-5 each way.
using Bits = std::uint64_t;
using Place = std::uint8_t;

constexpr Place place(int column, int row) { return static_cast<Place>(8 * row + column); }
constexpr int column_of(Place at) { return at % 8; }
constexpr int row_of(Place at) { return at / 8; }
constexpr Bits bit(Place at) { return Bits{1} << at; }

inline constexpr Bits corners = bit(place(0, 0)) | bit(place(6, 0)) | bit(place(0, 6)) | bit(place(6, 6));
inline constexpr Bits squares = 0x007f7f7f7f7f7f7fu & ~corners;
inline constexpr Bits octagons = 0x00003f3f3f3f3f3fu;
/// The home bases of White (AB12, FG67) and Black (AB67, FG12).
inline constexpr std::array<Bits, 2> bases = {bit(place(0, 0)) | bit(place(5, 5)),
                                              bit(place(0, 5)) | bit(place(5, 0))};
inline constexpr Bits all_bases = bases[0] | bases[1];

inline constexpr int pawns_per_side = 8;
/// The fewest discs that can join two bases.
inline constexpr int shortest_chain = 9;

enum class Kind : std::uint8_t { jump, shunt, capture };

/// What can be written as a turn; whether it is one is for the position to say.
struct Turn {
  Place from;
  Place to;
  Kind kind;

  friend bool operator==(const Turn&, const Turn&) = default;
};

/// The rules that a turn can break.
enum class Violation : std::uint8_t {
  no_pawn_there,       ///< the square it starts from is empty
  opponents_pawn,      ///< the pawn there is not the mover's
  not_a_jump,          ///< `+`, but the squares are not diagonal neighbours
  not_a_shunt,         ///< `-`, but the squares are not orthogonal neighbours
  not_a_capture,       ///< `x`, but the squares are not two apart on a line
  target_occupied,     ///< the square it ends on holds a pawn
  nothing_captured,    ///< `x`, but no pawn stands between
  own_pawn_captured,   ///< `x` over a pawn of the mover
};

/// The endings, in the order in which they are tested.
inline constexpr std::string_view chain_reason = "chain";
inline constexpr std::string_view blocked_reason = "blocked";

class Position {
 public:
  using Turn = creeper::Turn;
  using Violation = creeper::Violation;

  /// The start of the game.
  constexpr Position() = default;

  /// Any position whose pieces stand where they can: pawns on squares, no two on one, discs on
  /// octagons that are no bases.
  constexpr Position(std::array<Bits, 2> pawns, std::array<Bits, 2> discs, Side side)
      : pawns_(pawns), discs_(discs), side_(side) {}

  constexpr Side side_to_move() const { return side_; }
  constexpr Bits pawns(Side side) const { return pawns_[index(side)]; }
  constexpr Bits discs(Side side) const { return discs_[index(side)]; }

  std::optional<Ending> ending() const {
    if (has_chain(opponent(side_))) return Ending{win_for(opponent(side_)), chain_reason};
    if (!has_turn()) return Ending{Outcome::draw, blocked_reason};
    return std::nullopt;
  }

  /// Only a jump makes a chain, so nothing else is looked at.
  std::optional<Ending> ending_after(const Turn& turn) const {
    if (turn.kind == Kind::jump && chain_through(opponent(side_), jumped(turn))) {
      return Ending{win_for(opponent(side_)), chain_reason};
    }
    if (!has_turn()) return Ending{Outcome::draw, blocked_reason};
    return std::nullopt;
  }

  bool is_legal(const Turn& turn) const {
    if (!(pawns(side_) & bit(turn.from)) || !(empty() & bit(turn.to))) return false;
    const int distance = turn.to - turn.from;
    switch (turn.kind) {
      case Kind::jump:
        return distance == 9 || distance == -9 || distance == 7 || distance == -7;
      case Kind::shunt:
        return distance == 8 || distance == -8 || distance == 1 || distance == -1;
      case Kind::capture:
        // The guard column makes two squares two apart by number neighbours but one on the board,
        // or an illegal square between them, which holds no pawn.
        return (distance == 16 || distance == -16 || distance == 2 || distance == -2) &&
               (pawns(opponent(side_)) & bit(captured(turn)));
    }
    return false;
  }

  std::optional<Violation> violation(const Turn& turn) const;

  /// Captures and discs laid on empty octagons are for good.
  bool is_irreversible(const Turn& turn) const {
    if (turn.kind == Kind::jump) {
      return bit(jumped(turn)) & ~(discs_[0] | discs_[1] | all_bases);
    }
    return turn.kind == Kind::capture;
  }

  void play(const Turn& turn) {
    const auto mover = index(side_), other = 1 - mover;
    pawns_[mover] ^= bit(turn.from) | bit(turn.to);
    if (turn.kind == Kind::jump) {
      const Bits claimed = bit(jumped(turn)) & ~all_bases;
      discs_[mover] |= claimed;
      discs_[other] &= ~claimed;
    } else if (turn.kind == Kind::capture) {
      pawns_[other] &= ~bit(captured(turn));
    }
    side_ = opponent(side_);
  }

  std::uint64_t count_turns() const;
  Turn random_turn(Rng& rng) const;

  template <class Visitor>
  bool visit_turns(Visitor&& visitor) const {
    if (has_chain(opponent(side_))) return true;
    return visit_moves(visitor);
  }

  std::uint64_t hash() const {
    std::uint64_t h = pawns_[0] * 0x9e3779b97f4a7c15u + std::rotl(pawns_[1], 32);
    h = (h ^ (h >> 29)) * 0xbf58476d1ce4e5b9u + discs_[0];
    h = (h ^ (h >> 32)) * 0x94d049bb133111ebu + std::rotl(discs_[1], 16) + index(side_);
    h = (h ^ (h >> 29)) * 0xd6e8feb86659fd93u;
    return h ^ (h >> 32);
  }

  /// Do discs of this side join its two bases? Bases are links for their owner only.
  bool has_chain(Side side) const;

  friend bool operator==(const Position&, const Position&) = default;

 private:
  static constexpr unsigned index(Side side) { return static_cast<unsigned>(side); }

  static constexpr Place jumped(const Turn& turn) {
    const int low_row = std::min(row_of(turn.from), row_of(turn.to));
    return place(std::min(column_of(turn.from), column_of(turn.to)), low_row);
  }
  static constexpr Place captured(const Turn& turn) {
    return static_cast<Place>((turn.from + turn.to) / 2);
  }

  constexpr Bits empty() const { return squares & ~(pawns_[0] | pawns_[1]); }

  static constexpr Bits orthogonal_neighbours(Bits b) { return b << 1 | b >> 1 | b << 8 | b >> 8; }

  /// A chain that runs through this octagon; the octagon need not be the side's.
  bool chain_through(Side side, Place octagon) const {
    const Bits own = discs(side) | bases[index(side)];
    const Bits neighbours = orthogonal_neighbours(bit(octagon)) & own;
    // Inside a chain an octagon has a link on either side of it; a base alone claims nothing.
    if (!(own & bit(octagon)) || !(neighbours & (neighbours - 1))) return false;
    return has_chain(side);
  }

  bool has_turn() const {
    const Bits own = pawns(side_);
    Bits near = own | own << 1 | own >> 1;
    near |= near << 8 | near >> 8;
    return (near & empty()) || has_capture();
  }
  bool has_capture() const;

  template <class Visitor>
  bool visit_moves(Visitor& visitor) const {
    const Bits free = empty(), enemy = pawns(opponent(side_));
    for (Bits left = pawns(side_); left; left &= left - 1) {
      const auto from = static_cast<Place>(std::countr_zero(left));
      const Bits b = bit(from);
      if (!visit_targets(from, Kind::jump, (b << 9 | b << 7 | b >> 7 | b >> 9) & free, visitor) ||
          !visit_targets(from, Kind::shunt, orthogonal_neighbours(b) & free, visitor)) {
        return false;
      }
      const Bits captures = (((b << 1) & enemy) << 1) | (((b >> 1) & enemy) >> 1) |
                            (((b << 8) & enemy) << 8) | (((b >> 8) & enemy) >> 8);
      if (!visit_targets(from, Kind::capture, captures & free, visitor)) return false;
    }
    return true;
  }

  template <class Visitor>
  static bool visit_targets(Place from, Kind kind, Bits targets, Visitor& visitor) {
    for (; targets; targets &= targets - 1) {
      if (!visitor(Turn{from, static_cast<Place>(std::countr_zero(targets)), kind})) return false;
    }
    return true;
  }

  // E7 F7 G5 G6 A2 A3 B1 C1 and their mirror image.
  std::array<Bits, 2> pawns_ = {
      bit(place(4, 6)) | bit(place(5, 6)) | bit(place(6, 4)) | bit(place(6, 5)) |
          bit(place(0, 1)) | bit(place(0, 2)) | bit(place(1, 0)) | bit(place(2, 0)),
      bit(place(0, 4)) | bit(place(0, 5)) | bit(place(1, 6)) | bit(place(2, 6)) |
          bit(place(4, 0)) | bit(place(5, 0)) | bit(place(6, 1)) | bit(place(6, 2))};
  std::array<Bits, 2> discs_{};
  Side side_ = Side::white;
};

static_assert(GamePosition<Position>);

}  // namespace schiri::creeper
