#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <utility>

#include "core/base/bitboard.h"
#include "core/game.h"
#include "core/hooks.h"

/// Creeper (Graham Lipscomb, 1984-1995): pawns jump over octagons and claim them with discs; a
/// chain of discs between one's two home bases wins. The rules are here, the hooks for bots in
/// other headers (included by hooks.h), the notation in notation/games/creeper. Uses core/base and
/// core/bots.
namespace schiri::creeper {

/// Squares and octagons share one numbering of a board eight wide: 8 * row + column, row 0 at the
/// bottom. Squares use columns and rows 0-6 (A-G, 1-7) without the corners; column 7 stays empty so
/// that a shift by one cannot wrap. The octagon between the columns c, c+1 and the rows r, r+1 has
/// the number of the square at its lower left; c and r are 0-5.

inline constexpr Bits corners =
    bit(place(0, 0)) | bit(place(6, 0)) | bit(place(0, 6)) | bit(place(6, 6));
inline constexpr Bits squares = 0x007f7f7f7f7f7f7fu & ~corners;
inline constexpr Bits octagons = 0x00003f3f3f3f3f3fu;
/// The home bases AB12 and FG67, and AB67 and FG12. Each side has one of the pairs, by the variant.
inline constexpr std::array<Bits, 2> base_pairs = {bit(place(0, 0)) | bit(place(5, 5)),
                                                   bit(place(0, 5)) | bit(place(5, 0))};
inline constexpr Bits all_bases = base_pairs[0] | base_pairs[1];

inline constexpr int pawns_per_side = 8;
/// The fewest discs that can join two bases.
inline constexpr int shortest_chain = 9;
/// A pawn has at most one jump or shunt for each of the eight directions; a capture replaces a
/// blocked shunt.
inline constexpr int max_turns = 8 * pawns_per_side;

/// White's bases.
enum class Bases : std::uint8_t {
  white_ab12,  ///< AB12 and FG67
  white_ab67,  ///< AB67 and FG12: the mirror image
};

/// The settings of a game.
struct Variant {
  Repetition repetition = Repetition::draw;
  Bases bases = Bases::white_ab12;

  friend bool operator==(const Variant&, const Variant&) = default;
};

enum class Kind : std::uint8_t { jump, shunt, capture };

/// A turn as written; the position decides whether it is legal.
struct Turn {
  Place from;
  Place to;
  Kind kind;

  friend bool operator==(const Turn&, const Turn&) = default;
};

/// The only way of moving from a square to another, and the octagon or square it passes over.
/// Squares that no way connects have a kind of their own.
struct Step {
  static constexpr Kind none{3};

  Kind kind = none;
  Place over = 0;
};

constexpr Step step_between(Place from, Place to) {
  const int columns = column_of(to) - column_of(from), rows = row_of(to) - row_of(from);
  const int distance = columns * columns + rows * rows;
  const int column = std::min(column_of(from), column_of(to));
  const int row = std::min(row_of(from), row_of(to));
  if (!(squares & bit(from)) || !(squares & bit(to))) return {};
  if (distance == 1) return {Kind::shunt, 0};
  if (distance == 2) return {Kind::jump, place(column, row)};
  if (distance == 4) return {Kind::capture, static_cast<Place>((from + to) / 2)};
  return {};
}

inline constexpr auto steps = [] {
  std::array<std::array<Step, 64>, 64> table{};
  for (Place from = 0; from < 64; ++from) {
    for (Place to = 0; to < 64; ++to) table[from][to] = step_between(from, to);
  }
  return table;
}();

/// The rules that a turn can break.
enum class Violation : std::uint8_t {
  no_pawn_there,      ///< the square it starts from is empty
  opponents_pawn,     ///< the pawn there is not the mover's
  not_a_jump,         ///< `+`, but the squares are not diagonal neighbours
  not_a_shunt,        ///< `-`, but the squares are not orthogonal neighbours
  not_a_capture,      ///< `x`, but the squares are not two apart on a line
  target_occupied,    ///< the square it ends on holds a pawn
  nothing_captured,   ///< `x`, but there is no pawn between
  own_pawn_captured,  ///< `x` over a pawn of the mover
};

/// The endings, in the order in which they are tested.
inline constexpr std::string_view chain_reason = "chain";
inline constexpr std::string_view blocked_reason = "blocked";

class Position {
 public:
  using Turn = creeper::Turn;
  using Violation = creeper::Violation;
  /// See core/hooks.h.
  using Hooks = schiri::Hooks<Hook::visit_captures, Hook::can_win_at_once, Hook::evaluation_scale,
                              Hook::features_of, Hook::built_in_networks, Hook::repetition>;

  /// The start of the standard game.
  constexpr Position() = default;

  /// The start of a game.
  explicit constexpr Position(Variant variant) : settings_(packed(variant)) {
    if (variant.bases == Bases::white_ab67) std::swap(pawns_[0], pawns_[1]);
  }

  /// Any valid position: at most eight pawns a side on different squares, discs on different
  /// octagons that are no bases.
  constexpr Position(std::array<Bits, 2> pawns, std::array<Bits, 2> discs, Side side,
                     Variant variant = {})
      : pawns_(pawns), discs_(discs), side_(side), settings_(packed(variant)) {}

  constexpr Side side_to_move() const { return side_; }
  constexpr Bits pawns(Side side) const { return pawns_[index(side)]; }
  constexpr Bits discs(Side side) const { return discs_[index(side)]; }
  constexpr Bits empty() const { return squares & ~(pawns_[0] | pawns_[1]); }
  constexpr Variant variant() const {
    return {static_cast<Repetition>(settings_ >> 1), static_cast<Bases>(settings_ & 1)};
  }
  constexpr Repetition repetition() const { return variant().repetition; }
  /// The two home bases of a side.
  constexpr Bits bases(Side side) const { return base_pairs[index(side) ^ (settings_ & 1u)]; }

  std::optional<Ending> ending() const {
    if (has_chain(opponent(side_))) return Ending{win_for(opponent(side_)), chain_reason};
    if (!has_turn()) return Ending{Outcome::draw, blocked_reason};
    return std::nullopt;
  }

  /// Only a jump can complete a chain, so other turns are not examined.
  [[gnu::always_inline]] std::optional<Ending> ending_after(Turn turn) const {
    const Bits over = bit(steps[turn.from][turn.to].over);
    if (may_complete_chain(opponent(side_), only_if(turn.kind == Kind::jump, over & ~all_bases)) &&
        has_chain(opponent(side_))) {
      return Ending{win_for(opponent(side_)), chain_reason};
    }
    if (!has_turn()) return Ending{Outcome::draw, blocked_reason};
    return std::nullopt;
  }

  /// Branchless because the way of moving is hard to predict.
  bool is_legal(Turn turn) const {
    const Step step = steps[turn.from][turn.to];
    const Bits own = pawns(side_), enemy = pawns(opponent(side_)), free = empty();
    const Bits needed = only_if(turn.kind == Kind::capture, bit(step.over));
    const bool from_own = own >> turn.from & 1, to_free = free >> turn.to & 1;
    return (step.kind == turn.kind) & from_own & to_free & ((enemy & needed) == needed);
  }

  std::optional<Violation> violation(const Turn& turn) const;

  /// Captures and discs placed on empty octagons cannot be undone.
  bool is_irreversible(Turn turn) const {
    const Bits over = bit(steps[turn.from][turn.to].over);
    const Bits fresh = over & ~(discs_[0] | discs_[1] | all_bases);
    return (turn.kind == Kind::capture) | ((turn.kind == Kind::jump) & (fresh != 0));
  }

  void play(Turn turn) {
    // The sides alternate, so this branch is always predicted.
    if (side_ == Side::white) {
      play_as<Side::white>(turn);
    } else {
      play_as<Side::black>(turn);
    }
  }

  std::uint64_t count_turns() const;
  Turn random_turn(Rng& rng) const;

  template <class Visitor>
  bool visit_turns(Visitor&& visitor) const {
    if (has_chain(opponent(side_))) return true;
    return visit_moves(visitor);
  }

  /// Like visit_turns, but captures only.
  template <class Visitor>
  bool visit_captures(Visitor&& visitor) const {
    return has_chain(opponent(side_)) || visit_captures_of(pawns(side_), visitor);
  }

  std::uint64_t hash() const {
    // Odd constants with bits that no board uses, so that no factor is zero.
    const std::uint64_t pawns =
        fold_product(pawns_[0] ^ 0xa0761d6478bd642fu, pawns_[1] ^ 0xe7037ed1a0b428dbu);
    const std::uint64_t discs =
        fold_product(discs_[0] ^ 0x8ebc6af09c88c6e3u, discs_[1] ^ 0x589965cc75374cc3u);
    const std::uint64_t rest = index(side_) + 2u * settings_;
    return fold_product(pawns ^ 0x1d8e4e27c47d124fu, discs ^ (0xeb44accab455d165u + rest));
  }

  /// Do discs of this side join its two bases? Bases are links for their owner only.
  bool has_chain(Side side) const;

  friend bool operator==(const Position& a, const Position& b) {
    return !((a.pawns_[0] ^ b.pawns_[0]) | (a.pawns_[1] ^ b.pawns_[1]) |
             (a.discs_[0] ^ b.discs_[0]) | (a.discs_[1] ^ b.discs_[1])) &&
           a.side_ == b.side_ && a.settings_ == b.settings_;
  }

 private:
  static constexpr Bits only_if(bool condition, Bits b) { return b & (Bits{0} - condition); }

  static constexpr unsigned index(Side side) { return static_cast<unsigned>(side); }

  static constexpr std::uint8_t packed(Variant variant) {
    return static_cast<std::uint8_t>(static_cast<unsigned>(variant.repetition) << 1 |
                                     static_cast<unsigned>(variant.bases));
  }

  template <Side mover>
  void play_as(Turn turn) {
    constexpr unsigned own = index(mover), other = 1 - own;
    const Bits over = bit(steps[turn.from][turn.to].over);
    const Bits claimed = only_if(turn.kind == Kind::jump, over & ~all_bases);
    pawns_[own] ^= bit(turn.from) | bit(turn.to);
    pawns_[other] &= ~only_if(turn.kind == Kind::capture, over);
    discs_[own] |= claimed;
    discs_[other] &= ~claimed;
    side_ = opponent(mover);
  }

  /// A quick test before the full one: an octagon just claimed completes a chain only if it has a
  /// link on either side, and a chain crosses every column and every row.
  bool may_complete_chain(Side side, Bits claimed) const {
    const Bits own = discs(side) | bases(side);
    const Bits links = orthogonal_neighbours(claimed) & own;
    Bits columns = own | own >> 24;
    columns |= columns >> 8 | columns >> 16;
    // A row that is not empty carries into its highest bit.
    constexpr Bits row_ends = 0x808080808080;
    const Bits rows = (own + (row_ends - (row_ends >> 7))) & row_ends;
    return only_if(((columns & 0x3f) == 0x3f) & (rows == row_ends), links & (links - 1)) != 0;
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
    const Bits free = empty();
    for (const Place from : places(pawns(side_))) {
      const Bits b = bit(from);
      if (!visit_targets(from, Kind::jump, (b << 9 | b << 7 | b >> 7 | b >> 9) & free, visitor) ||
          !visit_targets(from, Kind::shunt, orthogonal_neighbours(b) & free, visitor)) {
        return false;
      }
      if (!visit_captures_of(b, visitor)) return false;
    }
    return true;
  }

  /// The captures of some of the mover's pawns.
  template <class Visitor>
  bool visit_captures_of(Bits hunters, Visitor& visitor) const {
    const Bits free = empty(), enemy = pawns(opponent(side_));
    const auto targets = [&](Bits b) {
      return ((((b << 1) & enemy) << 1) | (((b >> 1) & enemy) >> 1) | (((b << 8) & enemy) << 8) |
              (((b >> 8) & enemy) >> 8)) &
             free;
    };
    if (!targets(hunters)) return true;
    for (const Place from : places(hunters)) {
      if (!visit_targets(from, Kind::capture, targets(bit(from)), visitor)) return false;
    }
    return true;
  }

  template <class Visitor>
  static bool visit_targets(Place from, Kind kind, Bits targets, Visitor& visitor) {
    for (const Place at : places(targets)) {
      if (!visitor(Turn{from, at, kind})) return false;
    }
    return true;
  }

  // E7 F7 G5 G6 A2 A3 B1 C1 and their mirror image.
  std::array<Bits, 2> pawns_ = {
      bit(place(4, 6)) | bit(place(5, 6)) | bit(place(6, 4)) | bit(place(6, 5)) | bit(place(0, 1)) |
          bit(place(0, 2)) | bit(place(1, 0)) | bit(place(2, 0)),
      bit(place(0, 4)) | bit(place(0, 5)) | bit(place(1, 6)) | bit(place(2, 6)) | bit(place(4, 0)) |
          bit(place(5, 0)) | bit(place(6, 1)) | bit(place(6, 2))};
  std::array<Bits, 2> discs_{};
  Side side_ = Side::white;
  std::uint8_t settings_ = 0;  // the variant in one byte, which is copied and hashed faster
};

static_assert(GamePosition<Position>);

/// The octagons of a shortest chain that joins the bases of this side, bases included; always the
/// same one, empty if there is no chain.
Bits shortest_chain_of(const Position& position, Side side);

}  // namespace schiri::creeper
