#include "core/games/springerjagd/position.h"

#include <algorithm>

namespace schiri::springerjagd {

namespace {

Place nth_place(Bits set, std::uint64_t n) {
  for (; n > 0; --n) set &= set - 1;
  return static_cast<Place>(std::countr_zero(set));
}

std::uint64_t count_of(Bits set) { return static_cast<std::uint64_t>(std::popcount(set)); }

}  // namespace

std::optional<Violation> Position::violation(const Turn& turn) const {
  if (!(own().knights & bit(turn.from))) {
    return enemy().knights & bit(turn.from) ? Violation::opponents_knight
                                            : Violation::no_knight_there;
  }
  if (turn.kind == Kind::swap) return violation_of_swap(turn);
  if (const auto broken = violation_of_knight(turn)) return broken;
  if (turn.kind == Kind::capture && captures_last_knight(bit(turn.to))) {
    if (turn.fill == Turn::none && turn.second_from == Turn::none) return std::nullopt;
    return Violation::pawn_after_end;
  }
  if (const auto broken = violation_of_fill(turn)) return broken;
  return violation_of_second(turn);
}

std::optional<Violation> Position::violation_of_swap(const Turn& turn) const {
  if (!(swappable(side_) & bit(turn.to))) return Violation::no_pair_there;
  if (turn.fill != Turn::none || turn.second_from != Turn::none) return Violation::pawn_after_swap;
  return std::nullopt;
}

std::optional<Violation> Position::violation_of_knight(const Turn& turn) const {
  const Bits from = bit(turn.from), to = bit(turn.to);
  if (own().all() & to) return Violation::own_piece_there;
  const bool near = knight_steps(from) & to;
  const bool neighbour = turn.kind == Kind::capture && (orthogonal_neighbours(from) & to);
  if (!near && !neighbour) return Violation::not_a_knights_move;
  if (near) {
    if (enemy().pairs & to) return Violation::pair_there;
    if (turn.kind == Kind::move && (enemy().all() & to)) return Violation::capture_not_written;
    if (turn.kind == Kind::capture && (empty() & to)) return Violation::nothing_captured;
  } else {
    if (!(enemy().knights & to)) return Violation::neighbour_no_knight;
    if (protected_ & to) return Violation::neighbour_protected;
  }
  return std::nullopt;
}

std::optional<Violation> Position::violation_of_fill(const Turn& turn) const {
  const bool from_reserve = own().reserve() > 0;
  if (turn.fill == Turn::none) return Violation::fill_missing;
  if (turn.fill == Turn::reserve) {
    if (!from_reserve) return Violation::reserve_empty;
    return std::nullopt;
  }
  if (from_reserve) return Violation::reserve_first;
  if (!(own().pawns() & bit(turn.fill))) return Violation::no_pawn_to_fill;
  if (own().pairs && !(own().pairs & bit(turn.fill))) return Violation::pair_first;
  return std::nullopt;
}

std::optional<Violation> Position::violation_of_second(const Turn& turn) const {
  const bool present = turn.second_from != Turn::none;
  if (turn.kind == Kind::capture && (enemy().singles & bit(turn.to))) {
    if (present) return Violation::second_after_capture;
    return std::nullopt;
  }
  const SidePieces filled = after_fill(turn);
  const Bits origins = filled.pawns() & ~bit(turn.from);
  if (!origins) {
    if (present) return Violation::no_other_pawn;
    return std::nullopt;
  }
  if (!present) return Violation::second_missing;
  if (turn.second_from == turn.from) return Violation::second_is_fill;
  if (!(origins & bit(turn.second_from))) return Violation::no_second_pawn;
  if (turn.second_from == turn.second_to) return Violation::second_stays;
  if (!(second_targets(turn, filled) & bit(turn.second_to))) return Violation::second_blocked;
  return std::nullopt;
}

void Position::play(const Turn& turn) {
  SidePieces& mover = armies_[static_cast<unsigned>(side_)];
  SidePieces& other = armies_[static_cast<unsigned>(opponent(side_))];
  const Bits from = bit(turn.from), to = bit(turn.to);
  mover.knights ^= from | to;
  if (turn.kind == Kind::swap) {
    SidePieces& pawns = mover.pairs & to ? mover : other;
    pawns.pairs ^= to;
    pawns.singles |= from;
  } else {
    other.knights &= ~to;
    other.singles &= ~to;
    if (turn.fill < Turn::reserve) mover.take_pawn(bit(turn.fill));
    if (turn.fill != Turn::none) mover.put_pawn(from);
    if (turn.second_from != Turn::none) {
      mover.take_pawn(bit(turn.second_from));
      if (turn.second_to != Turn::none) mover.put_pawn(bit(turn.second_to));
    }
  }
  protected_ = to;
  side_ = opponent(side_);
}

Position::Count Position::count() const {
  Count count{};
  std::uint64_t singles = count_of(own().singles), pairs = count_of(own().pairs);
  const Bits enemy_pairs = swappable(side_) ^ own().pairs;
  const std::uint64_t swaps = pairs + (enemy_pairs ? count_of(enemy_pairs) : 0);
  for (const Place at : places(own().knights)) {
    const Targets targets = targets_of(at);
    for (const Aim aim : {at_empty, at_pawn, at_knight}) count.steps[aim] += count_of(targets[aim]);
    count.steps[at_pair] += swaps;
  }

  // The pawns after the fill: other single pawns, pairs, and empty squares (one less if the knight
  // took one).
  std::uint64_t free = count_of(empty());
  if (singles + 2 * pairs < pawns_per_side) {
    count.fills = 1;
  } else if (pairs > 0) {
    count.fills = pairs--;
    ++singles;
  } else {
    count.fills = singles--;
    ++free;
  }
  // A single pawn goes to the other single pawns, the one that filled and empty squares; one of a
  // pair to all single pawns and empty squares.
  const auto ways = [&](std::uint64_t empty_squares) {
    const std::uint64_t to = singles + empty_squares;
    return count.fills * std::max<std::uint64_t>(singles * to + pairs * (to + 1), 1);
  };
  const bool last = std::has_single_bit(enemy().knights);
  count.ways = {ways(free - 1), count.fills, last ? 1 : ways(free), 1};
  for (std::size_t aim = 0; aim < aims; ++aim) count.total += count.steps[aim] * count.ways[aim];
  return count;
}

Turn Position::random_turn(Rng& rng) const {
  const Count all = count();
  std::uint64_t n = rng.below(all.total);
  std::size_t aim = 0;
  while (n >= all.steps[aim] * all.ways[aim]) {
    n -= all.steps[aim] * all.ways[aim];
    ++aim;
  }
  const std::uint64_t way = n % all.ways[aim];
  Turn turn = nth_step(static_cast<Aim>(aim), n / all.ways[aim]);
  if (aim == at_pair || captures_last_knight(bit(turn.to))) return turn;
  const Bits sources = fill_sources();
  turn.fill = sources ? nth_place(sources, way % all.fills) : Turn::reserve;
  if (aim != at_pawn) add_nth_second(turn, way / all.fills);
  return turn;
}

Turn Position::nth_step(Aim aim, std::uint64_t n) const {
  Bits knights = own().knights;
  auto from = static_cast<Place>(std::countr_zero(knights));
  Bits to = targets_of(from)[aim];
  if (const std::uint64_t of_first = count_of(to); n >= of_first) {
    n -= of_first;
    from = static_cast<Place>(std::countr_zero(knights & (knights - 1)));
    to = targets_of(from)[aim];
  }
  return {kinds[aim], from, nth_place(to, n)};
}

/// If no second pawn can move, nothing is added.
void Position::add_nth_second(Turn& turn, std::uint64_t n) const {
  const SidePieces filled = after_fill(turn);
  const Bits all_targets = second_targets(turn, filled);
  for (Bits origins = filled.pawns() & ~bit(turn.from); origins; origins &= origins - 1) {
    const Bits origin = origins & -origins;
    const Bits targets = all_targets & ~origin;
    if (const std::uint64_t of_origin = count_of(targets); n >= of_origin) {
      n -= of_origin;
      continue;
    }
    turn.second_from = static_cast<Place>(std::countr_zero(origin));
    turn.second_to = nth_place(targets, n);
    return;
  }
}

std::uint64_t Position::hash() const {
  // Constants with bits that no board uses, so that no factor is zero.
  const std::uint64_t knights = fold_product(armies_[0].knights ^ 0xa0761d6478bd642fu,
                                             armies_[1].knights ^ 0xe7037ed1a0b428dbu);
  const std::uint64_t singles = fold_product(armies_[0].singles ^ 0x8ebc6af09c88c6e3u,
                                             armies_[1].singles ^ 0x589965cc75374cc3u);
  const std::uint64_t pairs =
      fold_product(armies_[0].pairs ^ 0x1d8e4e27c47d124fu, armies_[1].pairs ^ 0xeb44accab455d165u);
  const std::uint64_t turn = protected_ | Bits{side_ == Side::black} << 63 | Bits{settings_} << 56;
  return fold_product(fold_product(knights ^ 0x9e3779b97f4a7c15u, singles),
                      fold_product(pairs, turn ^ 0x2d358dccaa6c78a5u));
}

}  // namespace schiri::springerjagd
