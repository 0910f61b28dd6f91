#include "core/games/sperre/position.h"

#include <algorithm>

namespace schiri::sperre {

namespace {

/// The squares locked by each number, by kind of lock.
constexpr auto lock_squares = [] {
  std::array<std::array<Bits, 10>, 3> table{};
  for (int n = 1; n <= size; ++n) {
    const auto number = static_cast<std::size_t>(n);
    table[0][number] = squares_of_column(n);
    table[1][number] = squares_of_row(n);
    table[2][number] = squares_of_column(n) | squares_of_row(n);
  }
  return table;
}();

constexpr Digits digits_of(const Tops& tops) {
  return static_cast<Digits>(digit(tops[0]) | digit(tops[1]) | digit(tops[2]));
}

/// The n-th square of a set, from 0, the lowest first.
Place nth(Bits set, std::uint64_t number) {
  for (; number > 0; --number) set &= set - 1;
  return lowest(set);
}

/// One of the squares of a set, each equally likely. The set should be most of the board: then
/// rejection sampling is faster than selection.
Place draw_square(Bits set, Rng& rng) {
  while (true) {
    const auto number = static_cast<int>(rng.below(size * size));
    const Place at = place(1 + number % size, 1 + number / size);
    if (set & bit(at)) return at;
  }
}

}  // namespace

/// The squares at which a move can end, by the number of enemy stones beside them.
class Position::Landings {
 public:
  explicit Landings(const Position& position) : goal_(bit(position.goal())) {
    const Bits enemy = position.enemy();
    const Bits left = enemy << 1, right = enemy >> 1, up = enemy << 10, down = enemy >> 10;
    // Adds the four neighbours in bit planes, for all squares at once.
    const Bits sideways = left ^ right, upright = up ^ down;
    const Bits ones = sideways ^ upright;
    const Bits fours = left & right & up & down;
    const Bits twos = ((left & right) ^ (up & down)) | (sideways & upright);
    beside_ = {0, ones & ~twos, twos & ~ones, ones & twos, fours};
    beside_[0] = ~(beside_[1] | beside_[2] | beside_[3] | beside_[4]);
  }

  Bits winning(Bits targets) const { return targets & goal_; }

  /// The number of moves with displacements that end on these squares without winning.
  std::uint64_t count_outcomes(Bits targets) const {
    targets &= ~goal_;
    std::uint64_t outcomes = 0;
    for (std::size_t n = 0; n < beside_.size(); ++n) {
      if (const Bits here = targets & beside_[n]) {
        outcomes += static_cast<std::uint64_t>(count(here)) * ways_to_displace[n];
      }
    }
    return outcomes;
  }

  /// The square at which the outcome of this number ends.
  Place landing_of(Bits targets, std::uint64_t outcome) const {
    targets &= ~goal_;
    std::size_t n = 0;
    while (true) {
      const Bits here = targets & beside_[n];
      const std::uint64_t outcomes = static_cast<std::uint64_t>(count(here)) * ways_to_displace[n];
      if (outcome < outcomes) return nth(here, outcome / ways_to_displace[n]);
      outcome -= outcomes;
      ++n;
    }
  }

 private:
  Bits goal_;
  std::array<Bits, most_displacements + 1> beside_;
};

/// The numbers of turns of one stone.
struct Position::StoneTurns {
  Place stone = 0;
  Bits targets = 0;
  unsigned tilts = 0;      ///< tilts that are legal with a move that does not win
  std::uint64_t wins = 0;  ///< turns that win
  std::uint64_t others = 0;

  std::uint64_t all() const { return wins + others; }
};

/// The numbers that lock this square.
Digits Position::locks_of(Place stone) const {
  const Digits column = digit(static_cast<unsigned>(column_of(stone)));
  const Digits row = digit(static_cast<unsigned>(row_of(stone)));
  if (variant_.lock == Lock::columns) return column;
  return variant_.lock == Lock::rows ? row : static_cast<Digits>(column | row);
}

/// The numbers on top of the other two dice.
Digits Position::tops_beside(Die die) const {
  const std::size_t i = index(die);
  return static_cast<Digits>(digit(tops_[(i + 1) % 3]) | digit(tops_[(i + 2) % 3]));
}

/// The numbers that a tilt of this die can bring up and that free a stone locked by these.
Digits Position::faces_freeing(Die die, Digits locks) const {
  if (die == last_) return 0;
  const Digits next = next_faces[index(die)][tops_[index(die)]];
  if (!tilt_comes_first()) return next;
  return locks & tops_beside(die) ? Digits{0} : static_cast<Digits>(next & ~locks);
}

/// The number of legal tilts for a move of a stone that these numbers lock. If the move comes
/// first, every tilt is legal, or none if the stone is locked.
unsigned Position::count_tilts(Digits locks) const {
  if (!tilt_comes_first() && (locks & digits_of(tops_))) return 0;
  unsigned tilts = 0;
  for (const Die die : dice) tilts += count(faces_freeing(die, locks));
  return tilts;
}

/// Sets a turn's tilt to that number among those tilts.
void Position::choose_tilt(Turn& turn, Digits locks, std::uint64_t number) const {
  turn.tilts_last = !tilt_comes_first();
  for (const Die die : dice) {
    Digits left = faces_freeing(die, locks);
    for (; left; left = static_cast<Digits>(left & (left - 1)), --number) {
      if (number > 0) continue;
      turn.die = die;
      turn.face = static_cast<std::uint8_t>(std::countr_zero(left));
      return;
    }
  }
}

Bits Position::locked(const Tops& tops) const {
  const auto& squares = lock_squares[static_cast<std::size_t>(variant_.lock)];
  return squares[tops[0]] | squares[tops[1]] | squares[tops[2]];
}

bool Position::is_free_to_move(Place stone) const { return count_tilts(locks_of(stone)) > 0; }

bool Position::can_move() const {
  for (const Place at : places(own() & king_steps(empty()))) {
    if (is_free_to_move(at)) return true;
  }
  return false;
}

Position::StoneTurns Position::look_at(Place stone, const Landings& landings) const {
  StoneTurns found;
  found.stone = stone;
  found.tilts = count_tilts(locks_of(stone));
  if (found.tilts == 0) return found;
  found.targets = reach(stone, empty());
  if (landings.winning(found.targets)) found.wins = tilt_comes_first() ? found.tilts : 1;
  found.others = found.tilts * landings.count_outcomes(found.targets);
  return found;
}

std::uint64_t Position::count_turns() const {
  if (ending()) return 0;
  const Landings landings(*this);
  std::uint64_t turns = 0;
  for (const Place from : places(own())) {
    turns += look_at(from, landings).all();
  }
  return turns ? turns : count_tilts(0);
}

/// The stone's turn of this number, without displacements.
Turn Position::turn_of(const StoneTurns& stone, const Landings& landings,
                       std::uint64_t number) const {
  const Digits locks = locks_of(stone.stone);
  Turn turn;
  turn.motion = Motion::move;
  turn.from = stone.stone;
  if (number < stone.wins) {
    turn.to = goal();
    if (tilt_comes_first()) choose_tilt(turn, locks, number);
    return turn;
  }
  number -= stone.wins;
  choose_tilt(turn, locks, number % stone.tilts);
  turn.to = landings.landing_of(stone.targets, number / stone.tilts);
  return turn;
}

Turn Position::random_turn(Rng& rng) const {
  const Landings landings(*this);
  std::array<StoneTurns, stones_per_side> choices;
  std::size_t stones = 0;
  std::uint64_t turns = 0;
  for (const Place at : places(own())) {
    choices[stones] = look_at(at, landings);
    turns += choices[stones++].all();
  }
  Turn turn;
  if (turns == 0) {
    turn.motion = Motion::pass;
    choose_tilt(turn, 0, rng.below(count_tilts(0)));
    return turn;
  }
  std::uint64_t number = rng.below(turns);
  std::size_t chosen = 0;
  for (; number >= choices[chosen].all(); ++chosen) number -= choices[chosen].all();
  turn = turn_of(choices[chosen], landings, number);
  if (turn.to != goal()) draw_displacements(turn, rng);
  return turn;
}

/// Draws squares for the displaced stones among the squares that are free without them.
void Position::draw_displacements(Turn& turn, Rng& rng) const {
  const Bits beside = orthogonal_neighbours(bit(turn.to)) & enemy();
  if (!beside) return;
  const Bits open = (empty() ^ bit(turn.from) ^ bit(turn.to)) | beside;
  Bits taken = 0;
  for (int left = count(beside); left > 0; --left) taken |= bit(draw_square(open & ~taken, rng));
  set_displacements(turn, beside & ~taken, taken & ~beside);
}

void Position::play(const Turn& turn) {
  moved_to_goal_ = variant_.own_goal == OwnGoal::nothing && turn.to == goal();
  // A pass moves from 0 to 0, which changes nothing.
  stones_[index(side_)] ^= bit(turn.from) ^ bit(turn.to);
  for (std::size_t i = 0; i < turn.displaced; ++i) {
    stones_[index(opponent(side_))] ^=
        bit(turn.displacements[i].from) ^ bit(turn.displacements[i].to);
  }
  if (turn.has_tilt()) {
    tops_[index(turn.die)] = turn.face;
    last_ = turn.die;
  }
  side_ = opponent(side_);
}

std::uint64_t Position::hash() const {
  __extension__ using Wide = unsigned __int128;
  const auto fold = [](std::uint64_t a, std::uint64_t b) {
    const Wide product = Wide{a} * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
  };
  // Some bits of each word are unused; the constants set them, so that no factor is zero.
  const auto low = [](Bits b) { return static_cast<std::uint64_t>(b); };
  const std::uint64_t dice_and_side =
      std::uint64_t{tops_[0]} | std::uint64_t{tops_[1]} << 8 | std::uint64_t{tops_[2]} << 16 |
      std::uint64_t{static_cast<std::uint8_t>(last_)} << 24 | std::uint64_t{index(side_)} << 32 |
      std::uint64_t{static_cast<std::uint8_t>(variant_.order)} << 40 |
      std::uint64_t{static_cast<std::uint8_t>(variant_.lock)} << 48 |
      std::uint64_t{static_cast<std::uint8_t>(variant_.repetition)} << 50 |
      std::uint64_t{static_cast<std::uint8_t>(variant_.own_goal)} << 52 |
      std::uint64_t{static_cast<std::uint8_t>(variant_.roll)} << 53 |
      std::uint64_t{moved_to_goal_} << 54;
  const std::uint64_t white =
      fold(low(stones_[0]) ^ 0xa0761d6478bd642fu, low(stones_[0] >> 64) ^ 0xe7037ed1a0b428dbu);
  const std::uint64_t black =
      fold(low(stones_[1]) ^ 0x8ebc6af09c88c6e3u, low(stones_[1] >> 64) ^ 0x589965cc75374cc3u);
  return fold(white ^ mix64(dice_and_side), black ^ 0x1d8e4e27c47d124fu);
}

void set_displacements(Turn& turn, Bits sources, Bits targets) {
  turn.displaced = 0;
  turn.displacements = {};
  for (; sources; sources &= sources - 1, targets &= targets - 1) {
    turn.displacements[turn.displaced++] = {lowest(sources), lowest(targets)};
  }
}

Turn canonical(const Turn& turn) {
  Bits sources = 0, targets = 0;
  for (std::size_t i = 0; i < turn.displaced; ++i) {
    sources |= bit(turn.displacements[i].from);
    targets |= bit(turn.displacements[i].to);
  }
  Turn result = turn;
  set_displacements(result, sources & ~targets, targets & ~sources);
  return result;
}

// A turn is examined in the order in which it is played.
std::optional<Violation> Position::violation(const Turn& turn) const {
  if (turn.has_surplus) return Violation::surplus_part;
  if (turn.motion == Motion::missing) return Violation::missing_move;
  if (turn.has_tilt() && turn.tilts_last == tilt_comes_first()) return Violation::misplaced_tilt;
  if (tilt_comes_first()) {
    if (const auto broken = violation_of_tilt(turn)) return broken;
    return violation_of_motion(turn, tops_after(turn.die, turn.face));
  }
  if (const auto broken = violation_of_motion(turn, tops_)) return broken;
  if (turn.motion == Motion::move && turn.to == goal()) {
    return turn.has_tilt() ? std::optional(Violation::tilt_after_win) : std::nullopt;
  }
  return violation_of_tilt(turn);
}

std::optional<Violation> Position::violation_of_tilt(const Turn& turn) const {
  if (!turn.has_tilt()) return Violation::missing_tilt;
  if (turn.die == last_) return Violation::opponents_die;
  const std::uint8_t top = tops_[index(turn.die)];
  if (contains(next_faces[index(turn.die)][top], turn.face)) return std::nullopt;
  if (!has_face(turn.die, turn.face)) return Violation::no_such_face;
  return turn.face == top ? Violation::face_on_top : Violation::face_opposite;
}

std::optional<Violation> Position::violation_of_motion(const Turn& turn, const Tops& tops) const {
  if (turn.motion == Motion::pass) {
    return can_move() ? std::optional(Violation::stone_can_move) : std::nullopt;
  }
  if (const auto broken = violation_of_move(turn, tops)) return broken;
  if (turn.displaced == 0) return std::nullopt;
  if (turn.to == goal()) return Violation::displacement_after_win;
  return violation_of_displacements(turn);
}

std::optional<Violation> Position::violation_of_move(const Turn& turn, const Tops& tops) const {
  const Bits from = bit(turn.from), to = bit(turn.to);
  if (!(own() & from)) {
    return enemy() & from ? Violation::opponents_stone : Violation::no_stone_there;
  }
  if (locked(tops) & from) return Violation::stone_locked;
  if (turn.from == turn.to) return Violation::move_to_same_square;
  if (!(empty() & to)) return Violation::target_occupied;
  // At distance one, both sets contain the end of the move; at distance two, the squares between.
  if (king_steps(from) & king_steps(to) & empty()) return std::nullopt;
  return distance(turn.from, turn.to) > 2 ? Violation::too_far : Violation::way_blocked;
}

std::size_t Position::count_legal_displacements(const Turn& turn) const {
  Bits beside = orthogonal_neighbours(bit(turn.to)) & enemy();
  Bits free = empty() ^ bit(turn.from) ^ bit(turn.to);
  const std::size_t written = std::min<std::size_t>(turn.displaced, most_displacements);
  for (std::size_t i = 0; i < written; ++i) {
    const Bits from = bit(turn.displacements[i].from), to = bit(turn.displacements[i].to);
    if (!(beside & from) || !(free & to)) return i;
    beside ^= from;
    free ^= from ^ to;
  }
  return written;
}

std::optional<Violation> Position::violation_of_displacements(const Turn& turn) const {
  const std::size_t legal = count_legal_displacements(turn);
  if (legal == turn.displaced) return std::nullopt;
  if (legal == most_displacements) return Violation::displaced_too_many;

  const Place from = turn.displacements[legal].from;
  for (std::size_t i = 0; i < legal; ++i) {
    const Displacement& earlier = turn.displacements[i];
    if (from == earlier.from || from == earlier.to) return Violation::displaced_twice;
  }
  if (from == turn.to || (from != turn.from && (own() & bit(from)))) {
    return Violation::displaced_own;
  }
  if (!(enemy() & bit(from))) return Violation::displaced_nothing;
  if (!(orthogonal_neighbours(bit(turn.to)) & bit(from))) return Violation::displaced_far;
  return Violation::displaced_onto_stone;
}

}  // namespace schiri::sperre
