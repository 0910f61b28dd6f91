
#include <algorithm>
#include <array>
#include <bit>
#include <climits>
#include <cstdint>
#include <functional>
#include <utility>

#include "core/games/sperre/hooks.h"
#include "core/games/sperre/stone_values.h"
#include "core/games/sperre/threats.h"

namespace schiri::sperre {

namespace {

// The number of tilts that are considered with a move that threatens nothing.
constexpr std::size_t most_tilts = 3;
// The value, in hundredths, of each of the opponent's eight tilts that alone is no defence.
constexpr int tilt_answered = 2;
// The opponent's defences are counted up to the first number; each has the value of the second.
constexpr int most_defences = 24;
constexpr int defence_missing = 2;
// The number of threats of a position for which defences are counted.
constexpr int most_threats = 60;
// The factor for the number of listed turns if the opponent threatens to win.
constexpr std::size_t defence_width = 2;

constexpr int worth_of_win = 1'000'000, worth_of_no_defence = 100'000;

constexpr unsigned answers = 8;  // tilts of the opponent

/// The orthogonal neighbours of each square.
constexpr auto neighbours = [] {
  std::array<Bits, place(size, size) + 1> table{};
  for (Place at = 0; at < table.size(); ++at) {
    if (is_square(at)) table[at] = orthogonal_neighbours(bit(at));
  }
  return table;
}();

/// Is each square in each side's goal zone?
constexpr auto near_goal = [] {
  std::array<std::array<bool, place(size, size) + 1>, 2> table{};
  for (const Side side : {Side::white, Side::black}) {
    for (const Place at : places(goal_zones[index(side)])) table[index(side)][at] = true;
  }
  return table;
}();

/// The n-th subset of a set with few members.
Bits subset(Bits set, unsigned number) {
  Bits chosen = 0;
  for (; number; set &= set - 1, number >>= 1) {
    if (number & 1) chosen |= bit(lowest(set));
  }
  return chosen;
}

/// The policies for the targets of displaced stones.
enum class DisplacementTarget : std::uint8_t {
  usual,  ///< StoneValues::dumps
  aside,  ///< aside_squares
  goal,   ///< one to its own goal, where it stands in the way, the others as usual
};

/// A turn in one number, by which turns of equal scores are ordered.
class TurnNumber {
 public:
  TurnNumber(Place from, Place to) : number_(std::uint32_t{from} << 24 | std::uint32_t{to} << 16) {}
  explicit TurnNumber(std::uint32_t number) : number_(number) {}

  /// `tilt`: an index of Tilts.
  TurnNumber with_tilt(std::uint8_t tilt) const {
    return TurnNumber((number_ & 0xffff00ffu) | std::uint32_t{tilt} << 8);
  }
  /// `displaced`: an index among the subsets of the enemy stones beside the target.
  TurnNumber with_displaced(unsigned displaced, DisplacementTarget dumps) const {
    return TurnNumber((number_ & 0xffffff00u) | sign_of(dumps) | displaced << 1);
  }
  TurnNumber with_dumps(DisplacementTarget dumps) const {
    return with_displaced(displaced(), dumps);
  }

  Place from() const { return static_cast<Place>(number_ >> 24); }
  Place to() const { return static_cast<Place>(number_ >> 16); }
  std::uint8_t tilt() const { return static_cast<std::uint8_t>(number_ >> 8); }
  unsigned displaced() const { return number_ >> 1 & 0x1f; }
  DisplacementTarget dumps() const {
    return number_ & goal_sign    ? DisplacementTarget::goal
           : number_ & aside_sign ? DisplacementTarget::aside
                                  : DisplacementTarget::usual;
  }
  std::uint32_t value() const { return number_; }

 private:
  static constexpr std::uint32_t goal_sign = 0x40, aside_sign = 1;
  static std::uint32_t sign_of(DisplacementTarget dumps) {
    return dumps == DisplacementTarget::goal    ? goal_sign
           : dumps == DisplacementTarget::aside ? aside_sign
                                                : 0;
  }

  std::uint32_t number_;
};

/// A turn with its score; higher is better.
struct Idea {
  int worth;
  TurnNumber turn;

  /// A number that is the larger the better the idea is, and distinguishes all ideas.
  std::uint64_t rank() const {
    const auto score = static_cast<std::uint32_t>(worth) ^ 0x80000000u;
    return std::uint64_t{score} << 32 | ~turn.value();
  }
  static Idea of_rank(std::uint64_t rank) {
    return {static_cast<int>(static_cast<std::uint32_t>(rank >> 32) ^ 0x80000000u),
            TurnNumber(~static_cast<std::uint32_t>(rank))};
  }
};

/// The best ideas so far: a heap of their ranks with the worst in front.
class BestIdeas {
 public:
  explicit BestIdeas(std::size_t most) : most_(most) { ranks_.reserve(std::min(most, usual)); }

  bool empty() const { return ranks_.empty(); }
  /// Is this score too bad to be kept?
  bool are_better_than(int worth) const { return worth < least_; }

  void add(const Idea& idea) {
    const std::uint64_t rank = idea.rank();
    if (ranks_.size() < most_) {
      ranks_.push_back(rank);
      std::push_heap(ranks_.begin(), ranks_.end(), std::greater<>());
    } else if (rank > ranks_.front()) {
      replace_worst(rank);
    } else {
      return;
    }
    if (ranks_.size() == most_) least_ = Idea::of_rank(ranks_.front()).worth;
  }

  /// The best first.
  std::vector<Idea> take() {
    std::sort(ranks_.begin(), ranks_.end(), std::greater<>());
    std::vector<Idea> ideas;
    ideas.reserve(ranks_.size());
    for (const std::uint64_t rank : ranks_) ideas.push_back(Idea::of_rank(rank));
    return ideas;
  }

 private:
  static constexpr std::size_t usual = 32;

  /// Half the work of pop_heap and push_heap.
  void replace_worst(std::uint64_t rank) {
    std::size_t at = 0;
    for (std::size_t child = 1; child < most_; child = 2 * at + 1) {
      if (child + 1 < most_ && ranks_[child + 1] < ranks_[child]) ++child;
      if (ranks_[child] >= rank) break;
      ranks_[at] = ranks_[child];
      at = child;
    }
    ranks_[at] = rank;
  }

  std::size_t most_;
  std::vector<std::uint64_t> ranks_;
  int least_ = INT_MIN;  // the worst score that is kept, once there are enough
};

class Selection {
 public:
  Selection(const Position& position, std::size_t most)
      : position_(position),
        tilts_(position),
        own_(position.stones(side_)),
        enemy_(position.stones(enemy_side_)),
        empty_(position.empty()),
        near_own_goal_(stones_near_goal(position, side_)),
        near_enemy_goal_(stones_near_goal(position, enemy_side_)),
        best_(near_enemy_goal_ & ~held(position) ? defence_width * most : most) {
    choose_dumps(DisplacementTarget::usual, values_.dumps[index(enemy_side_)]);
    choose_dumps(DisplacementTarget::aside, aside_squares[index(enemy_side_)]);
    if (can_block_goal_) choose_dumps_with_goal();
    weigh_tilts();
  }

  std::vector<SelectedTurn<Position>> turns() {
    for (const Place at : places(own_ & king_steps(empty_))) add_moves(at);
    std::vector<SelectedTurn<Position>> turns;
    const std::vector<Idea> ideas = best_.empty() ? losing_ : best_.take();
    turns.reserve(ideas.size());
    for (const Idea& idea : ideas) set_turn(turns.emplace_back().turn, idea.turn);
    if (turns.empty()) add_passes(turns);
    return turns;
  }

 private:
  void choose_dumps(DisplacementTarget kind, const std::array<Place, size * size>& squares) {
    auto& dumps = dumps_[static_cast<std::size_t>(kind)];
    std::size_t n = 0;
    for (const Place at : squares) {
      if (empty_ & bit(at)) dumps[n++] = at;
      if (n == dumps.size()) return;
    }
  }

  void choose_dumps_with_goal() {
    const auto& usual = dumps_[static_cast<std::size_t>(DisplacementTarget::usual)];
    auto& dumps = dumps_[static_cast<std::size_t>(DisplacementTarget::goal)];
    dumps[0] = goal_of(enemy_side_);
    std::copy_n(usual.begin(), dumps.size() - 1, dumps.begin() + 1);
  }

  void weigh_tilts() {
    for (std::size_t i = 0; i < tilts_.size(); ++i) {
      tilt_worth_[i] = worth_of_locks(position_, side_, tilts_[i].locked, tilts_[i].held);
      by_worth_[i] = static_cast<std::uint8_t>(i);
    }
    std::stable_sort(
        by_worth_.begin(), by_worth_.begin() + static_cast<std::ptrdiff_t>(tilts_.size()),
        [this](std::size_t a, std::size_t b) { return tilt_worth_[a] > tilt_worth_[b]; });
  }

  void add_passes(std::vector<SelectedTurn<Position>>& turns) const {
    Turn turn;
    turn.motion = Motion::pass;
    turn.tilts_last = !tilts_first();
    for (const Tilt& tilt : tilts_) {
      turn.die = tilt.die;
      turn.face = tilt.face;
      turns.push_back({turn});
    }
  }

  void add_moves(Place from) {
    free_tilts_ = 0;
    for (std::size_t i = 0; i < tilts_.size(); ++i) {
      const std::size_t tilt = by_worth_[i];
      if (tilts_[tilt].locked & bit(from)) continue;
      if (free_tilts_ == 0) best_tilt_ = tilt_worth_[tilt];
      tilts_for_stone_[free_tilts_++] = static_cast<std::uint8_t>(tilt);
    }
    if (free_tilts_ == 0) return;
    const int left_behind = values_.of(side_, from);
    for (const Place target : places(reach(from, empty_))) {
      if (target == goal_of(side_)) {
        best_.add({worth_of_win, TurnNumber(from, target).with_tilt(tilts_for_stone_[0])});
      } else {
        add_displacements({values_.of(side_, target) - left_behind, TurnNumber(from, target)});
      }
    }
  }

  void add_displacements(const Idea& move) {
    const Place to = move.turn.to();
    const Bits beside = neighbours[to] & enemy_;
    add_tilts(move, 0);
    if (!beside) return;
    std::array<Place, most_displacements> stones;
    unsigned sets = 1;
    for (const Place stone : places(beside)) {
      stones[static_cast<std::size_t>(std::countr_zero(sets))] = stone;
      sets *= 2;
    }
    std::array<Bits, 1u << most_displacements> subsets;
    std::array<int, 1u << most_displacements> values;
    subsets[0] = 0;
    values[0] = 0;
    for (unsigned number = 1; number < sets; ++number) {
      const unsigned without_first = number & (number - 1);
      const Place first = stones[static_cast<std::size_t>(std::countr_zero(number))];
      const Bits displaced = subsets[number] = subsets[without_first] | bit(first);
      values[number] = values[without_first] + values_.of(enemy_side_, first);
      for (const DisplacementTarget dumps : {DisplacementTarget::usual, DisplacementTarget::goal}) {
        const bool is_goal_free = can_block_goal_ && to != goal_of(enemy_side_);
        if (dumps == DisplacementTarget::goal && !is_goal_free) break;
        const int worth = values[number] - value_of_dumps(std::popcount(number), dumps, to);
        add_tilts({move.worth + worth, move.turn.with_displaced(number, dumps)}, displaced);
      }
    }
  }

  /// The value of so many stones for the enemy on the squares to which they are displaced.
  int value_of_dumps(int stones, DisplacementTarget kind, Place to) const {
    int value = 0;
    const Place* dump = dumps_[static_cast<std::size_t>(kind)].data();
    for (; stones > 0; --stones, ++dump) {
      if (*dump == to) ++dump;
      value += values_.of(enemy_side_, *dump);
    }
    return value;
  }

  /// Adds the move of an idea with the best tilts that permit it and leave the opponent no win.
  void add_tilts(const Idea& move, Bits displaced) {
    const auto& near_own = near_goal[index(side_)];
    const bool at_own_goal = has_near_own_goal_ || near_own[move.turn.from()] ||
                             near_own[move.turn.to()] || (displaced & goal_zones[index(side_)]);
    const int most_extra = at_own_goal ? worth_of_win : 0;
    if (best_.are_better_than(move.worth + best_tilt_ + most_extra)) return;
    const Bits from = bit(move.turn.from()), to = bit(move.turn.to());
    const Bits changed = from | to | displaced;
    const Bits empty = (empty_ | from | displaced) & ~to;
    const Bits own = (own_ | to) & ~from;
    const Bits threats = at_own_goal ? stones_near(side_, own, empty) : Bits{0};
    const Bits dangers = move.turn.dumps() == DisplacementTarget::goal ? Bits{0}
                         : changed & goal_zones[index(enemy_side_)]
                             ? stones_near(enemy_side_, enemy_ & ~displaced, empty)
                             : near_enemy_goal_;
    std::size_t taken = 0;
    for (std::size_t i = 0; i < free_tilts_ && (threats || taken < most_tilts); ++i) {
      const std::uint8_t tilt = tilts_for_stone_[i];
      Idea idea{move.worth + tilt_worth_[tilt], move.turn.with_tilt(tilt)};
      if (!threats && best_.are_better_than(idea.worth)) return;  // and so than all after it
      if (dangers & ~tilts_[tilt].held) {
        if (losing_.size() < 2) losing_.push_back(idea);
        continue;
      }
      const int unforced = idea.worth;
      if (threats) idea.worth += worth_of_threats(threats, idea.turn);
      best_.add(idea);
      // A stone on the opponent's goal stays there to block it.
      const bool blocks = move.turn.dumps() == DisplacementTarget::goal;
      if (threats && displaced && !blocks) add_aside(idea, unforced, displaced, threats);
      ++taken;
    }
  }

  /// Adds the turn with its displaced stones kept from defending, if that is better. `unforced`:
  /// the score of the turn without its threats.
  void add_aside(const Idea& idea, int unforced, Bits displaced, Bits threats) {
    if (idea.worth >= worth_of_no_defence) return;
    const Place to = idea.turn.to();
    const int stones = count(displaced);
    Idea aside{unforced + value_of_dumps(stones, DisplacementTarget::usual, to) -
                   value_of_dumps(stones, DisplacementTarget::aside, to),
               idea.turn.with_dumps(DisplacementTarget::aside)};
    aside.worth += worth_of_threats(threats, aside.turn);
    if (aside.worth > idea.worth) best_.add(aside);
  }

  /// The value of these stones near their goal after a turn.
  int worth_of_threats(Bits threats, TurnNumber turn) {
    unsigned open = 0;
    for (const Bits squares : held_after_answers(turn.tilt())) open += (threats & ~squares) != 0;
    const int worth = static_cast<int>(open) * tilt_answered;
    if (open < answers || closely_looked_at_ == most_threats) return worth;
    ++closely_looked_at_;
    Position next = position_;
    next.play(turn_of(turn));
    const int defences = count_defences(next, most_defences);
    return worth + (most_defences - defences) * defence_missing +
           (defences == 0 ? worth_of_no_defence : 0);
  }

  /// The squares whose stones the mover cannot move after each reply to this tilt.
  const std::array<Bits, answers>& held_after_answers(std::size_t tilt) {
    auto& held_after = held_after_answers_[tilt];
    if (known_answers_ >> tilt & 1) return held_after;
    known_answers_ |= 1u << tilt;
    const Order order = position_.variant().order;
    Tops tops = position_.tops();
    tops[index(tilts_[tilt].die)] = tilts_[tilt].face;
    std::size_t n = 0;
    for (const Die die : dice) {
      if (die == tilts_[tilt].die) continue;
      const std::size_t i = index(die);
      const Bits b = locked_by(position_, tops[(i + 1) % 3]);
      const Bits c = locked_by(position_, tops[(i + 2) % 3]);
      for (std::uint8_t face = 1; face <= sperre::size; ++face) {
        if (!contains(next_faces[i][tops[i]], face)) continue;
        held_after[n++] = held_by(order, locked_by(position_, face), b, c);
      }
    }
    return held_after;
  }

  Turn turn_of(TurnNumber number) const {
    Turn turn;
    set_turn(turn, number);
    return turn;
  }

  /// Sets a new turn.
  void set_turn(Turn& turn, TurnNumber number) const {
    turn.motion = Motion::move;
    turn.from = number.from();
    turn.to = number.to();
    const bool wins = turn.to == goal_of(side_);
    if (wins && !tilts_first()) return;
    turn.tilts_last = !tilts_first();
    turn.die = tilts_[number.tilt()].die;
    turn.face = tilts_[number.tilt()].face;
    if (wins) return;
    const Bits displaced = subset(neighbours[turn.to] & enemy_, number.displaced());
    set_displacements(turn, displaced, dumps_for(count(displaced), number));
  }

  Bits dumps_for(int stones, TurnNumber number) const {
    Bits squares = 0;
    const auto& dumps = dumps_[static_cast<std::size_t>(number.dumps())];
    for (const Place* dump = dumps.data(); stones > 0; ++dump) {
      if (*dump == number.to()) continue;
      squares |= bit(*dump);
      --stones;
    }
    return squares;
  }

  bool tilts_first() const { return position_.variant().order == Order::tilt_first; }

  const Position& position_;
  const Side side_ = position_.side_to_move(), enemy_side_ = opponent(side_);
  const StoneValues& values_ = stone_values_of(position_.variant());
  const Tilts tilts_;
  const Bits own_, enemy_, empty_, near_own_goal_, near_enemy_goal_;
  const bool has_near_own_goal_ = near_own_goal_ != 0;
  const bool can_block_goal_ = can_block_goal(position_);
  std::array<std::array<Place, most_displacements + 1>, 3> dumps_{};  // by policy
  std::array<int, Tilts::most> tilt_worth_{};
  std::array<std::uint8_t, Tilts::most> by_worth_{}, tilts_for_stone_{};
  std::size_t free_tilts_ = 0;
  int best_tilt_ = 0;
  BestIdeas best_;
  std::vector<Idea> losing_;
  int closely_looked_at_ = 0;
  std::array<std::array<Bits, answers>, Tilts::most> held_after_answers_;
  unsigned known_answers_ = 0;
};

}  // namespace

std::vector<SelectedTurn<Position>> selected_turns(const Position& position, std::size_t most,
                                                   const PositionValue<Position>&) {
  if (position.ending()) return {};
  return Selection(position, most).turns();
}

}  // namespace schiri::sperre
