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

constexpr auto all_squares = [] {
  std::array<Place, size * size> squares{};
  auto next = squares.begin();
  for (const Place square : places(board)) *next++ = square;
  return squares;
}();

/// One of the squares of a set, each equally likely. The set should be most of the board: then
/// rejection sampling is faster than selection.
Place draw_square(Bits set, Rng& rng) {
  while (true) {
    const Place at = all_squares[rng.below(all_squares.size())];
    if (set & bit(at)) return at;
  }
}

}  // namespace

/// The tilts that permit a stone to move.
class Position::Tilting {
 public:
  explicit Tilting(const Position& position) : lock_(position.variant_.lock) {
    const auto& squares = lock_squares[static_cast<std::size_t>(lock_)];
    const Tops& tops = position.tops_;
    for (const Die die : dice) {
      if (die == position.last_) continue;
      const std::size_t i = index(die);
      DieTilts& tilts = dice_[count_++];
      tilts.die = die;
      tilts.faces = next_faces[i][tops[i]];
      if (position.tilt_comes_first()) {
        const std::uint8_t one = tops[(i + 1) % 3], other = tops[(i + 2) % 3];
        tilts.locking_faces = tilts.faces;
        tilts.locking = static_cast<Digits>(digit(one) | digit(other));
        locked_ &= squares[one] | squares[other];
      } else {
        tilts.locking = digits_of(tops);
        locked_ &= position.locked(tops);
      }
      by_number_ +=
          (faces_a_tilt * one_each - spread[tilts.locking_faces]) & ~(0xfu * spread[tilts.locking]);
    }
  }

  /// The squares whose stones no tilt permits to move.
  Bits locked() const { return locked_; }

  /// The number of tilts with a move of this stone that does not win.
  unsigned count(Place stone) const {
    if (lock_ == Lock::columns) return count_by_number(column_of(stone));
    if (lock_ == Lock::rows) return count_by_number(row_of(stone));
    const Digits locks = locks_of(stone);
    unsigned tilts = 0;
    for (std::size_t i = 0; i < count_; ++i) {
      const unsigned locked = locks & dice_[i].locking_faces;
      const unsigned free = faces_a_tilt - (locked != 0) - ((locked & (locked - 1)) != 0);
      tilts += locks & dice_[i].locking ? 0 : free;
    }
    return tilts;
  }
  /// Sets a turn's tilt to that number among those.
  void choose(Turn& turn, Place stone, std::uint64_t number) const {
    choose(turn, locks_of(stone), number);
  }

  /// The number of tilts without a move.
  std::uint64_t count_all() const { return count_ * faces_a_tilt; }
  void choose_any(Turn& turn, std::uint64_t number) const { choose(turn, Digits{0}, number); }

 private:
  struct DieTilts {
    Die die = Die::none;
    Digits faces = 0;          ///< numbers that can come up
    Digits locking_faces = 0;  ///< those of them that lock stones for the move
    Digits locking = 0;        ///< numbers that do so whichever comes up
  };

  static constexpr std::uint64_t one_each = 0x1111111111;
  /// The bits of a set of numbers, four apart.
  static constexpr auto spread = [] {
    std::array<std::uint64_t, 1024> table{};
    for (Digits set = 0; set < table.size(); ++set) {
      for (unsigned n = 0; n < 10; ++n) {
        if (contains(set, n)) table[set] |= std::uint64_t{1} << 4 * n;
      }
    }
    return table;
  }();

  unsigned count_by_number(int number) const { return by_number_ >> 4 * number & 0xfu; }

  /// The numbers that lock this square.
  Digits locks_of(Place stone) const {
    const Digits column = digit(static_cast<unsigned>(column_of(stone)));
    const Digits row = digit(static_cast<unsigned>(row_of(stone)));
    if (lock_ == Lock::columns) return column;
    return lock_ == Lock::rows ? row : static_cast<Digits>(column | row);
  }

  void choose(Turn& turn, Digits locks, std::uint64_t number) const {
    for (std::size_t i = 0; i < count_; ++i) {
      if (locks & dice_[i].locking) continue;
      auto left = static_cast<Digits>(dice_[i].faces & ~(locks & dice_[i].locking_faces));
      for (; left; left = static_cast<Digits>(left & (left - 1)), --number) {
        if (number > 0) continue;
        turn.die = dice_[i].die;
        turn.face = static_cast<std::uint8_t>(std::countr_zero(left));
        return;
      }
    }
  }

  Lock lock_;
  std::array<DieTilts, dice.size()> dice_;
  std::size_t count_ = 0;        // of dice that may be tilted
  std::uint64_t by_number_ = 0;  // tilts if that number alone locks a stone, in four bits each
  Bits locked_ = board;
};

/// The turns of a position, counted by stone. Those of a stone are numbered: first those that win,
/// then by the number of enemy stones beside the end of the move.
class Position::Choices {
 public:
  explicit Choices(const Position& position)
      : Choices(position, position.empty(), position.enemy()) {}

  /// The stones that can move after some tilt, if squares beside them are empty.
  Bits stones() const { return position_.own() & ~tilting_.locked(); }

  /// The number of such a stone's turns.
  std::uint64_t count(Place stone) const {
    const Window targets = reach(empty_.about(stone));
    const Window ones = targets & ones_.about(stone), twos = targets & twos_.about(stone);
    // The sum of landing(), without branches, which no processor could foresee.
    constexpr auto& ways = ways_to_displace;
    std::uint64_t outcomes = count_of(targets) + count_of(ones) * (ways[1] - 1) +
                             count_of(twos) * (ways[2] - 1) +
                             count_of(ones & twos) * (ways[3] - ways[2] - ways[1] + 1);
    if (has_fours_) outcomes += count_of(targets & fours_.about(stone)) * (ways[4] - 1);
    const std::uint64_t tilts = tilting_.count(stone), turns = tilts * outcomes;
    if (position_.tilt_comes_first() || !(targets & goal_in_window(stone))) return turns;
    return turns - tilts + 1;  // no tilt follows a win
  }

  /// The stone's turn of this number, without displacements.
  Turn turn(Place stone, std::uint64_t number) const {
    const Window targets = reach(empty_.about(stone)), goal = goal_in_window(stone);
    const bool tilts_first = position_.tilt_comes_first();
    const std::uint64_t tilts = tilting_.count(stone);
    std::uint64_t wins = 0;
    if (targets & goal) wins = tilts_first ? tilts : 1;
    Turn turn;
    turn.motion = Motion::move;
    turn.from = stone;
    turn.to = position_.goal();
    if (number < wins) {
      if (tilts_first) tilting_.choose(turn, stone, number);
      return turn;
    }
    number -= wins;
    turn.tilts_last = !tilts_first;
    tilting_.choose(turn, stone, number % tilts);
    turn.to = landing(targets & ~goal, stone, number / tilts);
    return turn;
  }

  /// The number of turns if no stone can move.
  std::uint64_t count_passes() const { return tilting_.count_all(); }
  Turn pass(std::uint64_t number) const {
    Turn turn;
    turn.motion = Motion::pass;
    turn.tilts_last = !position_.tilt_comes_first();
    tilting_.choose_any(turn, number);
    return turn;
  }

 private:
  Choices(const Position& position, Bits empty, Bits enemy)
      : Choices(position, empty, enemy << 1, enemy >> 1, enemy << 10, enemy >> 10) {}
  /// Adds the four neighbours of all squares at once, in bit planes.
  Choices(const Position& position, Bits empty, Bits left, Bits right, Bits up, Bits down)
      : position_(position),
        tilting_(position),
        empty_(empty),
        landings_(empty & ~bit(position.goal())),
        ones_((left ^ right ^ up ^ down) & landings_),
        twos_((((left & right) ^ (up & down)) | ((left ^ right) & (up ^ down))) & landings_),
        has_fours_(left & right & up & down & landings_),
        fours_(left & right & up & down & landings_) {}

  static std::uint64_t count_of(Window squares) {
    return static_cast<std::uint64_t>(count_bits(squares));
  }

  Window goal_in_window(Place stone) const {
    const auto number = static_cast<unsigned>(position_.goal() - stone + window_middle);
    return number < 64 ? Window{1} << number : 0;
  }

  /// The end of the move with this outcome.
  Place landing(Window targets, Place stone, std::uint64_t outcome) const {
    const Window ones = targets & ones_.about(stone), twos = targets & twos_.about(stone);
    const Window fours = targets & fours_.about(stone);
    const std::array<Window, most_displacements + 1> by_stones = {
        targets & ~(ones | twos | fours), ones & ~twos, twos & ~ones, ones & twos, fours};
    std::size_t stones = 0;
    for (;; ++stones) {
      const std::uint64_t outcomes = count_of(by_stones[stones]) * ways_to_displace[stones];
      if (outcome < outcomes) break;
      outcome -= outcomes;
    }
    Window here = by_stones[stones];
    for (outcome /= ways_to_displace[stones]; outcome > 0; --outcome) here &= here - 1;
    return static_cast<Place>(stone - window_middle + std::countr_zero(here));
  }

  const Position& position_;
  const Tilting tilting_;
  const Windows empty_;
  const Bits landings_;  // empty squares without the goal, by the stones beside, in binary digits:
  const Windows ones_, twos_;
  const bool has_fours_;
  const Windows fours_;
};

Bits Position::locked(const Tops& tops) const {
  const auto& squares = lock_squares[static_cast<std::size_t>(variant_.lock)];
  return squares[tops[0]] | squares[tops[1]] | squares[tops[2]];
}

bool Position::is_free_to_move(Place stone) const {
  return (bit(stone) & ~Tilting(*this).locked()) != 0;
}

bool Position::can_move() const {
  return (own() & king_steps(empty()) & ~Tilting(*this).locked()) != 0;
}

std::uint64_t Position::count_turns() const {
  if (ending()) return 0;
  const Choices choices(*this);
  std::uint64_t turns = 0;
  for (const Place stone : places(choices.stones())) turns += choices.count(stone);
  return turns ? turns : choices.count_passes();
}

Turn Position::random_turn(Rng& rng) const {
  const Choices choices(*this);
  std::array<Place, stones_per_side> stones;
  std::array<std::uint64_t, stones_per_side> counts;
  std::size_t chosen = 0;
  std::uint64_t turns = 0;
  for (const Place stone : places(choices.stones())) {
    stones[chosen] = stone;
    turns += counts[chosen++] = choices.count(stone);
  }
  if (turns == 0) return choices.pass(rng.below(choices.count_passes()));
  std::uint64_t number = rng.below(turns);
  for (chosen = 0; number >= counts[chosen]; ++chosen) number -= counts[chosen];
  Turn turn = choices.turn(stones[chosen], number);
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
